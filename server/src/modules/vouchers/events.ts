import { record } from '../../platform/journal/record.ts';
import type { CommandTx } from '../accounts/index.ts';
import type { VoucherContent } from './tables.ts';

/** Events of vouchers. A batch is one event, regardless of its number of codes; they can be listed by its id. */
type VoucherEvent =
  | {
      readonly type: 'voucher-batch.created';
      readonly subjects: { readonly voucherBatch: string };
      readonly data: {
        readonly name: string;
        readonly quantity: number;
        readonly contents: readonly VoucherContent[];
      };
    }
  /**
   * Codes of another system: one event for those that were stored together, and one without any, of quantity 0, for
   * redemptions that a later import added to codes of a batch.
   */
  | {
      readonly type: 'vouchers.imported';
      readonly subjects: { readonly voucherBatch: string };
      readonly data: { readonly quantity: number; readonly redeemed: number };
    }
  /** The codes that were unredeemed at that time are void, and, on request, the licenses of the others are revoked. */
  | {
      readonly type: 'voucher-batch.revoked';
      readonly subjects: { readonly voucherBatch: string };
      readonly data: { readonly name: string; readonly revokesLicenses: boolean };
    }
  /** The codes can be redeemed again, and licenses that were revoked with the batch are restored. */
  | {
      readonly type: 'voucher-batch.restored';
      readonly subjects: { readonly voucherBatch: string };
      readonly data: { readonly name: string };
    }
  | {
      readonly type: 'voucher.redeemed';
      readonly subjects: {
        readonly voucher: string;
        readonly voucherBatch: string;
        readonly customer: string;
      };
      readonly data: { readonly contents: readonly VoucherContent[] };
    };

/** @see record */
export const recordVoucherEvent: (tx: CommandTx, event: VoucherEvent) => void = record;
