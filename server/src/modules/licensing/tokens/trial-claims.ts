import type { Account } from '../../accounts/index.ts';
import type { Product } from '../../catalog/index.ts';
import type { Customer } from '../../customers/index.ts';
import type { SubProducts } from './sub-products.ts';
import { type TokenClaims, type TokenOwner, trialClaims } from '../domain/claims.ts';
import type { ActivationMethod, Trial } from '../tables.ts';

/**
 * The current claims of a trial. A token names the customer who requested it, not the one who first requested the
 * trial: the signature of a device is no secret, and must not reveal anybody's name.
 */
export function trialTokenClaims(
  account: Account,
  product: Product,
  trial: Trial,
  facts: {
    readonly now: Date;
    /** An offline token stays offline: the device holds the choice, not the trial. */
    readonly method: ActivationMethod;
    readonly owner: TokenOwner | undefined;
    readonly subProducts: SubProducts;
  },
): TokenClaims {
  const { now, method, owner, subProducts } = facts;
  return trialClaims({
    accountId: account.id,
    vendor: account.name,
    issuedAt: now,
    validatedAt: now,
    deviceSignature: trial.deviceSignature,
    method,
    expiresAt: trial.expiresAt,
    trial,
    owner,
    product,
    ownedSubProducts: owner === undefined ? [] : subProducts({ customerId: owner.id, productId: product.id }),
  });
}

/** A signed-in customer as the owner that a token names. */
export function tokenOwner(customer: Customer | undefined): TokenOwner | undefined {
  if (customer === undefined) return undefined;
  const { id, name, email, properties } = customer;
  return { id, name, email, properties };
}
