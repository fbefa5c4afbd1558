import { toDecimal } from '../../../kernel/money.ts';
import type { MailRow } from '../../../platform/mail/layout.ts';
import { type Account, accountUrl, type CommandTx, queueAccountMail } from '../../accounts/index.ts';
import { proofUrl } from '../../identity/index.ts';
import { haveDownloads } from '../../releases/index.ts';
import type { Recipient } from './recipient.ts';
import type { LicenseGrant, Order, Purchase } from '../tables.ts';

/** The content of a receipt, and whether the recipient must prove the address before the licenses can be used. */
interface Receipt extends Recipient {
  readonly order: Order;
  readonly content: Purchase;
  /** The grants of the order. */
  readonly grants: readonly LicenseGrant[];
  /** Free licenses beyond the limit, which the order does not grant. */
  readonly excess: readonly LicenseGrant[];
}

/** Puts the buyer's receipt into the outbox; it leaves when the transaction is committed, or never. */
export async function queueReceipt(
  tx: CommandTx,
  { order, content, grants, excess, ...recipient }: Receipt,
): Promise<void> {
  const { quote, titles } = content;
  const titleOf = (lineId: string): string | undefined =>
    titles.find((entry) => entry.lineId === lineId)?.title;
  const money = new Intl.NumberFormat('en', { style: 'currency', currency: quote.currency });
  const format = (amountMinor: number): string => money.format(toDecimal(amountMinor, quote.currency));
  const lines = quote.lines.map((line) => ({
    label: `${line.quantity} × ${titleOf(line.id) ?? line.item.id}`,
    value: format(line.dueMinor),
  }));
  const to = order.billing.email ?? recipient.customer.email;
  const link = needsProof(recipient)
    ? await proofUrl(tx, recipient.customer, {
        recipient: to,
        lifetimeSeconds: PROOF_SECONDS,
      })
    : undefined;
  const productIds = grants.map(({ productId }) => productId);
  const downloads = await haveDownloads(tx, productIds);
  await queueAccountMail(tx, {
    kind: 'Receipt',
    // Every payer gets a receipt; a free order is refused before an address gets too many.
    limit: 'None',
    recipient: to,
    subject: `Your receipt from ${tx.account.name}`,
    heading: 'Thank you for your purchase',
    bill: {
      facts: [
        { label: 'Order', value: order.id },
        { label: 'Date', value: DATE.format(tx.clock.now()) },
        ...sellerFacts(tx.account),
      ],
      lines,
      total: { label: 'Total', value: format(quote.total.dueMinor) },
    },
    paragraphs: [
      wayIn(recipient, link !== undefined),
      ...(grants.length > 0 ? omissions(tx.account, excess, titleOf) : [noFreeLicense(tx.account)]),
      nextSteps(tx.account, downloads),
    ],
    action:
      link === undefined
        ? { label: 'Visit the shop', url: shopUrl(tx.account) ?? accountUrl(tx.config, tx.account) }
        : { label: linkLabel(recipient), url: link },
    ...(link !== undefined && { notes: [AFTERWARDS] }),
  });
}

/** The seller, as far as the vendor has entered it; at least the account's name. */
function sellerFacts({ name, settings: { seller } }: Account): MailRow[] {
  const country = seller.country === undefined ? [] : [COUNTRY_NAMES.of(seller.country.toUpperCase()) ?? ''];
  return [
    { label: 'Sold by', value: [seller.name ?? name, ...seller.address, ...country].join('\n') },
    ...(seller.taxId === undefined ? [] : [{ label: 'Tax ID', value: seller.taxId }]),
    ...(seller.email === undefined ? [] : [{ label: 'Questions', value: seller.email }]),
  ];
}

const COUNTRY_NAMES = new Intl.DisplayNames('en', { type: 'region' });

const PROOF_SECONDS = 14 * 24 * 60 * 60;

const AFTERWARDS =
  'The link works for 14 days. After that, select “Forgot your password?” where you sign in.';

const DATE = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' });

function linkLabel({ awaitsEmailKey }: Recipient): string {
  return awaitsEmailKey === undefined ? 'Choose a password' : 'Confirm my email address';
}

/** The site where buyers sign in and download; absent when the vendor names none. */
function shopUrl({ settings }: Account): string | undefined {
  return settings.storefrontUrl ?? settings.websiteUrl;
}

function nextSteps(account: Account, hasDownloads: boolean): string {
  const url = shopUrl(account);
  const shop = url === undefined ? 'the shop' : `the shop (${url})`;
  return hasDownloads
    ? `What to do next: download what you bought from your account in ${shop}. Then sign in with the same account in the application to activate it.`
    : `What to do next: sign in to the application with your account in ${shop} to activate it.`;
}

/** A notice for the owner of the address only: the person who placed a free order may have entered somebody else's. */
function noFreeLicense({ settings: { freeLicensesPerCustomer: limit } }: Account): string {
  return `This order adds no license: each customer can get ${limit} free of each product, and you already have that.`;
}

/** Lists the free extras that the order did not grant. */
function omissions(
  { settings: { freeLicensesPerCustomer: limit } }: Account,
  excess: readonly LicenseGrant[],
  titleOf: (lineId: string) => string | undefined,
): string[] {
  if (excess.length === 0) return [];
  const items = excess.map(
    ({ lineId, productId, quantity }) => `${quantity} × ${titleOf(lineId) ?? productId}`,
  );
  return [
    `Not included: ${items.join(', ')}. Each customer can get ${limit} free of each product, and you have reached that limit.`,
  ];
}

/** A buyer who came as a guest proves the address with the link of the receipt, and chooses a first password. */
function needsProof({ customer, awaitsEmailKey }: Recipient): boolean {
  return awaitsEmailKey !== undefined || customer.passwordHash === null;
}

function wayIn({ customer, awaitsEmailKey }: Recipient, hasLink: boolean): string {
  const { email, passwordHash } = customer;
  if (!hasLink && (awaitsEmailKey !== undefined || passwordHash === null))
    return `To get your licenses, select “Forgot your password?” where you sign in, and enter ${awaitsEmailKey ?? email}. We send a link there to choose a password.`;
  if (awaitsEmailKey !== undefined)
    return `To get your licenses, confirm that ${email} is your email address. You can then choose a password.`;
  return passwordHash === null
    ? `Your licenses are in an account for ${email}, which has no password yet. Choose one with the link below.`
    : `Your licenses are in your account (${email}).`;
}
