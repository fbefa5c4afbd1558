import { invalidInput } from '../../../kernel/problem.ts';
import { readContext } from '../../../platform/context/context.ts';
import type { Context, QueryContext } from '../../accounts/index.ts';
import { providerCalculatesTaxes } from '../../payments/index.ts';
import type { OrderQuote } from '../../pricing/index.ts';
import {
  assessBuyer,
  type BuyerTaxes,
  checkVies,
  countryName,
  loadTaxBasis,
  type StatedBuyer,
  TAX_ID_IGNORED,
  type TaxBasis,
  taxCountryUnclear,
  type TaxIssues,
} from '../../taxes/index.ts';
import { consentIssues, type ConsentingBuyer } from '../domain/delivery-consent.ts';
import { statedBy } from '../quote/billing.ts';
import { quoteLines } from '../quote/order-quote.ts';
import { orderChanged } from '../problems.ts';
import { readOrder } from '../order/store.ts';
import type { Billing, PurchaseTax } from '../tables.ts';
import { type BuyerInput, buyerOfPayment } from './buyer-of-payment.ts';
import { audienceOf, mayPay } from '../rights/rights.ts';
import type { CheckoutView } from './checkout.ts';
import { payerBilling, type PaymentRequest } from './payment-request.ts';
import { recurringIssues, recurringTerms } from './recurring-terms.ts';
import { disclosedTaxIdIssues, disclosureNotice } from './disclosed-tax-id.ts';

/** The taxes of a payment, with the buyer's statements that they follow from. */
export interface TaxesToPay extends BuyerTaxes {
  readonly stated: StatedBuyer;
}

/** The buyer's input, as far as it is filled in. */
interface QuoteRequest extends Omit<BuyerInput, 'link' | 'country'> {
  /** A place without the rest of its address; the details then have no address. */
  readonly place?: StatedBuyer | undefined;
  readonly isCountryConfirmed?: boolean | undefined;
}

/** The checkout for a buyer's input. */
export interface BuyerQuote extends CheckoutView {
  /**
   * Absent where the account collects no taxes, and once the order is no longer a cart. Where the payment provider
   * calculates them, only with a notice about the tax id.
   */
  readonly taxes?: BuyerTaxes;
}

/**
 * The checkout with the prices and taxes for the buyer's input, without storing anything. It may check the tax id in a
 * register, which takes up to some seconds. Raises `InvalidInput` for an invalid tax id, and 429 after many checks.
 */
export async function quoteForBuyer(
  ctx: Context,
  view: CheckoutView,
  { place, isCountryConfirmed, ...input }: QuoteRequest,
): Promise<BuyerQuote> {
  const { order, catalog, link } = view;
  const taxBasis = await loadTaxBasis(ctx);
  const isTaxed = taxBasis !== undefined || (await providerCalculatesTaxes(ctx));
  if (!isTaxed || order.status !== 'Open' || !mayPay(order, link)) return view;
  const buyer = await buyerOfPayment(ctx, order, { ...input, link, country: place?.country });
  const billing = taxBasis === undefined ? (payerBilling(buyer, input.details).billing ?? {}) : buyer.billing;
  const stated = { ...statedBy(billing), ...(!input.details?.address && place) };
  const { taxId } = { ...view.buyer.details, ...input.details };
  const ignored = taxId && !billing.taxId ? TAX_ID_IGNORED : undefined;
  if (taxBasis === undefined) {
    const notice = ignored ?? (await disclosureNotice(ctx, stated));
    return notice === undefined ? view : { ...view, taxes: { isEstimate: false, notice, issues: {} } };
  }
  const assessed = await assess(ctx, taxBasis, stated, { isConfirmed: isCountryConfirmed, purpose: 'Quote' });
  const taxes = ignored === undefined ? assessed : { ...assessed, notice: ignored };
  const errors = issuesOf({ taxId: taxes.issues.taxId });
  if (Object.keys(errors).length > 0) throw invalidInput({ errors });
  const cart = { order, taxBasis, audience: audienceOf(order, { link }), taxes: taxes.rules };
  const quote = await quoteLines(readContext(ctx), catalog, cart);
  return { ...view, quote, taxes };
}

/** The taxes of a payment, outside of its transaction; `undefined` where that will refuse it anyway. */
export async function taxesToPay(
  ctx: Context,
  basis: TaxBasis,
  request: BuyerInput & { readonly orderId: string; readonly isCountryConfirmed?: boolean | undefined },
): Promise<TaxesToPay | undefined> {
  const order = await readOrder(ctx.database.reader, ctx.account.id, request.orderId);
  if (order?.status !== 'Open' || !mayPay(order, request.link)) return undefined;
  const { billing } = await buyerOfPayment(ctx, order, request);
  const stated = statedBy(billing);
  const options = { isConfirmed: request.isCountryConfirmed, purpose: 'Payment' } as const;
  return { ...(await assess(ctx, basis, stated, options)), stated };
}

/** The taxes of a payment that no buyer attends, from billing details alone, outside of its transaction. */
export async function taxesOfBilling(ctx: Context, basis: TaxBasis, billing: Billing): Promise<TaxesToPay> {
  const stated = statedBy(billing);
  const options = { isConfirmed: true, isUnattended: true, purpose: 'Payment' } as const;
  return { ...(await assess(ctx, basis, stated, options)), stated };
}

type Agreement = Pick<PaymentRequest, 'consentWording' | 'recurringWording' | 'isAnotherSubscription'>;

/**
 * The mistakes and gaps of the buyer's input that affect a payment: those of its taxes, without asking a register, and a
 * missing consent to immediate delivery or to later charges.
 */
export async function buyerIssues(
  ctx: Context,
  { order, quote, link, catalog }: CheckoutView,
  { consentWording, ...input }: Omit<BuyerInput, 'link'> & Agreement,
): Promise<Record<string, string[]>> {
  const basis = await loadTaxBasis(ctx);
  if (order.status !== 'Open' || !mayPay(order, link)) return {};
  const recurring = recurringIssues(await recurringTerms(ctx, { order, catalog, quote, link }), input);
  if (!needsTaxes(quote)) return recurring;
  const buyer = await buyerOfPayment(ctx, order, { ...input, link });
  const { billing } = buyer;
  const consent = consentIssuesOf(ctx, { billing, dueMinor: quote.total.dueMinor, consentWording });
  const taxes = basis
    ? await taxIssues(ctx, basis, billing)
    : await disclosedTaxIdIssues(ctx, payerBilling(buyer, input.details));
  return { ...recurring, ...consent, ...taxes };
}

/** The issue with a missing consent of a buyer. */
export function consentIssuesOf(
  ctx: QueryContext,
  buyer: Omit<ConsentingBuyer, 'connectionCountry'>,
): Record<string, string[]> {
  return consentIssues({ ...buyer, connectionCountry: ctx.visitorCountry?.() });
}

async function taxIssues(ctx: Context, basis: TaxBasis, billing: Billing): Promise<Record<string, string[]>> {
  const signs = { stated: statedBy(billing), connectionCountry: ctx.visitorCountry?.() };
  return issuesOf((await assessBuyer(ctx, basis, signs)).issues);
}

/**
 * The tax evidence that the purchase keeps. Raises `InvalidInput` without the required details, `TaxCountryUnclear`,
 * and `OrderChanged` when the buyer's details have changed meanwhile. A free order of nothing recurring needs none of it.
 */
export function agreedTaxes(
  taxes: TaxesToPay | undefined,
  billing: Billing,
  quote: OrderQuote,
): PurchaseTax | undefined {
  if (!needsTaxes(quote)) return undefined;
  if (taxes === undefined || JSON.stringify(taxes.stated) !== JSON.stringify(statedBy(billing)))
    throw orderChanged();
  const errors = issuesOf(taxes.issues);
  if (Object.keys(errors).length > 0) throw invalidInput({ errors });
  const { place, evidence, taxIdCheck, unclearCountry } = taxes;
  if (place === undefined || evidence === undefined) throw new Error('taxes were worked out without a place');
  if (unclearCountry !== undefined)
    throw taxCountryUnclear({ detail: question(place.country, unclearCountry) });
  return { place, evidence, ...(taxIdCheck && { taxIdCheck }) };
}

/** Whether taxes are due, today or with a later payment: nobody asks the buyer then. */
function needsTaxes({ total, lines }: OrderQuote): boolean {
  return total.subtotalMinor > 0 || lines.some(({ renewal }) => renewal !== undefined);
}

function assess(
  ctx: Context,
  basis: TaxBasis,
  stated: StatedBuyer,
  {
    purpose,
    ...signs
  }: {
    readonly isConfirmed: boolean | undefined;
    readonly isUnattended?: boolean;
    readonly purpose: 'Quote' | 'Payment';
  },
): Promise<BuyerTaxes> {
  const connectionCountry = ctx.visitorCountry?.();
  return assessBuyer(ctx, basis, { stated, connectionCountry, ...signs }, (taxId, requester) =>
    checkVies(ctx, taxId, requester, purpose),
  );
}

const PATHS = {
  country: 'billing.address.countryCode',
  postCode: 'billing.address.postCode',
  locality: 'billing.address.locality',
  taxId: 'billing.taxId',
} as const;

function issuesOf(issues: TaxIssues): Record<string, string[]> {
  const { country, postCode, locality, taxId } = issues;
  return {
    ...(country && { [PATHS.country]: [...country] }),
    ...(postCode && { [PATHS.postCode]: [...postCode] }),
    ...(locality && { [PATHS.locality]: [...locality] }),
    ...(taxId && { [PATHS.taxId]: [...taxId] }),
  };
}

function question(billing: string, other: string): string {
  return `Your billing country is ${countryName(billing)}, but you seem to be in ${countryName(other)}. Confirm that ${countryName(billing)} is right: taxes depend on it. Nothing was charged.`;
}
