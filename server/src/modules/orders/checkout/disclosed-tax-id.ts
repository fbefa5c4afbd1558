import { refuseIssues } from '../../../kernel/problem.ts';
import type { Context } from '../../accounts/index.ts';
import { type PaymentOrder, providerCalculatesTaxes } from '../../payments/index.ts';
import {
  checkVies,
  proveBusiness,
  type StatedBuyer,
  type TaxNotice,
  taxIdIssues,
} from '../../taxes/index.ts';
import { statedBy } from '../quote/billing.ts';
import { readOrder } from '../order/store.ts';
import { mayPay } from '../rights/rights.ts';
import { buyerOfPayment } from './buyer-of-payment.ts';
import { type DisclosedDetails, payerBilling, type PaymentRequest } from './payment-request.ts';

type PayerDetails = Pick<PaymentOrder, 'billing'>;

/**
 * Leaves a tax id that nothing proves to be a business's out of what a provider learns that calculates the taxes: it would
 * charge none for any id of the right form. Outside of the transaction of the payment: it may ask a register, and raises 429
 * after many checks, and `InvalidInput` for an id that cannot be one of the billing country, or is one of a private person.
 */
export async function disclosedDetails(ctx: Context, request: PaymentRequest): Promise<DisclosedDetails> {
  if (!(await providerCalculatesTaxes(ctx))) return (details) => details;
  const order = await readOrder(ctx.database.reader, ctx.account.id, request.orderId);
  if (order?.status !== 'Open' || !mayPay(order, request.link)) return withoutTaxId;
  const proven = payerBilling(await buyerOfPayment(ctx, order, request), request.details);
  refuseIssues(await disclosedTaxIdIssues(ctx, proven));
  const { isProven } = await proveBusiness(ctx, statedBy(proven.billing ?? {}), (taxId, requester) =>
    checkVies(ctx, taxId, requester, 'Payment'),
  );
  const same = JSON.stringify(proven);
  return (details) => (isProven && JSON.stringify(details) === same ? details : withoutTaxId(details));
}

/**
 * Why a business is charged tax by a provider that calculates the taxes, although it states a tax id: see
 * `disclosedDetails`. Raises the same as that.
 */
export async function disclosureNotice(ctx: Context, stated: StatedBuyer): Promise<TaxNotice | undefined> {
  const issues = await taxIdIssues(stated.taxId, stated.country ?? undefined, stated.postCode);
  refuseIssues({ 'billing.taxId': issues });
  const { notice } = await proveBusiness(ctx, stated, (taxId, requester) =>
    checkVies(ctx, taxId, requester, 'Quote'),
  );
  return notice;
}

/** The mistakes in a tax id for a provider that calculates the taxes, by the field of the payment. */
export async function disclosedTaxIdIssues(
  ctx: Context,
  { billing: { taxId, address } = {} }: PayerDetails,
): Promise<Record<string, string[]>> {
  if (!(await providerCalculatesTaxes(ctx))) return {};
  const issues = await taxIdIssues(taxId, address?.countryCode, address?.postCode);
  return issues.length === 0 ? {} : { 'billing.taxId': issues };
}

function withoutTaxId({ billing = {} }: PayerDetails): PayerDetails {
  const { taxId: _, ...rest } = billing;
  return Object.keys(rest).length === 0 ? {} : { billing: rest };
}
