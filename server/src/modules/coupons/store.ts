import { type ExpressionBuilder, sql } from 'kysely';
import { accountRows } from '../../platform/database/account-rows.ts';
import type { Reader } from '../../platform/database/database.ts';
import { inList } from '../../platform/database/lists.ts';
import { unindexed } from '../../platform/database/unindexed.ts';
import type { LicensingTables } from '../licensing/index.ts';
import type { CouponCode, CouponRow, CouponTables } from './tables.ts';

export const couponRows = accountRows<CouponRow>('coupons');

/** A coupon with one of its codes, and the buyer's earlier uses. */
export interface EnteredCoupon {
  /** `isReserved`: pending payments hold some of its uses. */
  readonly coupon: CouponRow & { readonly isReserved: boolean };
  readonly code: Pick<CouponCode, 'id' | 'codeSealed' | 'maxUses' | 'uses' | 'revokedAt'> & {
    readonly isReserved: boolean;
  };
  /** The highest number of uses of the coupon under one of the buyer's keys. */
  readonly customerUses: number;
  /** Whether the customer has bought anything, or is about to with a coupon for first purchases. */
  readonly hasPurchased: boolean;
}

/** The buyer, for `findEntered`. */
interface BuyerKeys {
  readonly customerId: string | undefined;
  readonly customerKeys: readonly string[];
}

/** The coupons of these codes, in one statement; codes that the account does not have are omitted. */
export async function findEntered(
  db: Reader,
  accountId: string,
  codeIds: readonly string[],
  buyer: BuyerKeys,
): Promise<EnteredCoupon[]> {
  const rows = await codesWithCoupons(db)
    .select((eb) => buyerFacts(db, eb, buyer))
    .select(pendingUses)
    .where('couponCodes.accountId', '=', accountId)
    .where(inList(db, 'couponCodes.id', codeIds))
    .execute();
  return rows.map(({ codeId, codeSealed, codeMaxUses, codeUses, revokedAt, ...row }) => {
    const { customerUses, firstPurchase, purchase, reservation, codeReservation, ...coupon } = row;
    const isReserved = codeReservation !== null;
    const code = { id: codeId, codeSealed, maxUses: codeMaxUses, uses: codeUses, revokedAt, isReserved };
    const hasPurchased = firstPurchase !== null || purchase !== null;
    return {
      coupon: { ...coupon, isReserved: reservation !== null },
      code,
      customerUses: customerUses ?? 0,
      hasPurchased,
    };
  });
}

/** Whether the buyer has bought anything, or is about to with a coupon for first purchases. */
export async function hasBoughtBefore(
  db: Reader,
  accountId: string,
  { customerId, customerKeys }: BuyerKeys,
): Promise<boolean> {
  const tables = db.tables<CouponTables & LicensingTables>();
  const first = tables
    .selectFrom('couponFirstPurchases')
    .select('couponFirstPurchases.paymentId as id')
    .where('couponFirstPurchases.accountId', '=', accountId)
    .where(inList(db, 'couponFirstPurchases.customerKey', customerKeys))
    .limit(1);
  if ((await first.executeTakeFirst()) !== undefined) return true;
  if (customerId === undefined) return false;
  const purchase = tables
    .selectFrom('licenses')
    .select('licenses.id')
    .where('licenses.accountId', '=', accountId)
    .where('licenses.customerId', '=', customerId)
    .where(unindexed(sql<boolean>`${sql.ref('licenses.orderId')} is not null`))
    .where('licenses.isFree', '=', false)
    .limit(1);
  return (await purchase.executeTakeFirst()) !== undefined;
}

/** The buyer's earlier uses: columns of a code with its coupon. */
function buyerFacts(
  db: Reader,
  eb: ExpressionBuilder<CouponTables & LicensingTables, 'couponCodes' | 'coupons'>,
  { customerId, customerKeys }: BuyerKeys,
) {
  return [
    eb
      .selectFrom('couponCustomers')
      .select(({ fn }) => fn.max<number>('couponCustomers.uses').as('most'))
      .whereRef('couponCustomers.accountId', '=', 'couponCodes.accountId')
      .whereRef('couponCustomers.couponId', '=', 'couponCodes.couponId')
      .where(inList(db, 'couponCustomers.customerKey', customerKeys))
      .as('customerUses'),
    eb
      .selectFrom('couponFirstPurchases')
      .select('couponFirstPurchases.paymentId')
      .whereRef('couponFirstPurchases.accountId', '=', 'couponCodes.accountId')
      .where(inList(db, 'couponFirstPurchases.customerKey', customerKeys))
      .limit(1)
      .as('firstPurchase'),
    eb
      .selectFrom('licenses')
      .select('licenses.orderId')
      .whereRef('licenses.accountId', '=', 'couponCodes.accountId')
      .where('licenses.customerId', '=', customerId ?? null)
      .where(unindexed(sql<boolean>`${sql.ref('licenses.orderId')} is not null`))
      .where('licenses.isFree', '=', false)
      .limit(1)
      .as('purchase'),
  ] as const;
}

/** A pending use of the coupon, and one of the code: columns of a code with its coupon. */
function pendingUses(eb: ExpressionBuilder<CouponTables, 'couponCodes' | 'coupons'>) {
  const pending = eb
    .selectFrom('couponUses')
    .select('couponUses.id')
    .whereRef('couponUses.accountId', '=', 'couponCodes.accountId')
    .whereRef('couponUses.couponId', '=', 'couponCodes.couponId')
    .where('couponUses.status', '=', sql.lit('Reserved' as const))
    .limit(1);
  const ofCode = sql<boolean>`${sql.ref('couponUses.codeId')} = ${sql.ref('couponCodes.id')}`;
  return [pending.as('reservation'), pending.where(unindexed(ofCode)).as('codeReservation')] as const;
}

function codesWithCoupons(db: Reader) {
  return db
    .tables<CouponTables & LicensingTables>()
    .selectFrom('couponCodes')
    .innerJoin('coupons', (join) =>
      join
        .onRef('coupons.accountId', '=', 'couponCodes.accountId')
        .onRef('coupons.id', '=', 'couponCodes.couponId'),
    )
    .selectAll('coupons')
    .select([
      'couponCodes.id as codeId',
      'couponCodes.codeSealed',
      'couponCodes.maxUses as codeMaxUses',
      'couponCodes.uses as codeUses',
      'couponCodes.revokedAt',
    ]);
}

/** The id of a code by its hash. */
export async function findCodeId(
  db: Reader,
  accountId: string,
  codeHash: string,
): Promise<string | undefined> {
  const row = await db
    .tables<CouponTables>()
    .selectFrom('couponCodes')
    .select('id')
    .where('accountId', '=', accountId)
    .where('codeHash', '=', codeHash)
    .executeTakeFirst();
  return row?.id;
}
