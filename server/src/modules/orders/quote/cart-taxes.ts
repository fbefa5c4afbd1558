import type { ReadContext } from '../../accounts/index.ts';
import type { Customer } from '../../customers/index.ts';
import type { TaxRules } from '../../pricing/index.ts';
import { assessBuyer, type StatedBuyer, type TaxBasis } from '../../taxes/index.ts';
import type { Audience } from '../rights/rights.ts';
import { currentBilling, guestBilling } from './billing.ts';
import type { Billing, Order } from '../tables.ts';

type TaxedOrder = Pick<Order, 'accountId' | 'id' | 'customerId' | 'status' | 'billing' | 'billingOrigin'>;

/**
 * The taxes of a cart before its buyer is at the checkout: from the billing details as far as the audience may know
 * them, otherwise for the country of the visitor's connection. A guest's details count in the network that they came
 * from. No register is queried yet, so a tax id that has to be checked changes nothing.
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
