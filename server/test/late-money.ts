import assert from 'node:assert/strict';
import type { DisputeStatus } from '../src/modules/payments/domain/refund-state.ts';
import { listRefunds, recordReversals } from '../src/modules/payments/index.ts';
import type { ReportedDispute, Reversals } from '../src/modules/payments/provider.ts';
import { writeAttempt } from '../src/modules/payments/store.ts';
import type { Payment, PaymentTables } from '../src/modules/payments/tables.ts';
import { cancelSubscription, takeStep } from '../src/modules/subscriptions/index.ts';
import type { Subscription } from '../src/modules/subscriptions/tables.ts';
import { transaction } from '../src/platform/context/context.ts';
import type { TestApp } from './harness.ts';
import { paidInFull, report } from './payments.ts';
import { periodsNow, subscribe } from './subscriptions.ts';

/** The order of the last period. */
export async function lastOrder(app: TestApp, subscription: Subscription): Promise<string> {
  return (await periodsNow(app, subscription)).at(-1)?.orderId ?? assert.fail('its last period has no order');
}

/** The payment of an order. */
export async function paymentOf(app: TestApp, orderId: string): Promise<Payment> {
  const payments = app.system.database.reader.tables<PaymentTables>().selectFrom('payments').selectAll();
  return (await payments.where('subjectId', '=', orderId).executeTakeFirst()) ?? assert.fail('no payment');
}

/** The provider reports about the payment of an order. */
export async function reportReversals(
  app: TestApp,
  orderId: string,
  reversals: Partial<Reversals>,
): Promise<void> {
  const { id } = await paymentOf(app, orderId);
  await recordReversals(app.ctx, id, { refunds: [], disputes: [], warnings: [], ...reversals });
}

/** The bank of the buyer sends the money of a refund of an order back: of the last one, or of one before it. */
export async function refundFails(app: TestApp, orderId: string, { before = 0 } = {}): Promise<void> {
  const refunds = await listRefunds(app.ctx, { kind: 'Order', id: orderId, limit: before + 1 });
  const refund = refunds[before] ?? assert.fail('no refund');
  const { id: refundId, amountMinor, currency, providerReference } = refund;
  const reference = providerReference ?? `refund-${refundId}`;
  const news = { reference, refundId, amountMinor, currency };
  for (const status of ['Succeeded', 'Failed'] as const)
    await reportReversals(app, orderId, { refunds: [{ ...news, status }] });
}

/** The bank of the buyer decides, or has to decide, about all of a renewal. */
export function dispute(app: TestApp, orderId: string, status: DisputeStatus): Promise<void> {
  const amount = { amountMinor: 4_900, currency: 'EUR' };
  const news: ReportedDispute = { reference: 'd-1', ...amount, reason: 'fraudulent', status };
  return reportReversals(app, orderId, { disputes: [news] });
}

/** A renewal whose charge arrives after its cancellation, and is disputed before it can be returned. */
export async function lateAndDisputed(
  app: TestApp,
): Promise<{ subscription: Subscription; orderId: string }> {
  const { subscription } = await subscribe(app, { method: 'Succeeds' });
  app.system.clock.set(subscription.paidUntil);
  await takeStep(app.ctx, subscription.id);
  const orderId = await lastOrder(app, subscription);
  const charge = await paymentOf(app, orderId);
  const { instruction } = charge;
  if (instruction === null || !('method' in instruction)) assert.fail('it is no charge');
  const attemptedAt = app.system.clock.now().toISOString();
  await transaction(app.ctx, (tx) => writeAttempt(tx, charge, { ...instruction, attemptedAt }));
  await cancelSubscription(app.ctx, subscription.id);
  await report(app.ctx, charge, paidInFull(charge));
  await dispute(app, orderId, 'Open');
  return { subscription, orderId };
}
