import assert from 'node:assert/strict';
import fc from 'fast-check';
import { randomInt } from 'node:crypto';
import { test } from 'node:test';
import {
  type OrderEvent,
  type OrderStatus,
  statusAfter,
} from '../../src/modules/orders/domain/order-state.ts';
import type { OrderTables } from '../../src/modules/orders/tables.ts';
import type { PaymentStatus } from '../../src/modules/payments/domain/payment-state.ts';
import { disputeStatusAfter, refundStatusAfter } from '../../src/modules/payments/domain/refund-state.ts';
import type { PaymentTables } from '../../src/modules/payments/tables.ts';
import type { MailTables } from '../../src/platform/mail/tables.ts';
import { assertInvariants } from '../invariants.ts';
import { IS_LONG, times } from '../length.ts';
import { assertReversed } from './reversal-expectations.ts';
import { LIVES, type OrderWalk, orderWalk, type Step } from './order-walk.ts';
import type { RefundMode } from './walk-provider.ts';

/** 3,000 with `npm test -- --long`. */
const WALKS = times(15, 3_000);
/** In the short form always the same walks. */
const SEED = IS_LONG ? randomInt(2 ** 31) : 16;

const kind = <Kind extends Step['kind']>(name: Kind) => fc.constant(name);
const small = fc.nat({ max: 5 });
const dies = fc.oneof(
  { weight: 3, arbitrary: fc.constant(LIVES) },
  { weight: 1, arbitrary: fc.nat({ max: 4 }) },
);
const mode = fc.constantFrom(
  ...(['Starts', 'Starts', 'Starts', 'Lost', 'Lost', 'Refuses', 'Fails'] as const),
);
const share = fc.constantFrom(1, 1, 1, 1, 0.5, 2);
const quantity = fc.integer({ min: 1, max: 3 });
const money = fc.constantFrom(1, 0.5, 0.3);
const refundMode = fc.constantFrom(
  ...(['Succeeds', 'Succeeds', 'Approval', 'Refuses', 'Fails', 'Lost', 'LostApproval'] as const),
);
const minutes = fc.constantFrom(0, 1, 20, 1_500);

const CHOICES: readonly (readonly [weight: number, step: fc.Arbitrary<Step>])[] = [
  // A step with hardly any effect comes first: failing walks shrink to it.
  [1, fc.record({ kind: kind('Back') })],
  [2, fc.record({ kind: kind('Update'), order: small, quantity })],
  [1, fc.record({ kind: kind('EnterCoupon'), order: small })],
  [1, fc.record({ kind: kind('Claim'), order: small })],
  [6, fc.record({ kind: kind('Pay'), order: small, mode, dies })],
  [7, fc.record({ kind: kind('BuyerPays'), session: small, share })],
  [2, fc.record({ kind: kind('Decline'), session: small })],
  [7, fc.record({ kind: kind('Return'), session: small, dies })],
  [5, fc.record({ kind: kind('Event'), session: small, times: fc.integer({ min: 1, max: 3 }) })],
  [
    6,
    fc.record({
      kind: kind('Refund'),
      session: small,
      what: fc.constantFrom('Whole', 'Line', 'Line', 'Amount', 'Amount'),
      quantity,
      share: money,
      revokesLicenses: fc.boolean(),
      namesPayment: fc.boolean(),
      mode: refundMode,
      dies,
    }),
  ],
  [
    2,
    fc.record({
      kind: kind('GiveBack'),
      session: small,
      share: money,
      status: fc.constantFrom('Pending', 'Succeeded'),
    }),
  ],
  [2, fc.record({ kind: kind('DecideRefund'), session: small, index: small, isGood: fc.boolean() })],
  [4, fc.record({ kind: kind('Dispute'), session: small, share: money })],
  [3, fc.record({ kind: kind('DecideDispute'), session: small, index: small, isGood: fc.boolean() })],
  [5, fc.record({ kind: kind('Jobs'), minutes, dies })],
  [1, fc.record({ kind: kind('Housekeeping'), days: fc.constantFrom(0, 1, 31) })],
  [1, fc.record({ kind: kind('Away') })],
  [1, fc.record({ kind: kind('EraseCustomer') })],
];
/** Most walks begin with a sale: otherwise few of them reach refunds. */
const SALE: readonly Step[] = [
  { kind: 'Update', order: 0, quantity: 3 },
  { kind: 'Pay', order: 0, mode: 'Starts', dies: LIVES },
  { kind: 'BuyerPays', session: 0, share: 1 },
  { kind: 'Return', session: 0, dies: LIVES },
  { kind: 'Jobs', minutes: 0, dies: LIVES },
];
/** The buyer pays an order twice and disputes the payment that bought nothing. */
const SURPLUS_DISPUTE: readonly Step[] = [
  { kind: 'Pay', order: 0, mode: 'Lost', dies: LIVES },
  { kind: 'Pay', order: 0, mode: 'Starts', dies: 1 },
  { kind: 'BuyerPays', session: 1, share: 1 },
  { kind: 'Dispute', session: 1, share: 0.3 },
  { kind: 'Dispute', session: 1, share: 1 },
  { kind: 'BuyerPays', session: 0, share: 1 },
];
/** Less than the amount due arrives, and the provider refunds it. */
const SHORT_REFUND: readonly Step[] = [
  { kind: 'Pay', order: 0, mode: 'Starts', dies: LIVES },
  { kind: 'BuyerPays', session: 0, share: 0.5 },
  { kind: 'GiveBack', session: 0, share: 1, status: 'Pending' },
];
/** The provider makes a refund while one of the vendor is pending there, and its response is late or lost. */
const refundBeside = (answer: RefundMode): readonly Step[] => [
  ...SALE,
  { kind: 'GiveBack', session: 0, share: 0.3, status: 'Pending' },
  {
    kind: 'Refund',
    session: 0,
    what: 'Line',
    quantity: 1,
    share: 1,
    revokesLicenses: false,
    namesPayment: false,
    mode: answer,
    dies: LIVES,
  },
  { kind: 'Jobs', minutes: 1_500, dies: LIVES },
];
const steps = fc.array(
  fc.oneof({ withCrossShrink: true }, ...CHOICES.map(([weight, arbitrary]) => ({ weight, arbitrary }))),
  {
    minLength: 20,
    maxLength: 40,
    size: 'max',
  },
);
/** A paid order that was undelivered for so long that it can be refunded in full: it is cancelled. */
const CANCELLATION: readonly Step[] = [
  ...SALE.slice(0, -1),
  { kind: 'Jobs', minutes: 20, dies: 0 },
  {
    kind: 'Refund',
    session: 0,
    what: 'Whole',
    quantity: 1,
    share: 1,
    revokesLicenses: true,
    namesPayment: false,
    mode: 'Approval',
    dies: LIVES,
  },
];
/** The refund of a cancelled order fails, and the provider returns the money itself. */
const LATE_RETURN: readonly Step[] = [
  ...CANCELLATION,
  { kind: 'DecideRefund', session: 0, index: 0, isGood: false },
  { kind: 'GiveBack', session: 0, share: 1, status: 'Pending' },
];
/**
 * While the delivery is cancelled, the buyer disputes the payment. Then the refund fails, and the order is delivered.
 */
const DISPUTE_BEFORE_DELIVERY: readonly Step[] = [
  ...CANCELLATION,
  { kind: 'DecideRefund', session: 0, index: 0, isGood: false },
  { kind: 'Jobs', minutes: 1_500, dies: 2 },
  { kind: 'Dispute', session: 0, share: 0.3 },
  { kind: 'Away' },
  {
    kind: 'Refund',
    session: 0,
    what: 'Whole',
    quantity: 1,
    share: 1,
    revokesLicenses: false,
    namesPayment: false,
    mode: 'Succeeds',
    dies: LIVES,
  },
];
/** Walks that failed once. */
const EXAMPLES = [
  DISPUTE_BEFORE_DELIVERY,
  SURPLUS_DISPUTE,
  SHORT_REFUND,
  LATE_RETURN,
  refundBeside('Fails'),
  refundBeside('Lost'),
];
const beginnings = fc.constantFrom([], [], SALE, SALE, CANCELLATION);
const walks = fc.tuple(beginnings, steps).map(([beginning, path]) => [...beginning, ...path]);

/** The statuses of the orders and payments of a walk, by id. */
async function statusesOf({ ctx }: OrderWalk) {
  const db = ctx.database.reader.tables<OrderTables & PaymentTables>();
  const orders = await db.selectFrom('orders').select(['id', 'status', 'cancelledAt']).execute();
  const payments = await db.selectFrom('payments').select(['id', 'status']).execute();
  const refunds = await db.selectFrom('refunds').select(['id', 'status']).execute();
  const disputes = await db.selectFrom('disputes').select(['id', 'status']).execute();
  return {
    refunds: new Map(refunds.map(({ id, status }) => [id, status])),
    disputes: new Map(disputes.map(({ id, status }) => [id, status])),
    orders: new Map(orders.map((order) => [order.id, walkStatus(order)])),
    payments: new Map(payments.map(({ id, status }) => [id, status])),
  };
}

const EVENTS: readonly OrderEvent[] = ['PaymentStarted', 'PaymentFailed', 'PaymentReceived', 'Fulfilled'];

/** A paid order is cancelled while it is being refunded: then it is never delivered. */
type WalkStatus = OrderStatus | 'Cancelled';

function walkStatus({
  status,
  cancelledAt,
}: {
  readonly status: OrderStatus;
  readonly cancelledAt: Date | null;
}): WalkStatus {
  return cancelledAt === null ? status : 'Cancelled';
}

/** The statuses that an order can reach from this one. */
function reachable(status: WalkStatus, reached = new Set<WalkStatus>()): ReadonlySet<WalkStatus> {
  if (reached.has(status)) return reached;
  reached.add(status);
  for (const next of nextOf(status)) reachable(next, reached);
  return reached;
}

function nextOf(status: WalkStatus): WalkStatus[] {
  // The refund failed.
  if (status === 'Cancelled') return ['Paid'];
  const next = EVENTS.flatMap((event) => {
    try {
      return [statusAfter(status, event)];
    } catch {
      // The table has no such change.
      return [];
    }
  });
  return status === 'Paid' ? [...next, 'Cancelled'] : next;
}

/** The statuses that a payment can have after this one. */
const PAYMENT_STATUSES: Readonly<Record<PaymentStatus, readonly PaymentStatus[]>> = {
  Pending: ['Pending', 'Succeeded', 'Failed', 'Surplus', 'Short'],
  Failed: ['Failed', 'Succeeded', 'Surplus', 'Short'],
  Succeeded: ['Succeeded'],
  Surplus: ['Surplus'],
  Short: ['Short'],
};

type Statuses = Awaited<ReturnType<typeof statusesOf>>;

function assertAllowed(before: Statuses, after: Statuses): void {
  for (const [id, status] of after.orders) {
    const earlier = before.orders.get(id);
    if (earlier !== undefined) assert.ok(reachable(earlier).has(status), `order: ${earlier} → ${status}`);
  }
  for (const [id, status] of before.orders)
    assert.ok(after.orders.has(id) || status === 'Open', `an order that was ${status} is gone`);
  for (const [id, status] of before.payments) {
    const later = after.payments.get(id) ?? assert.fail('a payment is gone');
    assert.ok(PAYMENT_STATUSES[status].includes(later), `payment: ${status} → ${later}`);
  }
  for (const [id, status] of before.refunds) {
    const later = after.refunds.get(id) ?? assert.fail('a refund is gone');
    assert.equal(refundStatusAfter(status, later), later, `refund: ${status} → ${later}`);
  }
  for (const [id, status] of before.disputes) {
    const later = after.disputes.get(id) ?? assert.fail('a dispute is gone');
    assert.equal(disputeStatusAfter(status, later), later, `dispute: ${status} → ${later}`);
  }
}

/** At the end of a walk: all money is accounted for, and bought something exactly once. */
async function assertEnded(walk: OrderWalk, path: readonly Step[]): Promise<void> {
  const { orders, payments } = await statusesOf(walk);
  for (const status of orders.values()) assert.ok(ENDS.has(status), `left ${status}`);
  for (const { paymentId, state, due } of walk.provider.sessions) {
    const status = payments.get(paymentId);
    if (state.kind !== 'Succeeded') assert.equal(status, 'Failed', state.kind);
    else if (state.amountMinor < due.amountMinor)
      assert.ok(status === 'Short' || status === 'Surplus', `too little is ${status}`);
    else assert.ok(status === 'Succeeded' || status === 'Surplus', `money that arrived is ${status}`);
  }
  const db = walk.ctx.database.reader;
  const mails = db.tables<MailTables>().selectFrom('mails').select('id').where('kind', '=', 'Receipt');
  const count = (end: WalkStatus) => [...orders.values()].filter((status) => status === end).length;
  const completed = count('Completed');
  const receipts = (await mails.execute()).length;
  // Mails to an erased customer are deleted, too.
  const isErased = path.some(({ kind: name }) => name === 'EraseCustomer');
  assert.ok(
    isErased ? receipts <= completed : receipts === completed,
    `${receipts} receipts of ${completed}`,
  );
  const paying = [...payments.values()].filter((status) => status === 'Succeeded').length;
  assert.equal(
    paying,
    completed + count('Cancelled'),
    'one payment for each order that is completed or cancelled',
  );
  await assertInvariants(db);
  await assertReversed(walk, isErased);
  assert.deepEqual(walk.defects, []);
}

const ENDS: ReadonlySet<WalkStatus> = new Set(['Open', 'Completed', 'Cancelled'] as const);

const EXPECTED: Readonly<Record<string, readonly string[]>> = {
  orders: ['Completed', 'Paid', 'PaymentProcessing', 'Cancelled'],
  payments: ['Succeeded', 'Surplus', 'Short', 'Failed'],
  refunds: ['Pending', 'Succeeded', 'Failed'],
  disputes: ['Open', 'Won', 'Lost'],
};

/** Counts the statuses after a step. */
function tally(counts: Map<string, number>, statuses: Statuses): void {
  for (const [table, entries] of Object.entries(statuses))
    for (const status of entries.values()) {
      const name = `${table} ${status}`;
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
}

test(`${WALKS} random walks keep to the table of states, lose no money, and deliver once`, async (t) => {
  const counts = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(walks, async (path) => {
      const walk = await orderWalk();
      try {
        let before = await statusesOf(walk);
        for (const step of path) {
          await walk.step(step);
          const after = await statusesOf(walk);
          assertAllowed(before, after);
          before = after;
          tally(counts, after);
        }
        await assertInvariants(walk.ctx.database.reader);
        await walk.settle();
        tally(counts, await statusesOf(walk));
        await assertEnded(walk, path);
      } finally {
        await walk.close();
      }
    }),
    { numRuns: WALKS, seed: SEED, examples: EXAMPLES.map((path): [readonly Step[]] => [path]) },
  );
  t.diagnostic(`seed: ${SEED}`);
  t.diagnostic([...counts].map(([status, number]) => `${status}: ${number}`).join(', '));
  // Otherwise the steps have no effect.
  for (const [table, statuses] of Object.entries(EXPECTED))
    for (const status of statuses)
      assert.ok(counts.has(`${table} ${status}`), `no walk came to ${table} ${status}`);
});
