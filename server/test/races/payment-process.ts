import { type Account, findAccount } from '../../src/modules/accounts/index.ts';
import { ensureCustomer } from '../../src/modules/customers/index.ts';
import { grantLicenses } from '../../src/modules/licensing/index.ts';
import { recordPaymentReport, updateOrder } from '../../src/modules/orders/index.ts';
import {
  findPayment,
  type PaymentReport,
  sandboxReport,
  settlePayment,
} from '../../src/modules/payments/index.ts';
import type { System } from '../../src/platform/system.ts';
import { systemOver } from '../licensing.ts';
import { parameters, takePart } from '../processes.ts';

/** Arguments: database, race, the number of this process, and `paymentId/orderId` pairs, one per race. */
const [location = '', race = '', number = '', list = ''] = await parameters();
const subjects = list.split(',').map((pair) => pair.split('/'));

type Attempt = (system: System, account: Account, paymentId: string, orderId: string) => Promise<void>;

/** Every process reports the same event. */
const repeat: Attempt = (system, account, paymentId) =>
  recordPaymentReport(system, account, sandboxReport(paymentId, 'Succeed'));

/** Every process reports the success under a name of its own, and a failure beside it. */
const contradict: Attempt = async (system, account, paymentId) => {
  const report = (kind: PaymentReport['outcome']): PaymentReport => ({
    provider: 'sandbox',
    eventId: `${paymentId}-${kind.kind}-${number}`,
    paymentId,
    outcome: kind,
  });
  await Promise.all([
    recordPaymentReport(system, account, report({ kind: 'Failed', reason: 'declined' })),
    recordPaymentReport(system, account, report({ kind: 'Succeeded' })),
  ]);
};

/** One process reports the success while the others try to empty the cart. */
const change: Attempt = async (system, account, paymentId, orderId) => {
  if (number === '0') return repeat(system, account, paymentId, orderId);
  const patch = { items: [], utm: {} };
  await updateOrder(system, account, { orderId, customerId: undefined, patch }).catch((error: unknown) => {
    if (!(error instanceof Error && 'status' in error && error.status === 409)) throw error;
  });
};

/** Looks whether the payment is settled, then grants: what the real one must not be. */
const repeatNaively: Attempt = async (system, account, paymentId) => {
  const payment = await findPayment(system.database.reader, account.id, paymentId);
  if (payment?.status !== 'Pending') return;
  await system.database.transaction(async (tx) => {
    await settlePayment(tx, payment, { status: 'Succeeded', failure: null, settledAt: system.clock.now() });
    const { id: customerId } = await ensureCustomer(system, tx, account, { email: 'racer@example.com' });
    for (const { productId, quantity } of payment.content.grants) {
      await grantLicenses(system, tx, account, { customerId, productId, quantity });
    }
  });
};

const ATTEMPTS: Record<string, Attempt> = { repeat, contradict, change, 'repeat-naively': repeatNaively };

await takePart(location, async (database) => {
  const system = await systemOver(database);
  const account = await findAccount(system, 'demo');
  const attempt = ATTEMPTS[race];
  if (account === undefined || attempt === undefined) throw new Error(`there is no race ${race}`);
  for (const [paymentId = '', orderId = ''] of subjects) await attempt(system, account, paymentId, orderId);
  return subjects.length;
});
