import { type Context, findAccount } from '../../src/modules/accounts/index.ts';
import { ensureCustomer } from '../../src/modules/customers/index.ts';
import { grantLicenses } from '../../src/modules/licensing/index.ts';
import { fulfilJob, fulfilNow, updateOrder } from '../../src/modules/orders/index.ts';
import { readPurchase } from '../../src/modules/orders/purchase/store-purchases.ts';
import { readPayment, writeEnd } from '../../src/modules/payments/store.ts';
import { transaction } from '../../src/platform/context/context.ts';
import { testContext } from '../context.ts';
import { systemOver } from '../licensing.ts';
import { recordPaymentState } from '../../src/modules/payments/index.ts';
import { startJobWorker } from '../../src/platform/jobs/start-job-worker.ts';
import { DECLINED, paidInFull, report } from '../payments.ts';
import { parameters, takePart } from '../processes.ts';

/** Arguments: database, race, the number of this process, and `paymentId/orderId` pairs, one per race. */
const [location = '', race = '', number = '', list = ''] = await parameters();
const subjects = list.split(',').map((pair) => pair.split('/'));

type Attempt = (ctx: Context, paymentId: string, orderId: string) => Promise<void>;

const PAID = paidInFull({ amountMinor: 200, currency: 'EUR' });

/** Every process reports that the money has arrived. */
const repeat: Attempt = (ctx, id) => report(ctx, { id }, PAID);

/** The buyer's return in one process; the event and the jobs of fulfilment in the others: each tries to deliver. */
const triggers: Attempt = async (ctx, id, orderId) => {
  await recordPaymentState(ctx, id, PAID);
  if (number === '0') return fulfilNow(ctx, orderId);
  const worker = startJobWorker(
    ctx,
    { [fulfilJob.kind]: fulfilJob.handler(ctx) },
    { pollIntervalMs: 0, onlyKinds: [fulfilJob.kind] },
  );
  await worker.drain();
  await worker.stop();
};

/** Every process reports that the money has arrived, and also that the payment failed. */
const contradict: Attempt = async (ctx, id) => {
  await Promise.all([report(ctx, { id }, DECLINED), report(ctx, { id }, PAID)]);
};

/** One process reports the success while the others try to empty the cart. */
const change: Attempt = async (ctx, paymentId, orderId) => {
  if (number === '0') return repeat(ctx, paymentId, orderId);
  const patch = { items: [], utm: {} };
  await updateOrder(ctx, { orderId, customerId: undefined, patch }).catch((error: unknown) => {
    if (!(error instanceof Error && 'status' in error && error.status === 409)) throw error;
  });
};

/** Checks whether the payment is settled, then grants: the wrong implementation. */
const repeatNaively: Attempt = async (ctx, paymentId) => {
  const { reader } = ctx.database;
  const payment = await readPayment(reader, ctx.account.id, paymentId);
  const purchase = await readPurchase(reader, ctx.account.id, paymentId);
  if (payment?.status !== 'Pending') return;
  await transaction(ctx, async (tx) => {
    await writeEnd(tx, payment, { ...payment, status: 'Succeeded', settledAt: ctx.clock.now() });
    const { id: customerId } = await ensureCustomer(tx, { email: 'racer@example.com' });
    for (const { productId, quantity } of purchase?.content.grants ?? []) {
      await grantLicenses(tx, { customerId, productId, quantity });
    }
  });
};

const ATTEMPTS: Record<string, Attempt> = {
  repeat,
  triggers,
  contradict,
  change,
  'repeat-naively': repeatNaively,
};

await takePart(location, async (database) => {
  const system = await systemOver(database);
  const account = await findAccount(system, 'demo');
  const attempt = ATTEMPTS[race];
  if (account === undefined || attempt === undefined) throw new Error(`there is no race ${race}`);
  for (const [paymentId = '', orderId = ''] of subjects)
    await attempt(testContext(system, account), paymentId, orderId);
  return subjects.length;
});
