import type { ChangedFields } from '../../platform/journal/changed-fields.ts';
import { record } from '../../platform/journal/record.ts';
import type { CommandTx } from '../accounts/index.ts';

/** Events of coupons. Codes that are generated together are one event. */
type CouponEvent =
  | {
      readonly type: 'coupon.created';
      readonly subjects: { readonly coupon: string };
      readonly data: { readonly after: Readonly<Record<string, unknown>> };
    }
  | {
      readonly type: 'coupon.changed';
      readonly subjects: { readonly coupon: string };
      readonly data: ChangedFields;
    }
  /** `quantity` codes, all of which exist a little later; 1 for a code that the merchant chose. */
  | {
      readonly type: 'coupon.codes-added';
      readonly subjects: {
        readonly coupon: string;
        readonly couponBatch?: string;
        readonly couponCode?: string;
      };
      readonly data: { readonly quantity: number; readonly maxUsesPerCode: number | null };
    }
  | {
      readonly type: 'coupon.code-revoked';
      readonly subjects: { readonly coupon: string; readonly couponCode: string };
      readonly data: { readonly uses: number };
    }
  /** An order with the coupon was fulfilled. */
  | {
      readonly type: 'coupon.used';
      readonly subjects: {
        readonly coupon: string;
        readonly couponCode: string;
        readonly order: string;
        readonly payment: string;
      };
      readonly data: {
        readonly amountMinor: number;
        readonly currency: string;
        readonly isBeyondLimit: boolean;
      };
    };

/** @see record */
export const recordCouponEvent: (tx: CommandTx, event: CouponEvent) => void = record;
