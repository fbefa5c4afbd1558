import type { Account, Context } from '../../accounts/index.ts';
import type { Catalog, Product } from '../../catalog/index.ts';
import { licenseClaims, type TokenClaims } from '../domain/claims.ts';
import { addDays } from '../domain/days.ts';
import type { LicensingRules } from '../rules/licensing-rules.ts';
import type { ActivationRecord } from './store-activations.ts';
import { type ProductOwner, usableProductsOf } from '../licenses/store-ownership.ts';
import { countSeatsOf } from './store-seats.ts';

/** The rules of a product. */
export type RulesOf = (productId: string) => LicensingRules;

/** Whose sub-products a token names. */
export type SubProducts = (owner: ProductOwner) => readonly string[];

/** The ids of the products in use that are sold as parts of this one: `parent.child`. */
function subProductIds(catalog: Catalog, productId: string): string[] {
  const prefix = `${productId}.`;
  const parts = catalog.products.filter(({ id, status }) => id.startsWith(prefix) && status === 'Active');
  return parts.map(({ id }) => id);
}

/** Looks up, for all these owners at once, which sub-products of their products they may use. */
export async function ownedSubProducts(
  ctx: Context,
  catalog: Catalog,
  owners: readonly ProductOwner[],
): Promise<SubProducts> {
  const partsOf = new Map(owners.map(({ productId }) => [productId, subProductIds(catalog, productId)]));
  const products = [...new Set([...partsOf.values()].flat())];
  if (products.length === 0) return () => [];
  const customers = [...new Set(owners.map(({ customerId }) => customerId))];
  const now = ctx.clock.now();
  const owned = await usableProductsOf(ctx.database.reader, ctx.account.id, { customers, products }, now);
  const ownedBy = Map.groupBy(owned, ({ customerId }) => customerId);
  return ({ customerId, productId }) => {
    const parts = partsOf.get(productId) ?? [];
    return (ownedBy.get(customerId) ?? []).map((row) => row.productId).filter((id) => parts.includes(id));
  };
}

/** The seats that an owner has of a product, and how many of them are taken. */
export type SeatsOf = (owner: ProductOwner) => { readonly total: number; readonly used: number };

/** Counts, for all these owners at once, the seats of their products. */
export async function ownedSeats(ctx: Context, owners: readonly ProductOwner[]): Promise<SeatsOf> {
  if (owners.length === 0) return () => NO_SEATS;
  const customers = [...new Set(owners.map(({ customerId }) => customerId))];
  const products = [...new Set(owners.map(({ productId }) => productId))];
  const now = ctx.clock.now();
  const counts = await countSeatsOf(ctx.database.reader, ctx.account.id, { customers, products }, now);
  const countByOwner = new Map(counts.map((count) => [ownerKey(count), count]));
  return (owner) => countByOwner.get(ownerKey(owner)) ?? NO_SEATS;
}

const NO_SEATS = { total: 0, used: 0 };

function ownerKey({ customerId, productId }: ProductOwner): string {
  return `${customerId}/${productId}`;
}

/** The claims of an activation as it is now. */
export function activationClaims(
  account: Account,
  product: Product,
  record: ActivationRecord,
  facts: {
    readonly now: Date;
    readonly subProducts: SubProducts;
    readonly seats: SeatsOf;
    readonly rules: RulesOf;
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

/** An online token ends with its license; an offline one with its license or its own lifetime, whichever is first. */
function tokenExpiry(record: ActivationRecord, offlineEnd: Date | null): Date | null {
  if (record.method === 'Online' || offlineEnd === null) return record.expiresAt;
  return record.expiresAt !== null && record.expiresAt < offlineEnd ? record.expiresAt : offlineEnd;
}
