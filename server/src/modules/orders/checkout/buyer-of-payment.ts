import type { QueryContext } from '../../accounts/index.ts';
import { taxIdIssues } from '../../taxes/index.ts';
import { customerBilling } from '../quote/billing.ts';
import { ownerMissing } from '../problems.ts';
import type { PaymentRequest } from './payment-request.ts';
import type { Billing, BillingDetails, Buyer, Order } from '../tables.ts';

/** The facts that determine the buyer. */
export type BuyerInput = Pick<PaymentRequest, 'link' | 'buyer' | 'details'> & {
  /** The billing country, if the page has one without the rest of the address. */
  readonly country?: string | null | undefined;
};

/**
 * The buyer that the payment stores: the customer's own data, and the buyer's input. Raises `OrderTaken` when the
 * customer of the order is deleted.
 */
export async function buyerOfPayment(
  ctx: QueryContext,
  order: Pick<Order, 'customerId' | 'billing'>,
  { buyer, details, link, country }: BuyerInput,
): Promise<Buyer> {
  const { customerId } = order;
  // Anybody with the id of a guest's cart can set the billing details: only those that the guest saw and sent count.
  if (customerId === null) return { customerId, billing: { ...details, ...buyer }, linkId: link.id };
  const profile = await customerBilling(ctx, order);
  if (link.buyer.kind === 'Stranger') {
    if (profile.email === undefined) throw ownerMissing();
    const { email = profile.email } = order.billing;
    const billing = statedByStranger(ctx, { ...profile, ...order.billing, email }, details);
    return { customerId, billing, payer: buyer, linkId: link.id };
  }
  // A customer's receipt goes to the billing address they entered, or to their own, no matter what is entered on the
  // page.
  const email = order.billing.email ?? profile.email ?? buyer.email;
  const defaults = { ...profile, ...order.billing };
  const billing = { ...defaults, ...details, ...buyer, email };
  const isIgnored = await isUnusable(defaults, { ...billing, country });
  return { customerId, billing: isIgnored ? { ...billing, taxId: null } : billing, linkId: link.id };
}

/**
 * Whether the customer's stored tax id cannot be one of the billing country, or is none at all, such as an imported
 * “n/a”: it is ignored, because it must not stop the customer's purchases, and makes nobody a business.
 */
async function isUnusable(
  defaults: Billing,
  { taxId, address, country }: Billing & Pick<BuyerInput, 'country'>,
): Promise<boolean> {
  if (!taxId?.trim() || taxId !== defaults.taxId) return false;
  if (!/\d/.test(taxId)) return true;
  return (await taxIdIssues(taxId, country ?? address?.countryCode, address?.postCode)).length > 0;
}

/**
 * The taxes of a stranger's payment follow the stranger's details: those of the owner would reveal the owner's
 * location, and whether it is a business. The purchase has these details in place of the owner's, so that its invoice
 * fits its taxes.
 */
function statedByStranger(
  { account }: QueryContext,
  owner: Billing,
  { businessName, taxId, address }: BillingDetails = {},
): Billing {
  if (account.settings.tax.mode !== 'own') return owner;
  const { name, email, phone } = owner;
  return {
    ...(name !== undefined && { name }),
    ...(email !== undefined && { email }),
    ...(phone !== undefined && { phone }),
    ...(businessName && { businessName }),
    ...(taxId && { taxId }),
    ...(address && { address }),
  };
}
