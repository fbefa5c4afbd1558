import { randomUUID } from 'node:crypto';
import {
  type Context,
  createAccount,
  findAccount,
  updateSettings,
} from '../../src/modules/accounts/index.ts';
import { createVariation } from '../../src/modules/catalog/index.ts';
import { addCode, createCoupon } from '../../src/modules/coupons/index.ts';
import { ensureCustomer } from '../../src/modules/customers/index.ts';
import { createLicensedProduct } from '../../src/modules/licensing/index.ts';
import { applyCoupon, fulfilJob, payOrder, updateOrder } from '../../src/modules/orders/index.ts';
import { deleteMethodJob, refundJob, reversalsJob, settleJob } from '../../src/modules/payments/index.ts';
import {
  announcePriceJob,
  confirmPriceJob,
  dropUnpaidPlanJob,
  returnMoneyJob,
  stepJob,
  stepNowJob,
  subscriptionsOfOrder,
  takeStep,
} from '../../src/modules/subscriptions/index.ts';
import type { Subscription } from '../../src/modules/subscriptions/tables.ts';
import { transaction } from '../../src/platform/context/context.ts';
import { createLog } from '../../src/platform/log.ts';
import { startJobWorker } from '../../src/platform/jobs/start-job-worker.ts';
import { mailJob } from '../../src/platform/mail/mail-job.ts';
import type { System } from '../../src/platform/system.ts';
import { type Bank, openBank } from '../bank.ts';
import { testContext } from '../context.ts';
import { openTestSystem, type TestSystem } from '../harness.ts';
import { withProvider } from '../payments.ts';
import { GUEST_LINK } from '../shop.ts';
import type { ModelPlan } from './buyer-model.ts';

const plan = (id: string, cycle: ModelPlan['cycle'], unitMinor: number, more: Partial<ModelPlan> = {}) => ({
  id,
  cycle,
  unitMinor,
  ownAfter: null,
  freeDays: null,
  ...more,
});

/** What the shop sells, all of it of one product. */
export const PLANS: readonly ModelPlan[] = [
  plan('weekly', 'Weekly', 300),
  plan('monthly', 'Monthly', 900),
  plan('monthly-pro', 'Monthly', 1_500),
  plan('monthly-own', 'Monthly', 1_200, { ownAfter: 5 }),
  plan('monthly-free', 'Monthly', 1_000, { freeDays: 14 }),
  plan('daily', 'Daily', 100),
  plan('quarterly', 'Quarterly', 2_500),
  plan('yearly', 'Yearly', 9_000),
  plan('yearly-own', 'Yearly', 12_000, { ownAfter: 3 }),
];
/** The price of licenses that never end. */
export const PERPETUAL_MINOR = 20_000;
/** A coupon takes off so much, in percent, for so many payments. */
export const COUPON = { code: 'FIFTH', percent: 20, payments: 3 };

const PRODUCT = { type: 'Product', id: 'app' } as const;

async function writeSubscriptionShop(system: System): Promise<void> {
  const account = await createAccount(system, { id: 'demo', name: 'Demo', isDefault: true });
  const ctx = testContext(system, account);
  await createLicensedProduct(ctx, { id: PRODUCT.id, name: 'App' });
  await createVariation(ctx, PRODUCT, { id: 'once', name: 'Once', prices: { EUR: PERPETUAL_MINOR } });
  for (const { id, cycle, unitMinor, ownAfter, freeDays } of PLANS)
    await createVariation(ctx, PRODUCT, {
      id,
      name: id,
      recurrence: cycle,
      prices: { EUR: unitMinor },
      terms: { canPause: true, ownAfterCycles: ownAfter, freeDays },
    });
  const benefit = { type: 'PercentageOff', basisPoints: COUPON.percent * 100 } as const;
  const coupon = await createCoupon(ctx, {
    name: 'Fifth',
    benefit,
    recurringPaymentUseCount: COUPON.payments,
  });
  await addCode(ctx, { couponId: coupon.id, code: COUPON.code });
}

/** A subscription to be bought. */
interface Purchase {
  readonly plan: ModelPlan;
  readonly quantity?: number;
  readonly hasCoupon?: boolean;
  /** The time zone of the account at that moment. */
  readonly zone?: string;
}

/** A shop that sells subscriptions, its jobs, and a bank with a ledger. */
export interface SubscriptionShop {
  readonly system: TestSystem;
  readonly bank: Bank;
  /** The context of the account as it is now. */
  readonly context: () => Promise<Context>;
  /** A new customer buys a subscription, and saves a card. */
  readonly subscribe: (purchase: Purchase) => Promise<{ subscription: Subscription; customerId: string }>;
  /** Pays an order as its customer, in a process of its own or in another one. */
  readonly pay: (orderId: string, customerId: string, process?: Context) => Promise<void>;
  /** Runs what is due now, in `system`: that of the shop, or that of a process with other luck. */
  readonly runJobs: (system?: System) => Promise<void>;
  /** The kinds of jobs that it runs. */
  readonly kinds: readonly string[];
  readonly close: () => Promise<void>;
}

/** What moves subscriptions and their money. Mails are kept, as without a mail server; webhooks are not a part of that. */
function handlersOf(system: System) {
  return {
    [stepJob.kind]: stepJob.handler({ ...system, takeStep }),
    [stepNowJob.kind]: stepNowJob.handler({ ...system, takeStep }),
    [settleJob.kind]: settleJob.handler(system),
    [fulfilJob.kind]: fulfilJob.handler(system),
    [refundJob.kind]: refundJob.handler(system),
    [reversalsJob.kind]: reversalsJob.handler(system),
    [returnMoneyJob.kind]: returnMoneyJob.handler(system),
    [announcePriceJob.kind]: announcePriceJob.handler(system),
    [dropUnpaidPlanJob.kind]: dropUnpaidPlanJob.handler(system),
    [confirmPriceJob.kind]: confirmPriceJob.handler(system),
    [mailJob.kind]: mailJob.handler({
      ...system,
      transport: undefined,
      sender: { address: 'shop@shop.example' },
    }),
    [deleteMethodJob.kind]: deleteMethodJob.handler(system),
  };
}

/** `onLine` gets the lines of the log from warnings on. */
export async function openSubscriptionShop(
  onLine: (line: string) => void = () => undefined,
): Promise<SubscriptionShop> {
  const log = createLog('warn', { write: onLine });
  const opened = await openTestSystem({}, log, writeSubscriptionShop);
  const bank = openBank(() => opened.system.clock.now());
  const system = withProvider(opened.system, bank);
  const context = async (): Promise<Context> => {
    const account = await findAccount(system, 'demo');
    if (account === undefined) throw new Error('the shop has no account');
    return testContext(system, account);
  };

  async function pay(orderId: string, customerId: string, process?: Context): Promise<void> {
    await payOrder(process ?? (await context()), {
      orderId,
      link: { ...GUEST_LINK, buyer: { kind: 'Customer', customerId } },
      buyer: { name: 'Ann', email: '' },
      returnUrl: 'https://shop.example',
      recurringWording: '2026-12',
      isAnotherSubscription: true,
    });
  }

  async function subscribe({ plan: { id: variationId }, quantity = 1, hasCoupon = false, zone }: Purchase) {
    if (zone !== undefined) await updateSettings(await context(), { documents: { timeZone: zone } });
    const ctx = await context();
    const email = `${randomUUID()}@example.com`;
    const { id: customerId } = await transaction(ctx, (tx) => ensureCustomer(tx, { email, name: 'Ann' }));
    const orderId = randomUUID();
    const items = [{ type: 'Product' as const, productId: PRODUCT.id, variationId, quantity }];
    await updateOrder(ctx, { orderId, customerId, patch: { items, utm: {} } });
    if (hasCoupon) await applyCoupon(ctx, { orderId, caller: { customerId }, code: COUPON.code });
    await pay(orderId, customerId);
    const [subscription] = await subscriptionsOfOrder(ctx, orderId);
    if (subscription === undefined) throw new Error('nothing was subscribed to');
    return { subscription, customerId };
  }

  const kinds = Object.keys(handlersOf(system));
  return {
    system,
    bank,
    context,
    subscribe,
    pay,
    kinds,
    async runJobs(process = system) {
      const worker = startJobWorker(system, handlersOf(process), { pollIntervalMs: 0, concurrency: 1 });
      try {
        await worker.drain();
      } finally {
        await worker.stop();
      }
    },
    close: opened.close,
  };
}
