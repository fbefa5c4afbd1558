import { toDecimal } from '../../../kernel/money.ts';
import type { MailContent } from '../../../platform/mail/layout.ts';
import { type CommandTx, queueAccountMail, shopUrl, useOf } from '../../accounts/index.ts';
import { findCurrentCustomer } from '../../customers/index.ts';
import { documentLink, documentMail, languageOf, type OrderDocument } from '../../documents/index.ts';
import type { Refund } from '../../payments/index.ts';
import { readPurchase } from '../purchase/store-purchases.ts';
import type { LineRefund } from '../domain/refund-lines.ts';
import type { Buyer, Order } from '../tables.ts';
import { REFUND_TEMPLATES, type RefundSubject } from './refund-templates.ts';
import { de } from './texts/de.ts';
import { en, type RefundTexts } from './texts/en.ts';

/** The refunded lines, and their document. */
interface RefundNews {
  readonly refund: Refund;
  readonly lines: readonly LineRefund[];
  /** The credit note, or its reversal. */
  readonly document: OrderDocument | undefined;
  /** The payer of the payment that paid the order; for other payments, their own payer is notified. */
  readonly isOfOrder: boolean;
}

/**
 * Notifies the buyer of a refund, with the credit note if there is one, or of the removal of free units. Not for a
 * dispute, which the buyer's bank reports. Nobody is notified when the order has no address.
 */
export async function queueRefundMail(tx: CommandTx, order: Order, news: RefundNews): Promise<void> {
  const { origin, amountMinor, isElsewhere } = news.refund;
  if (origin === 'Dispute') return;
  const way = isElsewhere === true ? 'elsewhere' : 'money';
  await queueMail(tx, order, news, amountMinor === 0 ? 'free' : way);
}

/**
 * Notifies the buyer that a refund which they were told about, or the refund of a lost dispute, was cancelled at the
 * payment provider: the money is back with the seller.
 */
export async function queueReversalMail(tx: CommandTx, order: Order, news: RefundNews): Promise<void> {
  await queueMail(tx, order, news, 'reversed');
}

async function queueMail(
  tx: CommandTx,
  order: Order,
  news: RefundNews,
  subject: RefundSubject,
): Promise<void> {
  const party = await partyOf(tx, order, news);
  const recipient = await addressOf(tx, order, party.buyer);
  const customerId = party.buyer.customerId ?? order.customerId;
  if (recipient === undefined) return;
  const { locale, language } = languageOf(party.locale);
  const texts = language === 'de' ? de : en;
  const words = texts[subject];
  await queueAccountMail(tx, {
    kind: 'Refund',
    again: customerId === null ? undefined : `customer/${customerId}`,
    // Only the vendor, or their provider, makes refunds.
    limit: 'None',
    recipient,
    template: useOf(REFUND_TEMPLATES[subject], { order: order.number ?? order.id }),
    subject: words.subject(tx.account.name),
    heading: words.heading,
    ...(creditedMail(tx, order, news, { locale, texts }) ?? {
      language,
      bill: billOf(tx, order, news, { locale, texts }),
    }),
    paragraphs: [words.explanation],
    action: {
      label: texts.visitShop,
      url: shopUrl(tx.config, tx.account),
    },
  });
}

interface Wording {
  readonly locale: string;
  readonly texts: RefundTexts;
}

/** The document, and below its lines the free units, which it does not name. */
function creditedMail(
  tx: CommandTx,
  order: Order,
  { refund, lines, document }: RefundNews,
  { locale, texts }: Wording,
): Pick<MailContent, 'language' | 'bill'> | undefined {
  if (document === undefined) return undefined;
  const { language, bill } = documentMail(document, documentLink(tx, document));
  const nothing = moneyFormat(locale, refund.currency)(0);
  const free = lines
    .filter(({ amountMinor, quantity }) => amountMinor === 0 && quantity > 0)
    .map((line) => ({ label: labelOf(order, line, texts), value: nothing }));
  return { language, bill: { ...bill, lines: [...bill.lines, ...free] } };
}

function moneyFormat(locale: string, currency: string): (amountMinor: number) => string {
  const money = new Intl.NumberFormat(locale, { style: 'currency', currency });
  return (amountMinor) => money.format(toDecimal(amountMinor, currency));
}

/** The refunded items, where there is no credit note. */
function billOf(
  { account, clock }: CommandTx,
  order: Order,
  { refund, lines }: RefundNews,
  { locale, texts }: Wording,
): MailContent['bill'] {
  const { amountMinor, taxMinor, currency, reason } = refund;
  const { timeZone } = account.settings.documents;
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone });
  const format = moneyFormat(locale, currency);
  return {
    facts: [
      { label: texts.order, value: order.number ?? order.id },
      { label: texts.date, value: date.format(clock.now()) },
      ...(reason === null ? [] : [{ label: texts.reason, value: reason }]),
    ],
    lines: [
      ...lines.map((line) => ({ label: labelOf(order, line, texts), value: format(line.amountMinor) })),
      ...(taxMinor > 0 ? [{ label: texts.tax, value: format(taxMinor) }] : []),
    ],
    total: { label: texts.refund, value: format(amountMinor + taxMinor) },
  };
}

function labelOf({ content }: Order, { lineId, quantity }: LineRefund, texts: RefundTexts): string {
  const title = content?.titles.find((entry) => entry.lineId === lineId)?.title ?? texts.item;
  return quantity === 0 ? texts.part(title) : `${quantity} × ${title}`;
}

interface Party {
  readonly buyer: Pick<Buyer, 'billing' | 'customerId'>;
  /** The language of the page of the purchase. */
  readonly locale: string;
}

/** The payer: an order does not know the buyer of a payment that bought nothing. */
async function partyOf(tx: CommandTx, order: Order, { refund, isOfOrder }: RefundNews): Promise<Party> {
  const purchase = isOfOrder ? undefined : await readPurchase(tx, order.accountId, refund.paymentId);
  const { locale = 'en' } = purchase?.content ?? order.content ?? {};
  return { buyer: purchase?.buyer ?? order, locale };
}

/** The address of the buyer; undefined when there is none, and when the customer of the order was deleted. */
async function addressOf(tx: CommandTx, order: Order, buyer: Party['buyer']): Promise<string | undefined> {
  const customerId = buyer.customerId ?? order.customerId;
  const customer = customerId === null ? undefined : await findCurrentCustomer(tx, customerId);
  if (customer?.isDeleted === true) return undefined;
  return buyer.billing.email ?? (buyer.customerId === null ? undefined : customer?.email);
}
