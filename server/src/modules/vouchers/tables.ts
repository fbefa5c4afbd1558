/** The grant of one code: a number of licenses of a product, or of each product of a bundle. */
export interface VoucherContent {
  readonly type: 'Product' | 'Bundle';
  readonly id: string;
  readonly quantity: number;
  /** The variation whose limits the licenses get; absent: they cover every version. */
  readonly variationId?: string | undefined;
}

/** Codes that were created together with the same content. */
export interface VoucherBatch {
  readonly accountId: string;
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly contents: readonly VoucherContent[];
  /** Number of codes in the batch. */
  readonly quantity: number;
  /** The number of codes that exist already. */
  readonly generated: number;
  /** No code can be redeemed from this moment on; null: no expiry. */
  readonly expiresAt: Date | null;
  readonly createdAt: Date;
  /** The merchant revoked the unredeemed codes, … */
  readonly revokedAt: Date | null;
  /** … and the licenses of the redeemed ones: `voucherLicensesJob` makes it so. */
  readonly revokesLicenses: boolean;
  /** The codes are given away: nobody has paid for their licenses. */
  readonly isFree: boolean;
}

export interface VoucherRow {
  readonly accountId: string;
  readonly id: string;
  readonly batchId: string;
  /** 0, 1, 2 … in the batch. */
  readonly ordinal: number;
  /** The lookup key of a code. */
  readonly codeHash: string;
  /** The code, sealed; decrypted for the merchant who exports it. */
  readonly codeSealed: string;
  readonly createdAt: Date;
}

export interface VoucherRedemption {
  readonly accountId: string;
  readonly voucherId: string;
  readonly customerId: string;
  readonly redeemedAt: Date;
}

/** A redeemed voucher, and its content. */
export type RedeemedVoucher = Pick<VoucherRedemption, 'voucherId' | 'redeemedAt'> &
  Pick<VoucherRow, 'batchId'> &
  Pick<VoucherBatch, 'name' | 'contents'>;

export interface VoucherTables {
  voucherBatches: VoucherBatch;
  vouchers: VoucherRow;
  voucherRedemptions: VoucherRedemption;
}
