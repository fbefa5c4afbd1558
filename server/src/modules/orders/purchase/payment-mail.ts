import { toDecimal } from '../../../kernel/money.ts';
import { type CommandTx, queueAccountMail, useOf } from '../../accounts/index.ts';
import { findCurrentCustomer } from '../../customers/index.ts';
import { languageOf } from '../../documents/index.ts';
import type { Payment } from '../../payments/index.ts';
import { isPaid } from '../domain/order-state.ts';
import { type LinkBuyer, mailedCheckoutUrl } from '../rights/checkout-links.ts';
import type { Buyer, Order, PurchaseRow } from '../tables.ts';
import { PAYMENT_TEMPLATES } from './payment-templates.ts';
import { de } from './texts/de.ts';
import { en } from './texts/en.ts';

/** A payment that paid nothing, after its buyer has left the page. */
interface UselessPayment {
  /** Before the payment ended. */
  readonly order: Order;
  readonly purchase: PurchaseRow;
  readonly payment: Payment;
}

/**
 * Tells the buyer that a bank did not pay, or that money arrived that is not due, with a link to pay the order again if
 * it is still to be paid. No mail is sent when the buyer has no address.
 */
export async function queuePaymentMail(
  tx: CommandTx,
  { order, purchase: { buyer, content }, payment }: UselessPayment,
): Promise<void> {
  const customer = buyer.customerId === null ? undefined : await findCurrentCustomer(tx, buyer.customerId);
  const recipient = buyer.payer?.email ?? buyer.billing.email ?? customer?.email;
  if (recipient === undefined || customer?.isDeleted === true) return;
  const { locale, language } = languageOf(content.locale ?? 'en');
  const texts = language === 'de' ? de : en;
  const kind = payment.status === 'Failed' ? 'failed' : 'undue';
  const words = texts[kind];
  const { receivedMinor, receivedCurrency, amountMinor, currency: dueCurrency } = payment;
  const currency = receivedCurrency ?? dueCurrency;
  const money = new Intl.NumberFormat(locale, { style: 'currency', currency });
  const received = money.format(toDecimal(receivedMinor ?? amountMinor, currency));
  const url = mailedCheckoutUrl(
    tx,
    order,
    linkBuyerOf({ ...buyer, customerId: customer?.id ?? null }),
    customer,
  );
  await queueAccountMail(tx, {
    kind: 'Payment',
    // A guest may type a stranger's address, and begin payments that no bank will make.
    limit: 'PerAddress',
    recipient,
    language,
    template: useOf(PAYMENT_TEMPLATES[kind], { order: order.number ?? order.id }),
    subject: words.subject(tx.account.name),
    heading: words.heading,
    paragraphs: [words.explanation(received), ...(isPaid(order) ? [texts.isPaid] : [texts.payAgain])],
    ...(!isPaid(order) && { action: { label: texts.pay, url } }),
    notes: [texts.order(order.number ?? order.id)],
  });
}

function linkBuyerOf({ customerId, payer }: Buyer): LinkBuyer {
  if (customerId === null) return { kind: 'Guest' };
  return payer === undefined ? { kind: 'Customer', customerId } : { kind: 'Stranger' };
}
