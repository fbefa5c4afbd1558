import { transaction } from '../../platform/context/context.ts';
import type { Context } from '../accounts/index.ts';
import { recordCustomerEvent } from './events.ts';

/** Records in the journal that whoever acts for the vendor got everything that is stored about a customer. */
export function recordExport(ctx: Context, customerId: string): Promise<void> {
  return transaction(ctx, async (tx) => {
    recordCustomerEvent(tx, { type: 'customer.exported', subjects: { customer: customerId }, data: {} });
  });
}
