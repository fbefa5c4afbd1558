import { notFound } from '../../../kernel/problem.ts';
import { partsOfId } from '../../../kernel/product-id.ts';
import type { Context } from '../../accounts/index.ts';
import { loadCatalog, type Product } from '../../catalog/index.ts';
import { ANONYMOUS_ID } from '../domain/claims.ts';
import type { TokenRenewal } from '../domain/token-decision.ts';
import { licenseInvalid, subProductNotIncluded, tokenRefusals, trialToken } from '../problems.ts';
import { findActivation } from '../store/activations.ts';
import { findActivationRecords } from '../store/validations.ts';
import { type TokenSubject, writeLicenseToken } from '../tokens/license-tokens.ts';
import type { LicensedDevice } from '../tokens/sub-products.ts';
import { judgeToken } from '../validation/validate-license-token.ts';

/** The token of a device, presented for the sub-products of its product. */
export interface PresentedForSubProducts {
  readonly productId: string;
  readonly token: string;
}

/** A token that a validation would renew. */
type ValidToken = TokenRenewal<Product, TokenSubject>;

/**
 * Judges a token as a validation would; what makes the token itself unusable is `LicenseInvalid` here. Raises also
 * `LicenseRevoked`, `LicenseActivationRevoked`, `LicenseExpired`, `LicenseOwnerChanged`, `ProductInactive` and `NotFound`.
 */
export async function presentToken(ctx: Context, input: PresentedForSubProducts): Promise<ValidToken> {
  const decision = await judgeToken(ctx, input);
  if (!('refusal' in decision)) return decision;
  const refusal = tokenRefusals[decision.refusal]((await loadCatalog(ctx)).product(input.productId)?.name);
  if (decision.refusal !== 'InvalidToken' && decision.refusal !== 'OtherProduct') throw refusal;
  throw licenseInvalid({ ...(refusal.detail !== undefined && { detail: refusal.detail }) });
}

/** The device that a token belongs to. A trial has no customer unless its token names one, and it has no seats. */
export function deviceOf({ product, subject }: ValidToken): LicensedDevice {
  if ('activation' in subject) return subject.activation;
  const { id, deviceSignature } = subject.trial;
  return { id, deviceSignature, productId: product.id, customerId: subject.owner?.id ?? ANONYMOUS_ID };
}

/** The activation that a token belongs to. Raises `TrialToken`. */
export function activationIn({ subject }: ValidToken) {
  if ('activation' in subject) return subject.activation;
  throw trialToken({ detail: 'A trial has no sub-products: they need a license of the product.' });
}

/**
 * The included sub-product with this own part or whole id. Raises `NotFound` where the product has none, `ProductInactive`,
 * and `SubProductNotIncluded`.
 */
export async function includedSubProduct(ctx: Context, parent: Product, id: string): Promise<Product> {
  const subProducts = (await loadCatalog(ctx)).subProducts(parent.id);
  const product = subProducts.find((each) => each.id === id || partsOfId(each.id).ownPart === id);
  if (product === undefined) throw notFound({ detail: `${parent.name} has no sub-product ${id}.` });
  if (product.status === 'Inactive') throw tokenRefusals.ProductInactive(product.name);
  if (!product.isIncludedInLicense) {
    throw subProductNotIncluded({ detail: `${product.name} is not included in licenses of ${parent.name}.` });
  }
  return product;
}

/** A token of the same activation that does not count as a validation: its `validated` is that of the last one. */
export async function tokenWithSubProducts(
  ctx: Context,
  { token, product }: ValidToken,
  input: PresentedForSubProducts,
): Promise<string> {
  const now = ctx.clock.now();
  const { reader } = ctx.database;
  const [[record], activation] = await Promise.all([
    findActivationRecords(reader, ctx.account.id, [token.id], now),
    findActivation(reader, ctx.account.id, token.id),
  ]);
  if (record === undefined || activation === undefined) throw tokenRefusals.Gone();
  // It may have ended since it was judged.
  await presentToken(ctx, input);
  const { lastValidatedAt } = activation;
  const { validatedAt: presented = lastValidatedAt, signingKid } = token;
  const validatedAt = presented > lastValidatedAt ? presented : lastValidatedAt;
  const contents = {
    product,
    subject: { activation: record },
    method: record.method,
    signingKid,
    validatedAt,
  };
  return writeLicenseToken(ctx, contents, now);
}
