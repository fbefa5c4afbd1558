import type { Static } from '../../kernel/schema.ts';
import type { Context } from '../../modules/accounts/index.ts';
import { type Catalog, loadCatalog } from '../../modules/catalog/index.ts';
import { findOwnership, productPolicies } from '../../modules/licensing/index.ts';
import { loadCurrentDownloads } from '../../modules/releases/index.ts';
import { type BundleBody, itemPresenter, type ProductBody } from './product.ts';
import { sellsSubscriptions } from './sells-subscriptions.ts';
import { storefrontAnswer } from './storefront.ts';

/** Some products and bundles in the storefront's form for one customer. */
export interface StorefrontItems {
  /** `undefined` for a product that the catalogue does not have. */
  readonly product: (id: string) => Static<typeof ProductBody> | undefined;
  readonly bundle: (id: string) => Static<typeof BundleBody> | undefined;
}

/** Reads these items and their prices together. Items that are not for sale are included, without a price. */
export async function storefrontItems(
  ctx: Context,
  ids: { readonly products: readonly string[]; readonly bundles: readonly string[] },
  customerId: string | undefined,
): Promise<StorefrontItems> {
  const [catalog, downloads, policyOf, ownership] = await Promise.all([
    loadCatalog(ctx),
    loadCurrentDownloads(ctx),
    productPolicies(ctx),
    customerId === undefined ? undefined : findOwnership(ctx, customerId),
  ]);
  const { defaultCurrency: suggestedCurrency } = ctx.account.settings;
  const stock = { catalog: onlyThese(catalog, ids), downloads, policyOf };
  const { answer } = storefrontAnswer(ctx, stock, {
    utm: {},
    suggestedCurrency,
    sellsSubscriptions: await sellsSubscriptions(ctx, catalog),
    ownership,
  });
  const presenter = itemPresenter(ctx);
  const productOf: StorefrontItems['product'] = (id) => {
    const item = answer.products.find((product) => product.id === id);
    const product = catalog.product(id);
    if (item !== undefined || product === undefined) return item;
    return presenter.product(product, {
      isOwned: ownership?.productIds.has(id) === true,
      downloads: downloads.get(id),
    });
  };
  const bundleOf: StorefrontItems['bundle'] = (id) => {
    const item = answer.bundles.find((bundle) => bundle.id === id);
    const bundle = catalog.bundle(id);
    if (item !== undefined || bundle === undefined) return item;
    const products = bundle.productIds.flatMap((productId) => productOf(productId) ?? []);
    return presenter.bundle(bundle, {
      isOwned: false,
      isPartial: false,
      products: products.map((product) => ({ ...product, included: true })),
    });
  };
  return { product: productOf, bundle: bundleOf };
}

/** The catalogue with nothing else, so that no hidden price is computed. */
function onlyThese(
  catalog: Catalog,
  ids: { readonly products: readonly string[]; readonly bundles: readonly string[] },
): Catalog {
  const bundles = catalog.bundles.filter(({ id }) => ids.bundles.includes(id));
  const productIds = new Set([...ids.products, ...bundles.flatMap((bundle) => bundle.productIds)]);
  const products = catalog.products.filter(({ id }) => productIds.has(id));
  return { ...catalog, products, bundles, offers: [], cartOffers: [], promotions: [] };
}
