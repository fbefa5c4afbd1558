import { type Context, findAccount } from '../../src/modules/accounts/index.ts';
import { insertUse, pageUses } from '../../src/modules/coupons/store-uses.ts';
import { payOrder } from '../../src/modules/orders/index.ts';
import { listPayments } from '../../src/modules/payments/store.ts';
import { transaction } from '../../src/platform/context/context.ts';
import { testContext } from '../context.ts';
import { systemOver } from '../licensing.ts';
import { DECLINED, DELAYED_PAYMENT, report } from '../payments.ts';
import { parameters, takePart } from '../processes.ts';
import { GUEST_LINK } from '../shop.ts';

/** Arguments: database, race, the number of this process, and `couponId/codeId/orderId/…` with an order per process. */
const [location = '', race = '', number = '', list = ''] = await parameters();

interface Subject {
  readonly couponId: string;
  readonly codeId: string;
  readonly orderId: string;
  /** The same for all processes: they are one guest. */
  readonly email: string;
}

const subjects = list.split(',').map((entry): Subject => {
  const [couponId = '', codeId = '', ...orderIds] = entry.split('/');
  return { couponId, codeId, orderId: orderIds[Number(number)] ?? '', email: `${couponId}@example.com` };
});

type Attempt = (ctx: Context, subject: Subject) => Promise<void>;

/** Pays the price with the coupon, or nothing. */
const begin: Attempt = async (ctx, { orderId, email }) => {
  const buyer = { name: 'Racer', email };
  const summary = { dueMinor: 90 };
  await payOrder(ctx, { orderId, link: GUEST_LINK, buyer, summary, ...DELAYED_PAYMENT }).catch(refuseOther);
};

/** A used-up coupon is a refusal; any other failure is one of the race. */
function refuseOther(error: unknown): void {
  if (!(error instanceof Error && 'status' in error && error.status === 409)) throw error;
}

/** The same, and the payment fails. */
const beginAndFail: Attempt = async (ctx, subject) => {
  await begin(ctx, subject);
  const order = { kind: 'Order', id: subject.orderId };
  for (const payment of await listPayments(ctx.database.reader, ctx.account.id, order))
    await report(ctx, payment, DECLINED);
};

/** Checks whether there is a use, and then takes one: the wrong implementation. Its carts have no coupon. */
const beginNaively: Attempt = async (ctx, { couponId, codeId, orderId, email }) => {
  const { reader } = ctx.database;
  const { id: accountId } = ctx.account;
  if ((await pageUses(reader, accountId, couponId, { limit: 1 })).length > 0) return;
  await payOrder(ctx, { orderId, link: GUEST_LINK, buyer: { name: 'Racer', email }, ...DELAYED_PAYMENT });
  const [payment] = await listPayments(reader, accountId, { kind: 'Order', id: orderId });
  if (payment === undefined) throw new Error('no payment has begun');
  const ids = { accountId, id: ctx.ids.guid(), couponId, codeId, orderId, paymentId: payment.id };
  const state = {
    status: 'Reserved',
    isBeyondLimit: false,
    createdAt: ctx.clock.now(),
    endedAt: null,
  } as const;
  await transaction(ctx, (tx) =>
    insertUse(tx, { ...ids, ...state, networkKey: null, customerKeys: [], amountMinor: 10, currency: 'EUR' }),
  );
};

/** Pays any price, each process as a separate guest. */
const beginWithBoth: Attempt = async (ctx, { orderId }) => {
  const buyer = { name: 'Racer', email: `${orderId}@example.com` };
  await payOrder(ctx, { orderId, link: GUEST_LINK, buyer, ...DELAYED_PAYMENT }).catch(refuseOther);
};

const ATTEMPTS: Record<string, Attempt> = {
  begin,
  'begin-with-both': beginWithBoth,
  'begin-and-fail': beginAndFail,
  'begin-naively': beginNaively,
};

await takePart(location, async (database) => {
  const system = await systemOver(database);
  const account = await findAccount(system, 'demo');
  const attempt = ATTEMPTS[race];
  if (account === undefined || attempt === undefined) throw new Error(`there is no race ${race}`);
  for (const subject of subjects) await attempt(testContext(system, account), subject);
  return subjects.length;
});
