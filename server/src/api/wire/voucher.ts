import { type Static, Type } from 'typebox';
import type { Account } from '../../modules/accounts/index.ts';
import { type Catalog, loadCatalog } from '../../modules/catalog/index.ts';
import { ownedProductIds } from '../../modules/licensing/index.ts';
import { loadCurrentDownloads } from '../../modules/releases/index.ts';
import type { Voucher, VoucherContent } from '../../modules/vouchers/index.ts';
import type { System } from '../../platform/system.ts';
import { BundleBody, itemPresenter, ProductBody } from './product.ts';
import { storefrontAnswer } from './storefront.ts';

/** A voucher (customer API, Voucher; wire contract section 5). */
export const VoucherAnswer = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    description: Type.String(),
    code: Type.String(),
    redeemed: Type.Boolean(),
    redeemsProducts: Type.Array(
      Type.Object({ quantity: Type.Integer({ description: 'Licenses granted.' }), value: ProductBody }),
    ),
    redeemsBundles: Type.Array(
      Type.Object({
        quantity: Type.Integer({ description: 'Licenses granted of each product.' }),
        value: BundleBody,
      }),
    ),
  },
  { $id: 'Voucher', title: 'Voucher' },
);

/** The wire form of a voucher, with its products and bundles as the storefront shows them to this customer. */
export async function voucherAnswer(
  system: System,
  account: Account,
  voucher: Voucher,
  customerId: string | undefined,
): Promise<Static<typeof VoucherAnswer>> {
  const [catalog, downloads, owned] = await Promise.all([
    loadCatalog(system, account),
    loadCurrentDownloads(system, account),
    customerId === undefined
      ? undefined
      : ownedProductIds(system.database.reader, account.id, customerId, system.clock.now()),
  ]);
  const ownedIds = owned && new Set(owned);
  const visit = {
    utm: {},
    suggestedCurrency: account.settings.defaultCurrency,
    ownedProductIds: ownedIds,
  };
  const stock = { catalog: onlyContents(catalog, voucher.contents), downloads };
  const { answer } = storefrontAnswer(system, account, stock, visit);
  const presenter = itemPresenter(system, account);
  // What is not for sale has no price, and is redeemed all the same.
  const productValue = (id: string) => {
    const shown = answer.products.find((product) => product.id === id);
    const product = catalog.product(id);
    if (shown !== undefined || product === undefined) return shown;
    return presenter.product(product, { isOwned: ownedIds?.has(id) === true, downloads: downloads.get(id) });
  };
  const bundleValue = (id: string) => {
    const shown = answer.bundles.find((bundle) => bundle.id === id);
    const bundle = catalog.bundle(id);
    if (shown !== undefined || bundle === undefined) return shown;
    const products = bundle.productIds.flatMap((productId) => productValue(productId) ?? []);
    return presenter.bundle(bundle, { isOwned: false, isPartial: false, products });
  };
  const { id, name, description, code, isRedeemed } = voucher;
  return {
    id,
    name,
    description,
    code,
    redeemed: isRedeemed,
    redeemsProducts: withValues(voucher.contents, 'Product', productValue),
    redeemsBundles: withValues(voucher.contents, 'Bundle', bundleValue),
  };
}

function withValues<Value>(
  contents: readonly VoucherContent[],
  type: VoucherContent['type'],
  valueOf: (id: string) => Value | undefined,
): { quantity: number; value: Value }[] {
  return contents
    .filter((content) => content.type === type)
    .flatMap(({ id, quantity }) => {
      const value = valueOf(id);
      return value === undefined ? [] : [{ quantity, value }];
    });
}

/** The catalogue without what the voucher is not about, so that no price is worked out that nobody sees. */
function onlyContents(catalog: Catalog, contents: readonly VoucherContent[]): Catalog {
  const bundles = catalog.bundles.filter(({ id }) =>
    contents.some((content) => content.type === 'Bundle' && content.id === id),
  );
  const productIds = new Set([
    ...contents.filter(({ type }) => type === 'Product').map(({ id }) => id),
    ...bundles.flatMap((bundle) => bundle.productIds),
  ]);
  const products = catalog.products.filter(({ id }) => productIds.has(id));
  return { ...catalog, products, bundles, offers: [] };
}
