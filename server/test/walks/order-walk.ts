import { randomUUID } from 'node:crypto';
import { findAccount, type Context, createAccount } from '../../src/modules/accounts/index.ts';
import { createProduct, createVariation } from '../../src/modules/catalog/index.ts';
import { addCode, createCoupon } from '../../src/modules/coupons/index.ts';
import { ensureCustomer } from '../../src/modules/customers/index.ts';
import {
  applyCoupon,
  type CheckoutLink,
  findOrder,
  fulfilJob,
  fulfilLateOrders,
  payOrder,
  performOrderRefund,
  purgeAbandonedOrders,
  refundOrder,
  updateOrder,
} from '../../src/modules/orders/index.ts';
import {
  findPayment,
  ProviderError,
  receiveEvents,
  refundJob,
  reversalsJob,
  settleJob,
  settlePayment,
} from '../../src/modules/payments/index.ts';
import { eraseCustomer } from '../../src/modules/privacy/index.ts';
import { Problem } from '../../src/kernel/problem.ts';
import { transaction } from '../../src/platform/context/context.ts';
import { createLog } from '../../src/platform/log.ts';
import { startJobWorker } from '../../src/platform/jobs/start-job-worker.ts';
import type { System } from '../../src/platform/system.ts';
import { testContext } from '../context.ts';
import { type OpenTestSystem, openTestSystem } from '../harness.ts';
import { GUEST_LINK } from '../shop.ts';
import {
  type RefundMode,
  type Session,
  type StartMode,
  type WalkProvider,
  walkProvider,
} from './walk-provider.ts';
import { withProvider } from '../payments.ts';

/**
 * The next step. `order` and `session` choose one of the existing ones; with `dies` the process dies after that many
 * transactions.
 */
export type Step =
  | { readonly kind: 'Update'; readonly order: number; readonly quantity: number }
  | { readonly kind: 'EnterCoupon' | 'Claim'; readonly order: number }
  | { readonly kind: 'Pay'; readonly order: number; readonly mode: StartMode; readonly dies: number }
  | { readonly kind: 'BuyerPays'; readonly session: number; readonly share: number }
  | { readonly kind: 'Decline'; readonly session: number }
  | { readonly kind: 'Return'; readonly session: number; readonly dies: number }
  | { readonly kind: 'Event'; readonly session: number; readonly times: number }
  | RefundStep
  | {
      readonly kind: 'GiveBack';
      readonly session: number;
      readonly share: number;
      readonly status: 'Pending' | 'Succeeded';
    }
  | {
      readonly kind: 'DecideRefund';
      readonly session: number;
      readonly index: number;
      readonly isGood: boolean;
    }
  | { readonly kind: 'Dispute'; readonly session: number; readonly share: number }
  | {
      readonly kind: 'DecideDispute';
      readonly session: number;
      readonly index: number;
      readonly isGood: boolean;
    }
  | { readonly kind: 'Jobs'; readonly minutes: number; readonly dies: number }
  | { readonly kind: 'Housekeeping'; readonly days: number }
  | { readonly kind: 'Away' | 'Back' | 'EraseCustomer' };

/** The vendor makes a refund: of everything, units of the line, or a part of the amount due. */
export interface RefundStep {
  readonly kind: 'Refund';
  readonly session: number;
  readonly what: 'Whole' | 'Line' | 'Amount';
  readonly quantity: number;
  readonly share: number;
  readonly revokesLicenses: boolean;
  /** Whether they name the payment: otherwise it is the one that paid. */
  readonly namesPayment: boolean;
  readonly mode: RefundMode;
  readonly dies: number;
}

/** A process that lives until it has ended all its transactions. */
export const LIVES = 1_000;

/** A shop with two carts, and one provider; the steps determine what happens to them. */
export interface OrderWalk {
  readonly ctx: Context;
  readonly provider: WalkProvider;
  readonly orderIds: readonly string[];
  /** Failures of jobs, housekeeping and requests that only the log contains, without those that a step causes. */
  readonly defects: readonly string[];
  step(step: Step): Promise<void>;
  /** Brings everything to its end: the provider is available, its events arrive, and all jobs are done. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const CODE = 'WALK';

function cartOf(quantity: number) {
  const line = { type: 'Product' as const, productId: 'app', variationId: 'app-once', quantity };
  return { items: [line], utm: {} };
}

/** The initial shop of every walk: one product, and a coupon for one order. */
async function writeShop(system: System): Promise<void> {
  const ctx = testContext(system, await createAccount(system, { id: 'demo', name: 'Demo', isDefault: true }));
  const item = { type: 'Product', id: 'app' } as const;
  await createProduct(ctx, { id: item.id, name: 'App' });
  await createVariation(ctx, item, { id: 'app-once', name: 'Once', prices: { EUR: 1_000 } });
  const coupon = await createCoupon(ctx, {
    name: 'Walk',
    benefit: { type: 'PercentageOff', basisPoints: 1_000 },
    maxUses: 1,
  });
  await addCode(ctx, { couponId: coupon.id, code: CODE });
}

export async function orderWalk(): Promise<OrderWalk> {
  const defects: string[] = [];
  const log = createLog('warn', { write: (line) => void defects.push(...defectsIn(line)) });
  const opened = await openTestSystem({}, log, writeShop);
  const account = await findAccount(opened.system, 'demo');
  if (account === undefined) throw new Error('there is no account');
  const provider = walkProvider();
  const ctx = withProvider(testContext(opened.system, account), provider);
  const customer = await transaction(ctx, (tx) =>
    ensureCustomer(tx, { email: 'walker@example.com', name: 'Walker' }),
  );
  const orderIds = [randomUUID(), randomUUID()];
  for (const orderId of orderIds)
    await updateOrder(ctx, { orderId, customerId: undefined, patch: cartOf(1) });
  const walk: Walk = { ctx, opened, provider, customerId: customer.id, orderIds };
  return {
    ctx,
    provider,
    orderIds: walk.orderIds,
    defects,
    step: (step) => refused(() => take(walk, step)),
    settle: () => settle(walk),
    close: opened.close,
  };
}

interface Walk {
  readonly ctx: Context;
  readonly opened: OpenTestSystem;
  readonly provider: WalkProvider;
  readonly customerId: string;
  readonly orderIds: readonly string[];
}

/** The process ends: none of its later transactions happens. */
class Death extends Error {
  override readonly name = 'Death';
}

/** A step may be refused, or its process may die; any other failure is a defect. */
async function refused(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const isExpected = error instanceof Problem || error instanceof Death || isAway(error);
    if (!isExpected) throw error;
  }
}

function isAway(error: unknown): boolean {
  return error instanceof ProviderError && AWAY.has(error.message);
}

const AWAY = new Set(['the provider is away', 'connection refused', 'socket hang up']);

/** The bank returned a refund whose credit note is issued: further corrections are made by hand. */
const BY_HAND = 'a refund has no credit note: issue it by hand';

/** The failure in a line of the log, unless a step causes it. */
function defectsIn(line: string): string[] {
  const { err, msg } = JSON.parse(line);
  const isExpected = err === undefined || err.type === 'Death' || AWAY.has(err.message) || msg === BY_HAND;
  return isExpected ? [] : [String(err.stack)];
}

/** The context of a process that dies after this many transactions. */
function mortal(ctx: Context, transactions: number): Context {
  const { database } = ctx;
  let count = 0;
  return {
    ...ctx,
    database: {
      ...database,
      transaction: async (work) => {
        count += 1;
        if (count > transactions) throw new Death();
        return database.transaction(work);
      },
    },
  };
}

async function take(walk: Walk, step: Step): Promise<void> {
  const { ctx, provider, customerId } = walk;
  const { clock } = walk.opened.system;
  clock.advance(1_000);
  switch (step.kind) {
    case 'Update': {
      const patch = cartOf(step.quantity);
      await updateOrder(ctx, { orderId: orderAt(walk, step.order), customerId: undefined, patch });
      return;
    }
    case 'EnterCoupon':
      await applyCoupon(ctx, { orderId: orderAt(walk, step.order), caller: { customerId }, code: CODE });
      return;
    case 'Claim':
      await findOrder(ctx, orderAt(walk, step.order), customerId);
      return;
    case 'Pay':
      return pay(walk, step);
    case 'BuyerPays':
      return withSession(walk, step, (session) => provider.pay(session, step.share));
    case 'Decline':
      return withSession(walk, step, (session) => provider.decline(session));
    case 'Return':
      return withSession(walk, step, ({ paymentId }) => settlePayment(mortal(ctx, step.dies), paymentId));
    case 'Event':
      return withSession(walk, step, async (session) => {
        for (let turn = 0; turn < step.times; turn += 1) await report(walk, session);
      });
    case 'Refund':
      return withSession(walk, step, (session) => refund(walk, step, session));
    case 'GiveBack':
      return withSession(walk, step, (session) => provider.makeRefund(session, step.share, step.status));
    case 'DecideRefund': {
      const status = step.isGood ? 'Succeeded' : 'Failed';
      return withSession(walk, step, (session) => provider.decideRefund(session, step.index, status));
    }
    case 'Dispute':
      return withSession(walk, step, (session) => provider.dispute(session, step.share));
    case 'DecideDispute': {
      const status = step.isGood ? 'Won' : 'Lost';
      return withSession(walk, step, (session) => provider.decideDispute(session, step.index, status));
    }
    case 'Jobs':
      clock.advance(step.minutes * MINUTE_MS);
      return runJobs(walk, step.dies);
    case 'Housekeeping':
      clock.advance(step.days * DAY_MS);
      await fulfilLateOrders(walk.opened.system);
      await purgeAbandonedOrders(walk.opened.system);
      return;
    case 'Away':
    case 'Back':
      provider.isAway = step.kind === 'Away';
      return;
    case 'EraseCustomer':
      await eraseCustomer(ctx, customerId);
  }
}

function orderAt({ orderIds }: Walk, index: number): string {
  return orderIds[index % orderIds.length] ?? '';
}

async function withSession(
  { provider: { sessions } }: Walk,
  { session: index }: { readonly session: number },
  work: (session: Session) => void | Promise<void>,
): Promise<void> {
  const session = sessions[index % Math.max(1, sessions.length)];
  if (session !== undefined) await work(session);
}

async function pay(walk: Walk, { order: index, mode, dies }: Step & { kind: 'Pay' }): Promise<void> {
  const { ctx, provider, customerId } = walk;
  const orderId = orderAt(walk, index);
  const { order } = await findOrder(ctx, orderId, undefined);
  const link: CheckoutLink =
    order.customerId === null ? GUEST_LINK : { ...GUEST_LINK, buyer: { kind: 'Customer', customerId } };
  provider.mode = mode;
  const request = {
    orderId,
    link,
    buyer: { name: 'Gus', email: `guest-${index % 2}@example.com` },
    returnUrl: 'https://shop.example',
  };
  await payOrder(mortal(ctx, dies), request);
}

/** As the Core API does it: the command, then the call to the provider. The process may die in between. */
async function refund(
  { ctx, provider }: Walk,
  { what, quantity, share, revokesLicenses, namesPayment, mode, dies }: RefundStep,
  { paymentId, due }: Session,
): Promise<void> {
  const process = mortal(ctx, dies);
  const payment = await findPayment(ctx, paymentId);
  const orderId = payment?.subjectId ?? '';
  const { order } = await findOrder(ctx, orderId, undefined);
  const lines = order.content?.quote.lines.map(({ id }) => ({ lineId: id, quantity }));
  const amount = { currency: due.currency, amountMinor: Math.floor(due.amountMinor * share) };
  provider.refundMode = mode;
  const { id } = await transaction(process, (tx) =>
    refundOrder(tx, {
      orderId,
      revokesLicenses,
      ...(namesPayment && { paymentId }),
      ...(what === 'Line' && { lines }),
      ...(what === 'Amount' && { amount }),
    }),
  );
  await performOrderRefund(process, id);
}

/** The newest events, which may have been sent before, and which name our payment, as real ones do. */
function report({ ctx, provider }: Walk, { reference, paymentId, state, changes }: Session): Promise<void> {
  const subject = { reference, paymentId };
  const events = [{ id: `${reference}-${state.kind}`, kind: 'Payment', ...subject }];
  if (changes > 0) events.push({ id: `${reference}-change-${changes}`, kind: 'Refund', ...subject });
  return receiveEvents(ctx, provider.name, { body: JSON.stringify(events), headers: {} });
}

async function runJobs({ ctx, opened: { system } }: Walk, dies: number): Promise<void> {
  const { database } = mortal(ctx, dies);
  const services = { ...system, database, payments: ctx.payments };
  const handlers = {
    [settleJob.kind]: settleJob.handler(services),
    [fulfilJob.kind]: fulfilJob.handler(services),
    [refundJob.kind]: refundJob.handler(services),
    [reversalsJob.kind]: reversalsJob.handler(services),
  };
  const worker = startJobWorker(system, handlers, { pollIntervalMs: 0 });
  await worker.drain();
  await worker.stop();
}

async function settle(walk: Walk): Promise<void> {
  const { provider } = walk;
  provider.isAway = false;
  provider.mode = 'Starts';
  provider.refundMode = 'Succeeds';
  for (let turn = 0; turn < 3; turn += 1) {
    for (const session of provider.sessions) {
      decide(provider, session);
      await report(walk, session);
    }
    walk.opened.system.clock.advance(2 * DAY_MS);
    await runJobs(walk, LIVES);
    await fulfilLateOrders(walk.opened.system);
  }
}

/** Pending approvals and disputes are decided; about every second dispute is lost. */
function decide(provider: WalkProvider, session: Session): void {
  for (const index of session.refunds.keys()) provider.decideRefund(session, index, 'Succeeded');
  for (const [index, { status }] of session.disputes.entries())
    if (status === 'Open')
      provider.decideDispute(session, index, (index + session.refunds.length) % 2 === 0 ? 'Won' : 'Lost');
}
