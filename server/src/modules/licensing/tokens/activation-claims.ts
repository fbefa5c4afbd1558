import type { Account } from '../../accounts/index.ts';
import type { Product } from '../../catalog/index.ts';
import type { SeatsOf } from './seats.ts';
import type { ActivationRecord } from '../store/activations.ts';
import { licenseClaims, type TokenClaims } from '../domain/claims.ts';
import { addDays } from '../domain/days.ts';
import type { SubProducts } from './sub-products.ts';
import type { LicensingRules } from '../policies/licensing-rules.ts';

/** The current claims of an activation. */
export function activationClaims(
  account: Account,
  product: Product,
  record: ActivationRecord,
  facts: {
    readonly now: Date;
    readonly subProducts: SubProducts;
    readonly seats: SeatsOf;
    /** The rules of a product. */
    readonly rules: (productId: string) => LicensingRules;
  },
): TokenClaims {
  const { offlineDays } = facts.rules(product.id);
  return licenseClaims({
    accountId: account.id,
    vendor: account.name,
    issuedAt: facts.now,
    validatedAt: facts.now,
    activationId: record.id,
    deviceSignature: record.deviceSignature,
    method: record.method,
    expiresAt: tokenExpiry(record, offlineDays === null ? null : addDays(facts.now, offlineDays)),
    license: {
      id: record.licenseId,
      subscriptionId: record.subscriptionId,
      properties: record.licenseProperties,
    },
    owner: {
      id: record.customerId,
      name: record.ownerName,
      email: record.ownerEmail,
      properties: record.ownerProperties,
    },
    product,
    ownedSubProducts: facts.subProducts(record),
    seats: facts.seats(record),
  });
}

/**
 * An online token ends with its license; an offline one with its license or its own lifetime, whichever comes first.
 */
function tokenExpiry(record: ActivationRecord, offlineEnd: Date | null): Date | null {
  if (record.method === 'Online' || offlineEnd === null) return record.expiresAt;
  return record.expiresAt !== null && record.expiresAt < offlineEnd ? record.expiresAt : offlineEnd;
}
