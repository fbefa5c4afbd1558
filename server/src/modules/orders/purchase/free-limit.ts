import type { QueryContext } from '../../accounts/index.ts';
import type { Catalog } from '../../catalog/index.ts';
import type { AmountRefusal } from '../../payments/index.ts';
import { countFreeLicenses } from '../../licensing/index.ts';
import { freeLimitReached } from '../problems.ts';
import type { LicenseGrant, Purchase } from '../tables.ts';

/** Ids of the free lines of a purchase; what is only paid for later is not free. */
export function freeLineIds({ quote }: Pick<Purchase, 'quote'>): ReadonlySet<string> {
  const free = quote.lines.filter(({ dueMinor, renewal }) => dueMinor === 0 && renewal === undefined);
  return new Set(free.map(({ id }) => id));
}

/** The part of a purchase that a customer gets, and the excess over the account's limit of free licenses. */
export interface LimitedGrants {
  readonly grants: readonly LicenseGrant[];
  readonly excess: readonly LicenseGrant[];
}

interface LimitedPurchase {
  readonly content: Purchase;
  /** Without one, only this purchase counts. */
  readonly customerId: string | undefined;
}

/**
 * Divides the grants of a purchase by the account's limit of free licenses of each product and customer. Paid licenses
 * are never excess. The result is reliable only for a caller that holds the lock of the customer.
 */
export async function limitFreeGrants(
  ctx: QueryContext,
  { content, customerId }: LimitedPurchase,
): Promise<LimitedGrants> {
  const free = freeLineIds(content);
  const remaining = new Map<string, number>();
  const grants: LicenseGrant[] = [];
  const excess: LicenseGrant[] = [];
  for (const grant of content.grants) {
    const { productId, quantity } = grant;
    if (!free.has(grant.lineId)) {
      grants.push(grant);
      continue;
    }
    const most = remaining.get(productId) ?? (await remainingFreeLicenses(ctx, customerId, productId));
    const granted = Math.min(most, quantity);
    remaining.set(productId, most - granted);
    if (granted > 0) grants.push({ ...grant, quantity: granted });
    if (granted < quantity) excess.push({ ...grant, quantity: quantity - granted });
  }
  return { grants, excess };
}

async function remainingFreeLicenses(
  ctx: QueryContext,
  customerId: string | undefined,
  productId: string,
): Promise<number> {
  const owned = customerId === undefined ? 0 : await countFreeLicenses(ctx, { customerId, productId });
  return Math.max(0, ctx.account.settings.freeLicensesPerCustomer - owned);
}

/** The reason why a cart cannot be paid in its current state. */
export interface CartRefusal {
  /** A full sentence for the buyer. */
  readonly message: string;
  /** The lines that cause it. */
  readonly lineIds: readonly string[];
  /** The limit of the payment provider that the amount exceeds. */
  readonly amount?: Omit<AmountRefusal, 'problem'>;
}

/** A refusal for each product of which a free purchase has too many licenses. */
export async function freeLimitRefusals(
  ctx: QueryContext,
  catalog: Catalog,
  purchase: LimitedPurchase,
): Promise<CartRefusal[]> {
  if (purchase.content.quote.total.dueMinor !== 0) return [];
  const limit = ctx.account.settings.freeLicensesPerCustomer;
  const { excess } = await limitFreeGrants(ctx, purchase);
  return [...Map.groupBy(excess, ({ productId }) => productId)].map(([productId, grants]) => {
    const name = catalog.product(productId)?.name ?? productId;
    const licenses = limit === 1 ? '1 free license' : `${limit} free licenses`;
    return {
      message: `Each customer can get ${licenses} of ${name}. This order would go beyond that.`,
      lineIds: grants.map(({ lineId }) => lineId),
    };
  });
}

/**
 * Raises 409 `FreeLimitReached` for a free order that would exceed the limit: alone, or with the customer's licenses.
 * An order that costs something is never refused for a free extra: the extra grants what the limit allows. The caller
 * holds the lock of the customer.
 */
export async function refuseBeyondFreeLimit(
  ctx: QueryContext,
  catalog: Catalog,
  purchase: LimitedPurchase,
): Promise<void> {
  const [refusal] = await freeLimitRefusals(ctx, catalog, purchase);
  if (refusal !== undefined) throw freeLimitReached({ detail: refusal.message });
}
