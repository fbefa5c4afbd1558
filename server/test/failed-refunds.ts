import type { PaymentTables } from '../src/modules/payments/tables.ts';
import type { TestApp } from './harness.ts';

/** The refunds of an order fail, by default now, although the provider had reported their success. */
export async function failRefunds(
  { system }: TestApp,
  orderId: string,
  settledAt = system.clock.now(),
): Promise<void> {
  await system.database.transaction((tx) =>
    tx
      .tables<PaymentTables>()
      .updateTable('refunds')
      .set({ status: 'Failed', settledAt })
      .where('subjectId', '=', orderId)
      .execute(),
  );
}
