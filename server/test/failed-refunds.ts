import type { PaymentTables } from '../src/modules/payments/tables.ts';
import type { TestApp } from './harness.ts';

/** The refunds of an order fail now, although the provider had reported their success. */
export async function failRefunds({ system }: TestApp, orderId: string): Promise<void> {
  await system.database.transaction((tx) =>
    tx
      .tables<PaymentTables>()
      .updateTable('refunds')
      .set({ status: 'Failed', settledAt: system.clock.now() })
      .where('subjectId', '=', orderId)
      .execute(),
  );
}
