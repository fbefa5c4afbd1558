import { Problem } from '../../../kernel/problem.ts';
import type { CommandTx, Context } from '../../accounts/index.ts';
import { type Catalog, loadCatalog } from '../../catalog/index.ts';
import { dropCharge, openCharge, type ShopFault, shopFault } from '../../payments/index.ts';
import { netTotal, type NetTotal, type OrderQuote } from '../../pricing/index.ts';
import { loadTaxBasis, type TaxBasis } from '../../taxes/index.ts';
import { agreedTaxes, taxesOfBilling, type TaxesToPay } from '../checkout/checkout-taxes.ts';
import { payerBilling, paymentItems } from '../checkout/payment-request.ts';
import { lockOrder } from '../order/store.ts';
import { advanceOrder } from '../order/store-status.ts';
import { unknownOrder } from '../problems.ts';
import { orderSubject, recordPurchase } from '../purchase/purchases.ts';
import { customerBilling } from '../quote/billing.ts';
import { contentOf, quoteLines } from '../quote/order-quote.ts';
import type { Billing, Buyer, Order } from '../tables.ts';

/** What a charge follows from, beside its order: loaded before its transaction. */
export interface ChargeTerms {
  readonly catalog: Catalog;
  readonly taxBasis: TaxBasis | undefined;
  readonly taxes: TaxesToPay | undefined;
  readonly billing: Billing;
}

/**
 * The terms of a charge for a customer, with the taxes of this day; a tax id is checked in its register, which takes up
 * to some seconds. `stated` are the buyer's details at the last payment; those of the customer come first, unless they are
 * wrong: the buyer may have corrected them when they paid last.
 */
export async function chargeTerms(
  ctx: Context,
  { customerId, stated }: { readonly customerId: string | null; readonly stated: Billing },
): Promise<ChargeTerms> {
  const [catalog, taxBasis, own] = await Promise.all([
    loadCatalog(ctx),
    loadTaxBasis(ctx),
    customerBilling(ctx, { customerId }),
  ]);
  const billing = { ...stated, ...own };
  if (taxBasis === undefined) return { catalog, taxBasis, billing, taxes: undefined };
  const taxes = await taxesOfBilling(ctx, taxBasis, billing);
  const last = isWrong(taxes) ? lastDetails(billing, stated) : undefined;
  const lastTaxes = last && (await taxesOfBilling(ctx, taxBasis, last));
  return last === undefined || lastTaxes === undefined || isWrong(lastTaxes)
    ? { catalog, taxBasis, billing, taxes }
    : { catalog, taxBasis, billing: last, taxes: lastTaxes };
}

function isWrong({ issues }: TaxesToPay): boolean {
  return Object.values(issues).some((messages) => messages !== undefined);
}

/** The details that taxes follow from as they were at the last payment, for a buyer who is in the same country. */
function lastDetails(billing: Billing, { businessName, taxId, address }: Billing): Billing | undefined {
  if (!address || address.countryCode !== billing.address?.countryCode) return undefined;
  return { ...billing, businessName: businessName ?? null, taxId: taxId ?? null, address };
}

/** A charge of an order that was placed without a cart. */
interface Charge {
  readonly orderId: string;
  /** Null: nothing is charged, the amount is only worked out. */
  readonly methodId: string | null;
  /** The language of the document and the mail. */
  readonly locale: string | undefined;
  readonly terms: ChargeTerms;
}

/** What became of a charge. */
interface ChargeAnswer {
  /** What is due, with the taxes of this day. */
  readonly total: NetTotal;
  /** Whether a payment was opened. */
  readonly isOpened: boolean;
  /** Why nothing can be charged without the buyer, in a sentence. */
  readonly refusal?: string;
  /** Why nobody can pay it before the vendor has mended something. */
  readonly fault?: ChargeFault;
  /** Which of the buyer's own details are wrong; absent: none. */
  readonly wrongDetails?: readonly WrongDetail[];
}

/** Details of the buyer that no taxes follow from. */
export type WrongDetail = 'TaxId' | 'Address';

/** What the vendor has to mend: no payments are taken, not this amount, or the country of the taxes is missing. */
export type ChargeFault = ShopFault | 'TaxDetails';

/**
 * Opens a charge of an order that was placed without a cart, by a saved method: the job of its payment does the rest,
 * as for every payment. What cannot be charged without the buyer is answered as a refusal, such as for wrong details of
 * theirs, and what nobody can pay as a fault of the shop. The caller holds the lock of the order, which is open.
 */
export async function chargeOrder(tx: CommandTx, charge: Charge): Promise<ChargeAnswer> {
  const { orderId, methodId, terms } = charge;
  const order = await lockOrder(tx, tx.account.id, orderId);
  if (order?.status !== 'Open') throw unknownOrder(orderId);
  const { catalog, taxBasis, taxes } = terms;
  const quote = await quoteLines(tx, catalog, { order, taxBasis, audience: 'Owner', taxes: taxes?.rules });
  const total = netTotal(quote);
  const amount = { amountMinor: total.dueMinor, currency: quote.currency };
  if (methodId === null) return { total, isOpened: false, ...(await faultOf(tx, amount)) };
  try {
    await openOrderCharge(tx, { ...charge, order, quote, methodId });
    return { total, isOpened: true };
  } catch (error) {
    // Refusals come before anything is written.
    if (!(error instanceof Problem)) throw error;
    const answer = { total, isOpened: false, refusal: error.detail ?? error.title };
    const { fault } = await faultOf(tx, amount);
    if (fault !== undefined) return { ...answer, fault };
    return TAX_ISSUES.has(error.errorType) ? { ...answer, ...taxFaultOf(taxes) } : answer;
  }
}

/** The country may be missing because the shop has begun to collect taxes; anything else is the buyer's own mistake. */
function taxFaultOf(taxes: TaxesToPay | undefined): Pick<ChargeAnswer, 'fault' | 'wrongDetails' | 'refusal'> {
  const { country, taxId, postCode, locality } = taxes?.issues ?? {};
  const mistakes = [
    ...(taxId ?? []).map((issue) => ['TaxId', `Your tax ID ${issue}.`] as const),
    ...(postCode ?? []).map((issue) => ['Address', `Your postal code ${issue}.`] as const),
    ...(locality ?? []).map((issue) => ['Address', `Your town ${issue}.`] as const),
  ];
  if (country !== undefined || mistakes.length === 0) return { fault: 'TaxDetails' };
  return {
    wrongDetails: [...new Set(mistakes.map(([detail]) => detail))],
    refusal: mistakes.map(([, sentence]) => sentence).join(' '),
  };
}

/** Details of the buyer that the taxes follow from are missing, or wrong. */
const TAX_ISSUES: ReadonlySet<string> = new Set(['InvalidInput', 'TaxCountryUnclear']);

async function faultOf(
  tx: CommandTx,
  amount: Parameters<typeof shopFault>[1],
): Promise<Pick<ChargeAnswer, 'fault'>> {
  const fault = await shopFault(tx, amount);
  return fault === undefined ? {} : { fault };
}

async function openOrderCharge(
  tx: CommandTx,
  {
    order,
    quote,
    methodId,
    locale,
    terms: { catalog, taxBasis, taxes, billing },
  }: Charge & { readonly order: Order; readonly quote: OrderQuote; readonly methodId: string },
): Promise<void> {
  const tax = taxBasis && agreedTaxes(taxes, billing, quote);
  const content = {
    ...contentOf(catalog, quote, order.lines),
    ...(locale !== undefined && { locale }),
    ...(tax && { tax }),
  };
  const buyer: Buyer = { customerId: order.customerId, billing, linkId: null };
  const payment = await openCharge(tx, {
    subject: orderSubject(order),
    amountMinor: quote.total.dueMinor,
    currency: quote.currency,
    methodId,
    items: paymentItems(catalog, content),
    payer: { name: billing.name ?? '', email: billing.email ?? '' },
    ...payerBilling(buyer),
  });
  await recordPurchase(tx, payment, { order, content, buyer });
  await advanceOrder(tx, order, ['PaymentStarted'], { content, lastPaymentFailure: null });
}

/**
 * Ends the charge of an order that has not reached the provider yet: it never will. One that has, and the payment of a
 * buyer, stay as they are. The caller holds the lock of the order.
 */
export async function stopCharge(tx: CommandTx, orderId: string): Promise<void> {
  await dropCharge(tx, orderSubject({ id: orderId }));
}
