export {
  addVoucherBatch,
  createVoucherBatch,
  draftVoucherBatch,
  MAX_BATCH_CODES,
  MAX_CONTENTS,
  voucherJob,
} from './create-batch.ts';
export { VoucherContentInput, voucherImportFields, voucherImportOf } from './import-fields.ts';
export { importVouchers, prepareVoucherImports, dryRunVouchers } from './import-vouchers.ts';
export { MAX_TYPED_CODE_CHARACTERS } from './domain/code.ts';
export { moveRedemptions } from './move-redemptions.ts';
export { exportBatch, listBatchCodes } from './list-codes.ts';
export { peekVoucher, redeemVoucher, type Voucher } from './redeem-voucher.ts';
export { resumeVoucherBatches } from './resume-batches.ts';
export { restoreVoucherBatch, revokeVoucherBatch, voucherLicensesJob } from './revoke-batch.ts';
export {
  countRedeemed,
  findBatch,
  findBatchOfCode,
  listBatches,
  listRedemptions,
  namesOfBatches,
} from './queries.ts';
export type { VoucherBatch, VoucherContent } from './tables.ts';
export { batchNotReady, voucherExpired, voucherNotRedeemable, voucherRedeemed } from './problems.ts';
