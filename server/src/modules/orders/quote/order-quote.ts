import { readContext } from '../../../platform/context/context.ts';
import type { Account, Context, ReadContext } from '../../accounts/index.ts';
import { type Catalog, type GivenAccess, givenAccess, loadCatalog } from '../../catalog/index.ts';
import { enteredCoupons } from '../../coupons/index.ts';
import type { Customer } from '../../customers/index.ts';
import {
  findOwnership,
  findUpgrade,
  licenseNames,
  pricedCustomer,
  upgradableLicenses,
} from '../../licensing/index.ts';
import { canSaveMethods } from '../../payments/index.ts';
import {
  type LineTerms,
  type LineUpgrade,
  type OrderQuote,
  type QuotedLine,
  quoteOrder,
  type TaxRules,
} from '../../pricing/index.ts';
import { loadTaxBasis, type TaxBasis } from '../../taxes/index.ts';
import type { LicenseGrant, LineChange, Order, OrderLine, Purchase } from '../tables.ts';
import type { Audience } from '../rights/rights.ts';
import { cartTaxes } from './billing.ts';

/** An order with the prices of its lines: the current ones of a cart, or those that are being charged or were paid. */
export interface OrderView {
  readonly order: Order;
  readonly quote: OrderQuote;
  readonly catalog: Catalog;
}

/** An order in the view of its audience. */
export async function loadView(ctx: Context, order: Order, audience: Audience): Promise<OrderView> {
  const [catalog, taxBasis] = await Promise.all([loadCatalog(ctx), loadTaxBasis(ctx)]);
  const quote =
    order.content?.quote ?? (await quoteLines(readContext(ctx), catalog, { order, taxBasis, audience }));
  return { order, quote, catalog };
}

/** A cart, with the basis of its taxes. */
interface PricedCart {
  readonly order: Pick<
    Order,
    | 'accountId'
    | 'id'
    | 'customerId'
    | 'currency'
    | 'utm'
    | 'status'
    | 'billing'
    | 'billingOrigin'
    | 'couponCodeIds'
    | 'offerId'
    | 'lines'
  >;
  /** The result of `loadTaxBasis`, outside of the transaction. */
  readonly taxBasis: TaxBasis | undefined;
  /** The audience of the prices. */
  readonly audience: Audience;
  /** The taxes of the buyer at the checkout; absent: those that the cart's billing details and visitor suggest. */
  readonly taxes?: TaxRules | undefined;
  /** The signed-in customer, who need not be read again. */
  readonly caller?: Customer | undefined;
}

/**
 * The current price of the cart, for the order's customer and the buyer's campaign, with the entered coupons and the
 * taxes of their place.
 */
export async function quoteLines(
  ctx: ReadContext,
  catalog: Catalog,
  { order, taxBasis, audience, taxes, caller }: PricedCart,
): Promise<OrderQuote> {
  const { customerId, couponCodeIds } = order;
  const coupons = await enteredCoupons(ctx, {
    codeIds: couponCodeIds,
    buyer: { customerId: customerId ?? undefined },
  });
  const ownership = customerId === null ? undefined : await findOwnership(ctx, customerId);
  const upgrades = await lineUpgrades(ctx, catalog, order);
  const termsOf = await lineTerms(ctx, catalog, order);
  const isAgreed = order.lines.some(({ agreed }) => agreed !== undefined);
  const rules = taxes ?? (await cartTaxes(ctx, taxBasis, order, { audience, caller }));
  return quoteOrder({
    catalog,
    ...(rules && { taxes: rules }),
    lines: order.lines.map((line) => ({
      id: line.id,
      item: itemOf(line),
      variationId: line.variationId,
      quantity: line.quantity,
      offerId: line.offerId ?? undefined,
      upgrade: upgrades.get(line.id),
      agreed: line.agreed,
      terms: termsOf.get(line.id),
    })),
    currency: isAgreed ? order.currency : soldCurrency(ctx.account, order.currency),
    offerId: order.offerId ?? undefined,
    enabledCurrencies: ctx.account.settings.currencies,
    now: ctx.clock.now(),
    utm: order.utm,
    customer: ownership && pricedCustomer(ownership),
    allowsPartialBundles: ctx.account.settings.allowsPartialBundles,
    sellsSubscriptions: await sellsSubscriptions(ctx, catalog, order),
    coupons,
  });
}

/** Whether lines with a billing cycle can be sold: their payment method is saved. */
async function sellsSubscriptions(
  ctx: ReadContext,
  catalog: Catalog,
  { lines }: Pick<Order, 'lines'>,
): Promise<boolean> {
  const isRecurring = ({ variationId }: OrderLine): boolean =>
    (catalog.variation(variationId)?.recurrence ?? 'OneOff') !== 'OneOff';
  return lines.some(isRecurring) && (await canSaveMethods(ctx));
}

/** What the lines of a cart offer, by line: free days for each item once, unless its customer has had them. */
async function lineTerms(
  ctx: ReadContext,
  catalog: Catalog,
  { customerId, lines }: Pick<Order, 'customerId' | 'lines'>,
): Promise<ReadonlyMap<string, LineTerms>> {
  const offered = lines.flatMap((line) => {
    const terms = catalog.variation(line.variationId)?.subscriptionTerms ?? null;
    return terms === null ? [] : [{ id: line.id, item: itemOf(line), terms }];
  });
  const free = offered.filter(({ terms }) => terms.freeDays !== undefined);
  if (free.length === 0) return new Map(offered.map(({ id, terms }) => [id, terms]));
  const isUsed = customerId === null ? undefined : await ctx.orders.recurring.freeDaysUsedBy(ctx, customerId);
  const first = Map.groupBy(free, ({ item }) => `${item.type}/${item.id}`).values();
  const open = new Set([...first].map(([one]) => one?.id));
  return new Map(
    offered.map(({ id, item, terms: { freeDays, ...terms } }) => {
      const isFree = freeDays !== undefined && open.has(id) && isUsed?.(item) !== true;
      return [id, isFree ? { ...terms, freeDays } : terms];
    }),
  );
}

/** The licenses that the lines of a cart change, with their prices, by line. */
async function lineUpgrades(
  ctx: ReadContext,
  catalog: Catalog,
  { customerId, lines }: Pick<Order, 'customerId' | 'lines'>,
): Promise<ReadonlyMap<string, LineUpgrade>> {
  const upgrades = new Map<string, LineUpgrade>();
  if (!lines.some(({ licenseId }) => typeof licenseId === 'string')) return upgrades;
  const nameOf = licenseNames(catalog, customerId === null ? [] : await upgradableLicenses(ctx, customerId));
  for (const { id, licenseId, variationId } of lines) {
    if (typeof licenseId !== 'string') continue;
    const offer = await findUpgrade(ctx, catalog, {
      customerId: customerId ?? undefined,
      licenseId,
      variationId,
    });
    if ('refusal' in offer) {
      upgrades.set(id, { licenseId, refusal: offer.refusal });
      continue;
    }
    const { keepsLicense, license, upgrade } = offer;
    const { kind, prices } = upgrade;
    const licenseName = nameOf(license);
    upgrades.set(id, {
      licenseId,
      kind,
      prices,
      keepsLicense,
      fromProductId: license.productId,
      licenseName,
    });
  }
  return upgrades;
}

/** The currency of a cart: one that was switched off since gives way to the default. */
export function soldCurrency({ settings }: Pick<Account, 'settings'>, currency: string): string {
  return settings.currencies.includes(currency) ? currency : settings.defaultCurrency;
}

/** The content of a payment of this quote, without lines that the shop has since withdrawn. */
export function contentOf(catalog: Catalog, quote: OrderQuote, lines: readonly OrderLine[]): Purchase {
  const sold = new Set(quote.lines.map(({ id }) => id));
  const upgrades = quote.lines.flatMap((line) => changeOf(catalog, line) ?? []);
  return {
    quote,
    lines: lines.filter(({ id }) => sold.has(id)),
    grants: quote.lines.flatMap((line) =>
      line.grantedProductIds.map((productId) => grantOf(catalog, line, productId)),
    ),
    ...(upgrades.length > 0 && { upgrades }),
    titles: quote.lines.map((line) => ({ lineId: line.id, title: titleOf(catalog, line) })),
  };
}

function grantOf(
  catalog: Catalog,
  { id, variationId, quantity, upgrade }: QuotedLine,
  productId: string,
): LicenseGrant {
  return {
    lineId: id,
    productId,
    quantity,
    recurrence: catalog.variation(variationId)?.recurrence ?? 'OneOff',
    variationId,
    gives: givesOf(catalog, variationId, productId),
    ...(upgrade && { besideLicenseId: upgrade.licenseId }),
  };
}

/** The license that a line changes; `undefined` for a normal purchase. */
function changeOf(catalog: Catalog, { id, item, variationId, upgrade }: QuotedLine): LineChange | undefined {
  if (upgrade === undefined) return undefined;
  const gives = givesOf(catalog, variationId, item.id);
  const { licenseName: _, ...change } = upgrade;
  return { lineId: id, ...change, productId: item.id, variationId, gives };
}

function givesOf(catalog: Catalog, variationId: string, productId: string): GivenAccess {
  const variation = catalog.variation(variationId);
  const product = catalog.product(productId);
  return variation === undefined || product === undefined ? {} : givenAccess(variation, product);
}

/** The item of a line. */
export function itemOf({
  productId,
  bundleId,
}: Pick<OrderLine, 'productId' | 'bundleId'>): QuotedLine['item'] {
  return productId === null ? { type: 'Bundle', id: bundleId ?? '' } : { type: 'Product', id: productId };
}

/** The names of an item and its variation, for people. */
export function titleOf(
  catalog: Catalog,
  { item, variationId }: Pick<QuotedLine, 'item' | 'variationId'>,
): string {
  const { name } = (item.type === 'Product' ? catalog.product(item.id) : catalog.bundle(item.id)) ?? {
    name: item.id,
  };
  const variation = catalog.variation(variationId);
  return variation === undefined ? name : `${name}, ${variation.name}`;
}
