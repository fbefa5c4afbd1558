import type { Context } from '../../modules/accounts/index.ts';
import type { Catalog } from '../../modules/catalog/index.ts';
import { canSaveMethods } from '../../modules/payments/index.ts';

/**
 * Whether the shop sells what has a billing cycle: its payment provider saves methods. False without asking for a catalogue
 * that has nothing of the kind.
 */
export async function sellsSubscriptions(ctx: Context, catalog: Catalog): Promise<boolean> {
  return hasBillingCycles(catalog) && (await canSaveMethods(ctx));
}

const results = new WeakMap<Catalog, boolean>();

/** Whether anything in a catalogue has a billing cycle. */
export function hasBillingCycles(catalog: Catalog): boolean {
  const before = results.get(catalog);
  if (before !== undefined) return before;
  const result = [...catalog.products, ...catalog.bundles].some(({ variations }) =>
    variations.some(({ recurrence }) => recurrence !== 'OneOff'),
  );
  results.set(catalog, result);
  return result;
}
