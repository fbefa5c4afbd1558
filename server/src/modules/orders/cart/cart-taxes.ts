import type { ReadContext } from '../../accounts/index.ts';
import type { Customer } from '../../customers/index.ts';
import type { TaxRules } from '../../pricing/index.ts';
import { assessBuyer, type StatedBuyer, type TaxBasis } from '../../taxes/index.ts';
import { currentBilling } from '../billing/customer-billing.ts';
import { guestBilling } from '../billing/guest-billing.ts';
import type { Billing, Order } from '../tables.ts';

type TaxedOrder = Pick<Order, 'accountId' | 'id' | 'customerId' | 'status' | 'billing' | 'billingOrigin'>;

/**
 * Who sees the prices of a cart. Billing details are personal, and taxes tell of them: they count for the owner (and the
 * vendor), and not for a visitor, who may only know the id.
 */
export type Audience = 'Owner' | 'Visitor';

/** The audience of a caller: nobody who is not signed in is the owner. */
export function audienceFor(
  { customerId: owner }: Pick<Order, 'customerId'>,
  customerId: string | undefined,
): Audience {
  return owner !== null && owner === customerId ? 'Owner' : 'Visitor';
}

/**
 * The taxes of a cart before its buyer is at the checkout: by the billing details as far as the audience may know them,
 * else for the country of the visitor's connection. A guest's count in the network that they came from. Nobody is asked about a tax id yet, so one that has to be checked changes nothing.
 */
export async function cartTaxes(
  ctx: ReadContext,
  basis: TaxBasis | undefined,
  order: TaxedOrder,
  { audience, caller }: { readonly audience: Audience; readonly caller?: Customer | undefined },
): Promise<TaxRules | undefined> {
  if (basis === undefined) return undefined;
  const billing =
    audience === 'Owner'
      ? await currentBilling(ctx, order, caller)
      : guestBilling(ctx, order, ctx.addressGroup?.());
  const stated = statedBy(billing ?? {});
  const connectionCountry = ctx.visitorCountry?.();
  const { rules } = await assessBuyer(ctx, basis, { stated, connectionCountry });
  return rules;
}

/** The parts of billing details that taxes depend on. */
export function statedBy({ address, taxId }: Billing): StatedBuyer {
  return {
    country: address?.countryCode,
    region: address?.region,
    postCode: address?.postCode,
    taxId,
  };
}
