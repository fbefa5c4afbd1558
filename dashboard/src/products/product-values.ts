import { moneyIn, pricesIn } from '../form/amounts.ts';
import type { Variation } from './product-queries.ts';

/** An id made of a name: lower-case letters and digits, with dashes between words. */
export function idFrom(name: string): string {
  return name
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 60);
}

/** A new product or bundle as the API takes it: nobody can buy it yet, and it has one variation. */
export function newItemIn(
  values: Readonly<Record<string, string>>,
  { currencies, firstVariation }: { readonly currencies: readonly string[]; readonly firstVariation: string },
) {
  const [name, id] = [(values['name'] ?? '').trim(), (values['id'] ?? '').trim()];
  return {
    id: id === '' ? idFrom(name) : id,
    name,
    purchasable: false,
    variations: [{ name: firstVariation, prices: pricesIn(currencies, values) }],
  };
}

/** Whether an id is that of a sub-product, such as `suite.pack`. */
export function isSubProduct(id: string): boolean {
  return id.includes('.');
}

/** The ids of a field, one a line. */
export function productIdsIn(text: string): string[] {
  return text.split('\n').filter((id) => id !== '');
}

/** The currencies of a price table: those that the account sells in, then those that only a price has. */
export function currenciesOf(sold: readonly string[], variations: readonly Variation[]): readonly string[] {
  return [...new Set([...sold, ...variations.flatMap(({ prices }) => Object.keys(prices))])];
}

/** A new price of a variation; null removes it. */
interface PriceChange {
  readonly variationId: string;
  readonly amount: number | null;
}

type PriceChanges =
  | { readonly changes: readonly PriceChange[] }
  /** The variations whose text is no amount. */
  | { readonly wrong: readonly string[] };

/** The prices of one currency that differ from those of the variations; `typed` is by the id of the variation. */
export function priceChanges(
  variations: readonly Variation[],
  currency: string,
  typed: Readonly<Record<string, string>>,
): PriceChanges {
  const rows = variations.map(({ id, prices }) => {
    const text = (typed[id] ?? '').trim();
    return { id, before: prices[currency] ?? null, after: text === '' ? null : moneyIn(text, currency) };
  });
  const wrong = rows.filter(({ after }) => after === undefined).map(({ id }) => id);
  if (wrong.length > 0) return { wrong };
  return {
    changes: rows.flatMap(({ id, before, after }) =>
      after === undefined || after === before ? [] : [{ variationId: id, amount: after }],
    ),
  };
}

/** The amounts in one currency that were typed so far, by variation, for a preview: what is no amount is left out. */
export function draftPrices(
  variations: readonly Pick<Variation, 'id'>[],
  currency: string,
  typed: Readonly<Record<string, string>>,
): Record<string, Record<string, number>> {
  return Object.fromEntries(
    variations.flatMap(({ id }) => {
      const amount = moneyIn(typed[id] ?? '', currency);
      return amount === undefined ? [] : [[id, { [currency]: amount }] as const];
    }),
  );
}
