import type { Account, Context } from '../../accounts/index.ts';
import { loadCatalog } from '../../catalog/index.ts';
import { ownedSeats } from '../tokens/seats.ts';
import { ANONYMOUS_ID, type TokenClaims } from '../domain/claims.ts';
import { ownedSubProducts } from '../tokens/sub-products.ts';
import { licensingRules } from '../policies/licensing-rules.ts';
import { activationClaims } from '../tokens/activation-claims.ts';
import { trialTokenClaims } from '../tokens/trial-claims.ts';
import { findTokenOwners } from '../store/trials.ts';
import type { LicenseTokenRenewal } from './read-cases.ts';

/** Reads, for all these tokens at once, the claims that do not come from the activations and trials themselves. */
export async function readClaims(
  ctx: Context,
  renewals: readonly LicenseTokenRenewal[],
  now: Date,
): Promise<(account: Account, renewal: LicenseTokenRenewal) => TokenClaims> {
  const catalog = await loadCatalog(ctx);
  const activations = renewals.flatMap(({ subject }) =>
    'activation' in subject ? [subject.activation] : [],
  );
  const trialOwners = renewals.flatMap(({ subject, token, product }) =>
    'trial' in subject && token.ownerId !== ANONYMOUS_ID
      ? [{ customerId: token.ownerId, productId: product.id }]
      : [],
  );
  const trialOwnerIds = [...new Set(trialOwners.map(({ customerId }) => customerId))];
  const [subProducts, seats, ownerById, rules] = await Promise.all([
    ownedSubProducts(ctx, catalog, [...activations, ...trialOwners]),
    ownedSeats(ctx, activations),
    findTokenOwners(ctx.database.reader, ctx.account.id, trialOwnerIds),
    licensingRules(ctx),
  ]);
  return (account, { subject, token, product }) => {
    if ('activation' in subject) {
      return activationClaims(account, product, subject.activation, { now, subProducts, seats, rules });
    }
    const owner = ownerById.get(token.ownerId);
    return trialTokenClaims(account, product, subject.trial, {
      now,
      method: token.method,
      owner,
      subProducts,
    });
  };
}
