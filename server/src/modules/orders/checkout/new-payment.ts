import type { CommandTx } from '../../accounts/index.ts';
import type { Catalog } from '../../catalog/index.ts';
import type { NewPayment, PaymentOrder } from '../../payments/index.ts';
import { taxCodeOf } from '../quote/tax-code.ts';
import { orderSubject } from '../purchase/order-subject.ts';
import type { PaymentRequest } from './payment-request.ts';
import type { Order, Purchase } from '../tables.ts';

/** The payment of an order that its buyer requests. */
export function newPayment(
  catalog: Catalog,
  { order, content }: { readonly order: Pick<Order, 'id'>; readonly content: Purchase },
  request: PaymentRequest,
): NewPayment {
  const { currency, total } = content.quote;
  const instruction = instructionOf(catalog, content, request);
  return { subject: orderSubject(order), amountMinor: total.dueMinor, currency, instruction };
}

/** The facts about the buyer's agreement on the page, for the purchase. */
export function termsOf(
  { clock }: Pick<CommandTx, 'clock'>,
  { locale, consentWording }: PaymentRequest,
): Pick<Purchase, 'locale' | 'consent'> {
  return {
    ...(locale !== undefined && { locale }),
    ...(consentWording !== undefined && {
      consent: { wording: consentWording, at: clock.now().toISOString() },
    }),
  };
}

/** The request to the provider: the content of the buyer's page, and the payer. */
function instructionOf(
  catalog: Catalog,
  { quote, titles }: Purchase,
  { buyer, returnUrl, locale, input = {} }: PaymentRequest,
): PaymentOrder {
  const items = quote.lines.map(({ id, item, quantity, dueMinor }) => ({
    title: titles.find(({ lineId }) => lineId === id)?.title ?? item.id,
    quantity,
    dueMinor,
    ...taxCodeOf(catalog, item),
  }));
  return { items, payer: buyer, returnUrl, ...(locale !== undefined && { locale }), input };
}
