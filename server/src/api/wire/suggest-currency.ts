import type { Context } from '../../modules/accounts/index.ts';
import type { Catalog } from '../../modules/catalog/index.ts';
import { currencyOfCountry } from '../../platform/geo/countries.ts';

/**
 * The currency of the client's country if the account sells in it, else the account's default; a currency without any
 * price would close the shop, so one with prices is suggested instead of it.
 */
export function suggestCurrency({ account, visitorCountry }: Context, catalog: Catalog): string {
  const { currencies, defaultCurrency } = account.settings;
  if (currencies.length === 1) return defaultCurrency;
  const country = visitorCountry?.();
  const local = country === undefined ? undefined : currencyOfCountry(country);
  const candidates = [local, defaultCurrency, ...currencies];
  const isSold = (currency: string): boolean => currencies.includes(currency) && hasPrices(catalog, currency);
  return candidates.find((currency) => currency !== undefined && isSold(currency)) ?? defaultCurrency;
}

/** Whether anything for sale has a price in a currency. */
function hasPrices({ products, bundles }: Catalog, currency: string): boolean {
  return [...products, ...bundles].some(
    ({ isForSale, variations }) =>
      isForSale && variations.some(({ prices }) => Object.hasOwn(prices, currency)),
  );
}
