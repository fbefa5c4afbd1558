import type { Tx } from '../../platform/database/database.ts';
import type { CommandTx } from '../accounts/index.ts';
import type { CouponObstacle, CouponVerdict } from '../pricing/index.ts';
import { countedKeys, type CouponBuyer, networkKey } from './customer-keys.ts';
import { findEnteredBy, pricedCoupon } from './entered-coupons.ts';
import { recordCouponEvent } from './events.ts';
import { hasHeldTooLong, noteHeldTime } from './held-time.ts';
import {
  COUPON_NOT_FOR_PURCHASE,
  heldTooLong,
  NOTHING_CHARGED,
  obstacleMessage,
  tooManyReserved,
} from './messages.ts';
import { couponNoLongerUsable } from './problems.ts';
import { type EnteredCoupon, findEntered } from './store.ts';
import * as store from './store-uses.ts';
import type { CouponUse } from './tables.ts';

/** The payment of an order whose price contains coupons. */
interface CouponPayment {
  readonly orderId: string;
  readonly paymentId: string;
  readonly currency: string;
  /** The coupons that reduce the price. */
  readonly coupons: readonly CouponVerdict[];
  readonly buyer: CouponBuyer;
  readonly payer: CouponPayer;
  /** The network of the client that starts the payment; absent where it is unknown. */
  readonly network?: string | undefined;
}

/** The payer: the customer of the order, a guest who typed an address, or a stranger who pays a customer's order. */
type CouponPayer = 'Customer' | 'Guest' | 'Stranger';

/**
 * Reserves a use of each coupon for a payment, in the transaction that opens it: in total, of the code, of the
 * customer, and of the first purchase. The counters have check constraints, so concurrent payments cannot exceed a
 * maximum. The caller holds the lock of the order.
 *
 * Raises `CouponNoLongerUsable` with the reason when a use was taken since the price was shown, when the buyer, whom
 * the cart did not identify, has none left, or when payments from the same network hold too many of them, or held its
 * last one for hours without being paid. A guest learns no reason that depends on the customer, a stranger none at all.
 */
export async function reserveCoupons(tx: CommandTx, payment: CouponPayment): Promise<void> {
  if (payment.coupons.length === 0) return;
  const codeIds = payment.coupons.map(({ codeId }) => codeId);
  const entered = await findEnteredBy(tx, { codeIds, buyer: payment.buyer });
  for (const row of entered) refuseObstacle(tx, row, payment.payer);
  const uses = newUses(tx, payment);
  const { failure } = await takeUses(tx, uses, entered);
  if (failure !== undefined) throw lostUse(payment, failure);
  await refuseHoarding(tx, payment, { uses, entered });
  for (const use of uses) await store.insertUse(tx, use);
}

/**
 * Returns the uses that a payment holds, because it failed, or because its money was returned before anything was
 * delivered (`wasPaid`). Does nothing if it holds none. The caller holds the lock of the order.
 */
export async function returnCoupons(
  tx: CommandTx,
  {
    orderId,
    paymentId,
    wasPaid = false,
  }: Pick<CouponPayment, 'orderId' | 'paymentId'> & { readonly wasPaid?: boolean },
): Promise<void> {
  const uses = await store.usesOfOrder(tx, tx.account.id, orderId);
  const own = uses.filter((use) => use.paymentId === paymentId && use.status === 'Reserved');
  await returnUses(tx, own);
  if (!wasPaid) for (const use of own) await noteHeldTime(tx, use);
}

/**
 * Makes the uses of the payment that completes an order final, and returns those of the order's other payments. A use
 * that was returned because the payment seemed to have failed is taken again, or, if none is left, recorded as beyond
 * the limit: the price was agreed. The caller holds the lock of the order.
 */
export async function useCoupons(
  tx: CommandTx,
  { orderId, paymentId }: Pick<CouponPayment, 'orderId' | 'paymentId'>,
): Promise<void> {
  const uses = await store.usesOfOrder(tx, tx.account.id, orderId);
  // Some are returned and others taken again: in a fixed order, so that two orders never wait for each other.
  await store.lockCoupons(
    tx,
    tx.account.id,
    uses.map(({ couponId }) => couponId),
  );
  await returnUses(
    tx,
    uses.filter((use) => use.paymentId !== paymentId && use.status === 'Reserved'),
  );
  const own = uses.filter((use) => use.paymentId === paymentId && use.status !== 'Used');
  const late = own.filter(({ status }) => status === 'Returned');
  const isBeyondLimit = late.length > 0 && !(await takeAgain(tx, late));
  for (const use of own) {
    await store.writeUse(tx, use, {
      status: 'Used',
      isBeyondLimit,
      networkKey: null,
      endedAt: tx.clock.now(),
    });
    const { couponId, codeId, amountMinor, currency } = use;
    recordCouponEvent(tx, {
      type: 'coupon.used',
      subjects: { coupon: couponId, couponCode: codeId, order: orderId, payment: paymentId },
      data: { amountMinor, currency, isBeyondLimit },
    });
  }
}

/** Deletes the returned uses of a deleted order. The caller holds its lock. */
export function forgetCoupons(tx: Tx, accountId: string, orderId: string): Promise<void> {
  return store.deleteUses(tx, accountId, orderId);
}

function newUses(tx: CommandTx, payment: CouponPayment): CouponUse[] {
  const { orderId, paymentId, currency, coupons, buyer, network } = payment;
  const keys = countedKeys(tx, buyer);
  return coupons
    .map(({ couponId, codeId, amountMinor }): CouponUse => ({
      accountId: tx.account.id,
      id: tx.ids.guid(),
      couponId,
      codeId,
      orderId,
      paymentId,
      customerKeys: keys,
      networkKey: network === undefined ? null : networkKey(tx, network),
      amountMinor,
      currency,
      status: 'Reserved',
      isBeyondLimit: false,
      createdAt: tx.clock.now(),
      endedAt: null,
    }))
    .toSorted((a, b) => (a.couponId < b.couponId ? -1 : 1));
}

/** Raises the reason against a coupon for this buyer. */
function refuseObstacle(tx: CommandTx, row: EnteredCoupon, payer: CouponPayer): void {
  const { code, obstacle } = pricedCoupon(tx, row);
  if (obstacle !== undefined) throw refusalTo(payer, code, obstacle);
}

/** Anybody can type an address, so a guest must not learn what its owner did before. */
function refusalTo(payer: CouponPayer, code: string, obstacle: CouponObstacle): Error {
  const isPersonal = obstacle === 'UsedByCustomer' || obstacle === 'NotFirstPurchase';
  const isSecret = payer === 'Stranger' || (payer === 'Guest' && isPersonal);
  return couponNoLongerUsable({
    detail: isSecret ? `${COUPON_NOT_FOR_PURCHASE} ${NOTHING_CHARGED}` : obstacleMessage(code, obstacle),
  });
}

/**
 * Refuses a payment from a network whose pending payments hold as many uses of a coupon as they may, or whose unpaid
 * payments have held it for hours before they request its last use, so that nobody withholds a limited coupon with
 * payments that are never finished. The caller holds the locks of the coupons.
 */
async function refuseHoarding(
  tx: CommandTx,
  { coupons, payer }: CouponPayment,
  { uses, entered }: { readonly uses: readonly CouponUse[]; readonly entered: readonly EnteredCoupon[] },
): Promise<void> {
  const most = tx.account.settings.limits.pendingPaymentsPerCoupon;
  if (most === 0) return;
  for (const use of uses) {
    const limits = entered.find(({ coupon }) => coupon.id === use.couponId);
    if (use.networkKey === null || limits === undefined || !isLimited(limits)) continue;
    const isTooMany = (await store.countReserved(tx, use)) >= most;
    if (!isTooMany && !(isLast(limits) && (await hasHeldTooLong(tx, use)))) continue;
    const code = coupons.find(({ couponId }) => couponId === use.couponId)?.code ?? use.couponId;
    const isSecret = payer === 'Stranger';
    throw couponNoLongerUsable({
      detail: isSecret
        ? `${COUPON_NOT_FOR_PURCHASE} ${NOTHING_CHARGED}`
        : (isTooMany ? tooManyReserved : heldTooLong)(code),
    });
  }
}

function isLimited({ coupon, code }: EnteredCoupon): boolean {
  return coupon.maxUses !== null || code.maxUses !== null;
}

/** Whether the coupon or the code had no other use before this one was taken. */
function isLast({ coupon, code }: EnteredCoupon): boolean {
  return [coupon, code].some(({ uses, maxUses }) => maxUses !== null && uses + 1 >= maxUses);
}

interface Failure {
  readonly couponId: string;
  readonly obstacle: CouponObstacle;
}

function lostUse(
  { coupons, payer }: Pick<CouponPayment, 'coupons' | 'payer'>,
  { couponId, obstacle }: Failure,
): Error {
  const code = coupons.find((coupon) => coupon.couponId === couponId)?.code ?? couponId;
  return refusalTo(payer, code, obstacle);
}

/** The completed steps, and the first use that did not fit. */
interface Taking {
  readonly failure?: Failure;
  readonly undo: readonly (() => Promise<void>)[];
}

/** Takes returned uses again, all or none; false when one of them does not fit. */
async function takeAgain(tx: CommandTx, uses: readonly CouponUse[]): Promise<boolean> {
  const codeIds = uses.map(({ codeId }) => codeId);
  const buyer = { customerId: undefined, customerKeys: [] };
  const { failure, undo } = await takeUses(tx, uses, await findEntered(tx, tx.account.id, codeIds, buyer));
  if (failure === undefined) return true;
  for (const step of undo.toReversed()) await step();
  return false;
}

/**
 * Counts the uses everywhere, table by table and each in the order of its keys, so that two payments never wait for
 * each other, until one does not fit.
 */
async function takeUses(
  tx: CommandTx,
  uses: readonly CouponUse[],
  entered: readonly EnteredCoupon[],
): Promise<Taking> {
  const undo: (() => Promise<void>)[] = [];
  for (const { couponId, obstacle, take, release } of stepsOf(tx, uses, entered)) {
    if (!(await take())) return { failure: { couponId, obstacle }, undo };
    undo.push(release);
  }
  return { undo };
}

interface Step extends Failure {
  readonly take: () => Promise<boolean>;
  readonly release: () => Promise<void>;
}

function stepsOf(tx: CommandTx, uses: readonly CouponUse[], entered: readonly EnteredCoupon[]): Step[] {
  const { id: accountId } = tx.account;
  const couponOf = (id: string) => entered.find(({ coupon }) => coupon.id === id)?.coupon;
  const counting = (couponId: string, table: 'coupons' | 'couponCodes', id: string): Step => ({
    couponId,
    obstacle: 'AllReserved',
    take: () => store.countUse(tx, table, { accountId, id }),
    release: () => store.uncountUse(tx, table, { accountId, id }),
  });
  const customers = uses.flatMap(({ couponId, paymentId, customerKeys: keys }) =>
    keys.map((customerKey) => ({ accountId, couponId, paymentId, customerKey })),
  );
  return [
    ...uses.map(({ couponId }) => counting(couponId, 'coupons', couponId)),
    ...byCode(uses).map(({ couponId, codeId }) => counting(couponId, 'couponCodes', codeId)),
    ...customers.map((customer): Step => {
      const { couponId } = customer;
      const most = couponOf(couponId)?.maxUsesPerCustomer ?? null;
      const take = () => store.countCustomer(tx, customer, most);
      return {
        couponId,
        obstacle: 'UsedByCustomer',
        take,
        release: () => store.uncountCustomer(tx, customer),
      };
    }),
    ...customers
      .filter(({ couponId }) => couponOf(couponId)?.isForFirstPurchase === true)
      .map(({ couponId, paymentId, customerKey }): Step => {
        const take = () => store.holdFirstPurchase(tx, accountId, customerKey, paymentId);
        const release = () => store.dropFirstPurchases(tx, accountId, paymentId);
        return { couponId, obstacle: 'NotFirstPurchase', take, release };
      }),
  ];
}

async function returnUses(tx: CommandTx, uses: readonly CouponUse[]): Promise<void> {
  await uncount(tx, uses);
  for (const use of uses)
    await store.writeUse(tx, use, {
      status: 'Returned',
      isBeyondLimit: false,
      networkKey: null,
      endedAt: tx.clock.now(),
    });
  for (const paymentId of new Set(uses.map((use) => use.paymentId)))
    await store.dropFirstPurchases(tx, tx.account.id, paymentId);
}

async function uncount(tx: CommandTx, uses: readonly CouponUse[]): Promise<void> {
  const { id: accountId } = tx.account;
  for (const { couponId: id } of uses) await store.uncountUse(tx, 'coupons', { accountId, id });
  for (const { codeId: id } of byCode(uses)) await store.uncountUse(tx, 'couponCodes', { accountId, id });
  for (const { couponId, customerKeys: keys } of uses)
    for (const customerKey of keys) await store.uncountCustomer(tx, { accountId, couponId, customerKey });
}

function byCode(uses: readonly CouponUse[]): CouponUse[] {
  return uses.toSorted((a, b) => (a.codeId < b.codeId ? -1 : 1));
}
