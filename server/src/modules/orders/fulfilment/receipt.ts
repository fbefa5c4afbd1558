import { toDecimal } from '../../../kernel/money.ts';
import { accountUrl, type CommandTx, ownShopUrl, queueAccountMail, useOf } from '../../accounts/index.ts';
import type { MailContent, MailPhrase } from '../../../platform/mail/layout.ts';
import { type Catalog, mailItem } from '../../catalog/index.ts';
import { documentMail, languageOf } from '../../documents/index.ts';
import { greetedName, proofUrl } from '../../identity/index.ts';
import { productsWithDownloads } from '../../releases/index.ts';
import type { OrderBill } from '../documents/issue-order-document.ts';
import type { Recipient } from './recipient.ts';
import { receiptTemplate } from './receipt-template.ts';
import type { LicenseTerm } from './recurring-sales.ts';
import { de } from './texts/de.ts';
import { en, type ReceiptTexts } from './texts/en.ts';
import type { LicenseGrant, Order, Purchase } from '../tables.ts';

/** A delivered order, and whether the recipient must prove the address before the licenses can be used. */
export interface Receipt extends Recipient {
  readonly order: Order;
  readonly content: Purchase;
  /** The grants of the order. */
  readonly grants: readonly LicenseGrant[];
  /** Free licenses beyond the limit, which the order does not grant. */
  readonly excess: readonly LicenseGrant[];
  /** When its recurring lines are charged next, by their ids. */
  readonly terms: ReadonlyMap<string, LicenseTerm>;
  /** For its pictures. */
  readonly catalog: Catalog;
}

/** The mail that confirms a purchase, without its document. */
interface ReceiptMail {
  readonly recipient: string;
  /** The order that it can be made anew of. */
  readonly again: `order/${string}`;
  readonly template: ReturnType<typeof useOf>;
  readonly texts: ReceiptTexts;
  readonly reference: string;
  readonly items: NonNullable<MailContent['items']>;
  readonly paragraphs: readonly MailPhrase[];
  readonly steps: MailContent['steps'];
  readonly action: { readonly label: string; readonly url: string };
  readonly alternative: { readonly text: string; readonly label: string; readonly url: string };
  readonly notes: readonly MailPhrase[];
  /** What the bill says below some of its lines, by their ids. */
  readonly remarks: ReadonlyMap<string, string>;
}

/** Writes the mail for the buyer: where the licenses are, and what to do next. */
export async function composeReceipt(
  tx: CommandTx,
  { order, content, grants, excess, terms, catalog, ...recipient }: Receipt,
): Promise<ReceiptMail> {
  const { titles, locale = 'en' } = content;
  const texts = languageOf(locale).language === 'de' ? de : en;
  const titleOf = (lineId: string): string | undefined =>
    titles.find((entry) => entry.lineId === lineId)?.title;
  const to = order.billing.email ?? recipient.customer.email;
  const link = needsProof(recipient)
    ? await proofUrl(tx, recipient.customer, {
        recipient: to,
        lifetimeSeconds: PROOF_SECONDS,
      })
    : undefined;
  const productIds = grants.map(({ productId }) => productId);
  const downloads = await productsWithDownloads(tx, productIds);
  const limit = tx.account.settings.freeLicensesPerCustomer;
  const account = accountPlace(tx, texts, link === undefined);
  return {
    recipient: to,
    again: `order/${order.id}`,
    template: useOf(receiptTemplate, {
      customer: greetedName(recipient.customer.name) ?? to,
      order: order.number ?? order.id,
      product: namesOf(content),
    }),
    texts,
    reference: texts.order(order.number ?? order.id),
    items: itemsOf(tx, catalog, content),
    paragraphs: [
      wayIn(texts, recipient, link !== undefined),
      ...(grants.length > 0 || excess.length === 0
        ? omissions(texts, limit, excess, titleOf)
        : [texts.noFreeLicense(limit)]),
      ...laterCharges(texts, content, terms),
      ...(downloads.length > 0 ? [] : [account.linked(texts.nextSignIn(account.name))]),
    ],
    steps: downloads.length > 0 ? stepsOf(texts, account) : undefined,
    remarks: remarksOf(texts, content),
    action:
      link === undefined
        ? wayToPurchase({ account, catalog, downloads }, texts)
        : { label: linkLabel(texts, recipient), url: link },
    alternative: { ...texts.withdrawal, url: withdrawalUrl(tx, order) },
    notes: [...(link === undefined ? [] : [texts.afterwards]), ...manageNotes(texts, terms, to)],
  };
}

/** Puts the buyer's mail with its document into the outbox; it is sent only if the transaction is committed. */
export async function queueReceipt(
  tx: CommandTx,
  { texts, remarks, ...mail }: ReceiptMail,
  { content, url }: OrderBill,
): Promise<void> {
  const kind = content.kind === 'Invoice' ? 'Invoice' : 'Receipt';
  await queueAccountMail(tx, {
    kind: 'Receipt',
    // Every payer gets a receipt; a free order is refused before an address gets too many.
    limit: 'None',
    subject: texts.subject[kind](tx.account.name),
    heading: texts.heading,
    beginsWithAction: true,
    ...documentMail(content, url, remarks),
    ...mail,
  });
}

const MOST_ITEMS = 3;

/** The titles of the first bought items. */
function namesOf({ quote, titles }: Purchase): string {
  const names = quote.lines.map(
    ({ id, item }) => titles.find(({ lineId }) => lineId === id)?.title ?? item.id,
  );
  return [names.slice(0, MOST_ITEMS).join(', '), ...(names.length > MOST_ITEMS ? ['…'] : [])].join(', ');
}

/** The first bought items, with their pictures. */
function itemsOf(tx: CommandTx, catalog: Catalog, { quote, titles }: Purchase): ReceiptMail['items'] {
  return quote.lines.slice(0, MOST_ITEMS).map(({ id, quantity, item: { type, id: itemId } }) => {
    const item = type === 'Product' ? catalog.product(itemId) : catalog.bundle(itemId);
    const { name = itemId, lineImage: image } = item ?? {};
    const title = titles.find(({ lineId }) => lineId === id)?.title ?? name;
    return mailItem(tx, { label: timesOf(quantity, title), name, image });
  });
}

/** A title with how many units there are of it; of one, only the title. */
function timesOf(quantity: number, title: string): string {
  return quantity === 1 ? title : `${quantity} × ${title}`;
}

/** The page where a buyer withdraws without signing in (commerce, Withdrawal). */
function withdrawalUrl({ config, account }: CommandTx, { number }: Order): string {
  return `${accountUrl(config, account)}/withdraw?order=${number ?? ''}`;
}

const PROOF_SECONDS = 14 * 24 * 60 * 60;

function linkLabel(texts: ReceiptTexts, { awaitsEmailKey }: Recipient): string {
  return awaitsEmailKey === undefined ? texts.choosePassword : texts.confirmAddress;
}

/**
 * The page where the buyer signs in and downloads: the vendor's own shop, else the hosted account. Texts that name it link
 * it, unless the button leads there.
 */
function accountPlace({ config, account }: CommandTx, texts: ReceiptTexts, isAction: boolean) {
  const shop = ownShopUrl(account);
  const url = shop ?? `${accountUrl(config, account)}/account`;
  const name = shop === undefined ? texts.account : texts.accountInShop;
  return {
    url,
    label: shop === undefined ? texts.toProducts : texts.visitShop,
    isOwnShop: shop !== undefined,
    name,
    linked: (text: string): MailPhrase =>
      isAction || !text.includes(name) ? text : { text, link: { label: name, url } },
  };
}

function stepsOf(texts: ReceiptTexts, { name, linked }: ReturnType<typeof accountPlace>) {
  return { heading: texts.next, list: texts.downloadSteps(name).map(linked) };
}

interface PurchasePlaces {
  readonly account: ReturnType<typeof accountPlace>;
  readonly catalog: Catalog;
  /** The products of the order that have files. */
  readonly downloads: readonly string[];
}

/**
 * What a buyer with an account does first: they download the only product that has files, from its page in the hosted
 * account, which asks them to sign in. For several, and in a shop of the vendor's, the button leads to all of them.
 */
function wayToPurchase(
  { account, catalog, downloads }: PurchasePlaces,
  texts: ReceiptTexts,
): ReceiptMail['action'] {
  const { label, url } = account;
  const [productId = '', ...others] = downloads;
  const name = catalog.product(productId)?.name;
  if (account.isOwnShop || name === undefined || others.length > 0) return { label, url };
  return { label: texts.download(name), url: `${url}/products/${encodeURIComponent(productId)}` };
}

/**
 * Lists the free extras that the order did not grant: only for the owner of the address, because the person who placed
 * a free order may have entered somebody else's.
 */
function omissions(
  texts: ReceiptTexts,
  limit: number,
  excess: readonly LicenseGrant[],
  titleOf: (lineId: string) => string | undefined,
): string[] {
  if (excess.length === 0) return [];
  const items = excess.map(
    ({ lineId, productId, quantity }) => `${quantity} × ${titleOf(lineId) ?? productId}`,
  );
  return [texts.omitted(items.join(', '), limit)];
}

/** The next charge of each subscription: its amount, its day, and that it can be cancelled (subscriptions, section 3). */
function laterCharges(
  texts: ReceiptTexts,
  { quote, titles, locale = 'en' }: Purchase,
  terms: ReadonlyMap<string, LicenseTerm>,
): string[] {
  const tag = languageOf(locale).locale;
  const money = new Intl.NumberFormat(tag, { style: 'currency', currency: quote.currency });
  return quote.lines.flatMap(({ id, item, quantity, renewal }) => {
    const { nextPayment } = terms.get(id) ?? {};
    if (nextPayment === undefined) return [];
    const days = new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeZone: nextPayment.zone });
    const title = timesOf(quantity, titles.find(({ lineId }) => lineId === id)?.title ?? item.id);
    const amount = money.format(toDecimal(nextPayment.dueMinor, quote.currency));
    const day = days.format(nextPayment.at);
    if (renewal?.freeDays === undefined) return [texts.nextCharge(title, amount, day)];
    // Of several prices, the cycle would promise the first one for all of them.
    const cycle = renewal.prices.length === 1 ? texts.cycles[renewal.cycle] : undefined;
    return [texts.afterFreeDays({ title, days: renewal.freeDays, amount, cycle, day })];
  });
}

/** What lines of the bill that cost nothing now have in place of a price. */
function remarksOf(texts: ReceiptTexts, { quote }: Purchase): ReadonlyMap<string, string> {
  return new Map(
    quote.lines.flatMap(({ id, renewal }) =>
      renewal?.freeDays === undefined ? [] : [[id, texts.freeDays(renewal.freeDays)] as const],
    ),
  );
}

/** Where each subscription is changed and cancelled without signing in (subscriptions, section 5). */
function manageNotes(texts: ReceiptTexts, terms: Receipt['terms'], email: string): MailPhrase[] {
  return [...terms.values()].flatMap(({ nextPayment }) => {
    if (nextPayment === undefined) return [];
    const link = { label: texts.manage, url: nextPayment.managePage(email) };
    return [{ text: texts.manage, link }];
  });
}

/** A guest proves the address with the link of the receipt, and chooses a first password. */
function needsProof({ customer, awaitsEmailKey }: Recipient): boolean {
  return awaitsEmailKey !== undefined || customer.passwordHash === null;
}

function wayIn(texts: ReceiptTexts, { customer, awaitsEmailKey }: Recipient, hasLink: boolean): string {
  const { email, passwordHash } = customer;
  if (!hasLink && (awaitsEmailKey !== undefined || passwordHash === null))
    return texts.waitsForPassword(awaitsEmailKey ?? email);
  if (awaitsEmailKey !== undefined) return texts.waitsForProof(email);
  return passwordHash === null ? texts.inNewAccount(email) : texts.inAccount(email);
}
