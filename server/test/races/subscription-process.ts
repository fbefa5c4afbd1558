import { type Context, findAccount } from '../../src/modules/accounts/index.ts';
import { chargeOrder, openOrdersOf, payOrder, placeOrder } from '../../src/modules/orders/index.ts';
import { priceOfPayment } from '../../src/modules/pricing/index.ts';
import {
  cancelSubscription,
  changePlan,
  openPayoff,
  planTerms,
  retryRenewal,
  returnMoneyJob,
  takeStep,
} from '../../src/modules/subscriptions/index.ts';
import { renewalTerms } from '../../src/modules/subscriptions/renewal-terms.ts';
import { changeSubscription, readSubscription } from '../../src/modules/subscriptions/store.ts';
import type { Subscription } from '../../src/modules/subscriptions/tables.ts';
import { Problem } from '../../src/kernel/problem.ts';
import { transaction } from '../../src/platform/context/context.ts';
import { testClock } from '../clock.ts';
import { testContext } from '../context.ts';
import { systemOver } from '../licensing.ts';
import { runJobs, runPaymentJobs } from '../payments.ts';
import { parameters, takePart } from '../processes.ts';
import { GUEST_LINK } from '../shop.ts';

/** Arguments: database, race, the number of this process, the time of its clock, and the subscriptions, one per race. */
const [location = '', race = '', number = '', startsAt = '', list = ''] = await parameters();
const ids = list.split(',');
const isFirst = number === '0';

type Attempt = (ctx: Context, id: string) => Promise<unknown>;

/** Another process was faster, or it is too late: that is said in a sentence. */
async function unlessRefused(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
  }
}

/** The step of a subscription, and the jobs of its charge. */
const renew: Attempt = async (ctx, id) => {
  await takeStep(ctx, id);
  await runPaymentJobs(ctx);
};

const cancel: Attempt = (ctx, id) => cancelSubscription(ctx, id);

const change: Attempt = async (ctx, id) => {
  await changePlan(ctx, id, { variationId: 'racer-pro' }, await planTerms(ctx, id));
  await runPaymentJobs(ctx);
};

const payOff: Attempt = async (ctx, id) => {
  await openPayoff(ctx, id);
  const [order] = await transaction(ctx, (tx) => openOrdersOf(tx, id, 'Payoff'));
  if (order === undefined) return;
  const { customerId = '' } = (await readSubscription(ctx.database.reader, ctx.account.id, id)) ?? {};
  await payOrder(ctx, {
    orderId: order.id,
    link: { ...GUEST_LINK, buyer: { kind: 'Customer', customerId } },
    buyer: { name: 'Racer', email: '' },
    returnUrl: 'https://shop.example',
  });
};

/** The vendor charges it again, by the same job. */
const retry: Attempt = async (ctx, id) => {
  await retryRenewal(ctx, id);
  await renew(ctx, id);
};

const against =
  (other: Attempt): Attempt =>
  (ctx, id) =>
    unlessRefused(() => (isFirst ? renew(ctx, id) : other(ctx, id)));

/** Checks whether a renewal is due, then charges it, without a lock between the two: the wrong implementation. */
const renewNaively: Attempt = async (ctx, id) => {
  const subscription = await readSubscription(ctx.database.reader, ctx.account.id, id);
  if (subscription === undefined) return;
  const { dueAt, customerId, currency, lineId, productId, variationId, quantity, price, methodId } =
    subscription;
  if (dueAt === null || dueAt > ctx.clock.now()) return;
  const terms = await renewalTerms(ctx, subscription);
  await transaction(ctx, async (tx) => {
    const agreed = priceOfPayment(price, 1);
    const line = { id: lineId, productId, bundleId: null, variationId, quantity, offerId: null, agreed };
    const order = await placeOrder(tx, {
      origin: 'Renewal',
      subscriptionId: id,
      customerId,
      currency,
      billing: {},
      lines: [line],
    });
    await chargeOrder(tx, { orderId: order.id, methodId, locale: undefined, terms });
    await changeSubscription(tx, subscription, { dueAt: null, updatedAt: tx.clock.now() });
  });
};

/** How often a slow process looks whether the renewal beside it has come between its reading and its writing. */
const LOOKS = 200;

/** Reads a subscription, then writes what it has read with a change: the wrong implementation. */
const writeNaively =
  (changes: (now: Date) => Partial<Subscription>): Attempt =>
  async (ctx, id) => {
    if (isFirst) return renew(ctx, id);
    const read = await readSubscription(ctx.database.reader, ctx.account.id, id);
    if (read === undefined) return undefined;
    let latest = read;
    for (let look = 0; look < LOOKS && latest.renewedAt === null; look += 1)
      latest = (await readSubscription(ctx.database.reader, ctx.account.id, id)) ?? read;
    const { paidUntil, expiresAt, dueAt } = read;
    const now = ctx.clock.now();
    const stale = { paidUntil, expiresAt, dueAt, ...changes(now), updatedAt: now };
    return transaction(ctx, (tx) => changeSubscription(tx, read, stale));
  };

const ATTEMPTS: Record<string, Attempt> = {
  renew,
  cancel: against(cancel),
  change: against(change),
  payoff: against(payOff),
  retry: against(retry),
  'renew-naively': renewNaively,
  'retry-naively': against(renewNaively),
  'cancel-naively': writeNaively((now) => ({ status: 'Cancelled', cancelledAt: now })),
  'change-naively': writeNaively(() => ({ variationId: 'racer-pro' })),
  'payoff-naively': writeNaively(() => ({ status: 'Completed' })),
};

await takePart(location, async (database) => {
  const system = await systemOver(database, testClock(new Date(startsAt)));
  const account = await findAccount(system, 'demo');
  const attempt = ATTEMPTS[race];
  if (account === undefined || attempt === undefined) throw new Error(`there is no race ${race}`);
  const ctx = testContext(system, account);
  for (const id of ids) await attempt(ctx, id);
  await runPaymentJobs(ctx);
  // Money that came too late goes back.
  await runJobs(ctx, returnMoneyJob);
  return ids.length;
});
