/** The moment by which a list of licenses or trials is sorted, the latest first. */
export type SortMoment = 'createdAt' | 'expiresAt';

/** The filters of these lists that affect their order. */
interface Narrowing {
  readonly status?: 'Active' | 'Revoked' | 'Expired' | undefined;
  readonly customerId?: string | undefined;
  readonly keyCode?: string | undefined;
  readonly externalId?: string | undefined;
  readonly orderId?: string | undefined;
  readonly voucherBatchId?: string | undefined;
  readonly deviceSignature?: string | undefined;
}

/**
 * Active and expired licenses and trials are sorted by their end: whether it has passed is a position in that order,
 * not a stored status. Active licenses that never end come last, sorted by creation. If another filter leaves few rows
 * anyway, lists are sorted by creation, as they are without a filter.
 */
export function sortedBy(filter: Narrowing): SortMoment {
  const { status, customerId, keyCode, externalId, orderId, voucherBatchId, deviceSignature } = filter;
  const few = [customerId, keyCode, externalId, orderId, voucherBatchId, deviceSignature];
  const isByEnd = status === 'Expired' || status === 'Active';
  return isByEnd && few.every((value) => value === undefined) ? 'expiresAt' : 'createdAt';
}
