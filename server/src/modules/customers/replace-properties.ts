import { invalidInput, notFound } from '../../kernel/problem.ts';
import { checkProperties, isCustomProperties } from '../../kernel/properties.ts';
import { checkRevision } from '../../kernel/revision.ts';
import { transaction } from '../../platform/context/context.ts';
import type { Context } from '../accounts/index.ts';
import { changeProfile } from './change-customer.ts';
import { lockCustomer } from './queries.ts';
import type { Customer } from './tables.ts';

/**
 * Replaces the custom properties of a customer (core API, Customers); tokens have them from the next renewal on. Raises
 * 400 with every issue, `NotFound`, also for a deleted customer, and `StaleRevision`.
 */
export async function replaceCustomerProperties(
  ctx: Context,
  {
    id,
    properties,
    expectedRevision,
  }: { readonly id: string; readonly properties: unknown; readonly expectedRevision?: number | undefined },
): Promise<Customer> {
  if (!isCustomProperties(properties)) throw invalidInput({ errors: checkProperties(properties) });
  return transaction(ctx, async (tx) => {
    const customer = await lockCustomer(tx, id);
    if (customer === undefined) throw notFound({ detail: `There is no customer ${id}.` });
    checkRevision(customer, expectedRevision);
    return changeProfile(tx, customer, { properties });
  });
}
