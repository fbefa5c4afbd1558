import type { CommandTx } from '../../accounts/index.ts';
import { findProduct } from '../../catalog/index.ts';
import { because, groupsOfEvents, recordLicensingEvent } from '../events.ts';
import { policyOfNewLicense } from '../policies/license-policy.ts';
import { readProductPolicies } from '../policies/product-policy.ts';
import { insertLicenses } from '../store/licenses.ts';
import type { License } from '../tables.ts';

/** Identical licenses to grant: `quantity` of them. */
export interface Grant {
  readonly customerId: string;
  readonly productId: string;
  readonly quantity: number;
  readonly orderId?: string | undefined;
  readonly orderLineId?: string | undefined;
  /** When the payment of the order began. */
  readonly boughtAt?: Date | undefined;
  /** The number of the first of these licenses among those of its order line; default 0. */
  readonly firstOrdinal?: number | undefined;
  /** The voucher that grants them, and its batch. */
  readonly voucherId?: string | undefined;
  readonly voucherBatchId?: string | undefined;
  readonly expiresAt?: Date | undefined;
  readonly subscriptionId?: string | undefined;
  /** The address that must be proven before the licenses can be used. */
  readonly awaitsEmailKey?: string | undefined;
  /** The variation in which they were bought. */
  readonly variationId?: string | undefined;
  /** The end of their updates, and the highest major version; absent in both: they cover every version. */
  readonly updatesUntil?: Date | undefined;
  readonly upToMajor?: number | undefined;
  /** Their seats; default: those of the product. */
  readonly maxActivations?: number | undefined;
  /**
   * Whether nobody pays for them: then they lower no price and cannot be upgraded. Those of orders count against the
   * account's limit of free licenses.
   */
  readonly isFree?: boolean | undefined;
  /** Why the vendor grants them; kept in the journal. */
  readonly reason?: string | undefined;
}

/**
 * Grants a customer new licenses of a product, with the policy that the product has now, inside the caller's
 * transaction. The licenses of an order line exist once: a second grant for it fails on a unique index. Throws when the
 * account has no such product, which callers have to check.
 */
export async function grantLicenses(tx: CommandTx, grant: Grant): Promise<License[]> {
  // Read in this transaction and not from the snapshot, which may need a second connection to be loaded.
  const product = await findProduct(tx, grant.productId);
  if (product === undefined) throw new Error(`there is no product ${grant.productId} to grant`);
  const policies = await readProductPolicies(tx, [product.id]);
  const createdAt = tx.clock.now();
  const { orderId = null, orderLineId = null, firstOrdinal = 0 } = grant;
  const licenses = Array.from({ length: grant.quantity }, (_, index): License => ({
    accountId: tx.account.id,
    id: tx.ids.guid(),
    customerId: grant.customerId,
    productId: product.id,
    status: 'Active',
    expiresAt: grant.expiresAt ?? null,
    subscriptionId: grant.subscriptionId ?? null,
    ...policyOfNewLicense(policies(product.id), grant),
    variationId: grant.variationId ?? null,
    activeActivations: 0,
    orderId,
    orderLineId,
    orderOrdinal: orderId === null ? null : firstOrdinal + index,
    voucherId: grant.voucherId ?? null,
    voucherBatchId: grant.voucherBatchId ?? null,
    externalId: null,
    keyCode: null,
    properties: {},
    createdAt,
    boughtAt: grant.boughtAt ?? null,
    revokedAt: null,
    revocationReason: null,
    lastReleasedAt: null,
    downloadedAt: null,
    recordedExpiry: null,
    awaitsEmailKey: grant.awaitsEmailKey ?? null,
    isFree: grant.isFree ?? false,
    revision: 1,
  }));
  await insertLicenses(tx, licenses);
  for (const ids of groupsOfEvents(licenses)) recordGrant(tx, grant, ids);
  return licenses;
}

function recordGrant(tx: CommandTx, grant: Grant, license: readonly string[]): void {
  const { customerId, productId, orderId = null, orderLineId = null } = grant;
  recordLicensingEvent(tx, {
    type: 'license.granted',
    subjects: { license, customer: customerId, product: productId, order: orderId },
    data: {
      quantity: license.length,
      orderLineId,
      expiresAt: grant.expiresAt ?? null,
      awaitsProof: grant.awaitsEmailKey !== undefined,
      ...because(grant.reason),
    },
  });
}
