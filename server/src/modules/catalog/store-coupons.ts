import type { Reader } from '../../platform/database/database.ts';
import { inList } from '../../platform/database/lists.ts';

/** A coupon, as far as milestones need it. */
interface CouponReference {
  readonly accountId: string;
  readonly id: string;
  readonly isArchived: boolean;
}

/** Those of some coupons that the account has. */
export function readCoupons(
  db: Reader,
  accountId: string,
  ids: readonly string[],
): Promise<CouponReference[]> {
  return db
    .tables<{ coupons: CouponReference }>()
    .selectFrom('coupons')
    .selectAll()
    .where('accountId', '=', accountId)
    .where(inList(db, 'id', ids))
    .execute();
}
