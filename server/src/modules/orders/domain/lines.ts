/** A line item as a client asks for it; null is as good as absent. */
export interface LineRequest {
  readonly id?: string | null | undefined;
  readonly type: 'Product' | 'Bundle';
  readonly productId?: string | null | undefined;
  readonly bundleId?: string | null | undefined;
  readonly variationId: string;
  readonly quantity: number;
  readonly offerId?: string | null | undefined;
  readonly partial?: boolean | null | undefined;
  readonly replaced?: readonly unknown[] | null | undefined;
}

/** What cannot be right about these lines whatever the shop sells, as field path → messages. */
export function checkLines(items: readonly LineRequest[]): Record<string, string[]> {
  const errors: Record<string, string[]> = {};
  const seen = new Set<string>();
  for (const [index, item] of items.entries()) {
    const idField = item.type === 'Product' ? 'productId' : 'bundleId';
    if (typeof item[idField] !== 'string') errors[`items[${index}].${idField}`] = ['is required'];
    if (typeof item.id !== 'string') continue;
    if (seen.has(item.id)) errors[`items[${index}].id`] = ['is the id of another line as well'];
    seen.add(item.id);
  }
  return errors;
}

/** A line item as an order keeps it. */
export interface KeptLine {
  readonly id: string;
  readonly productId: string | null;
  readonly bundleId: string | null;
  readonly variationId: string;
  readonly quantity: number;
  readonly offerId: string | null;
  readonly partial: boolean | null;
  readonly replaced: readonly unknown[] | null;
}

/** What one order keeps of what its client notes about replaced lines, in bytes of JSON. */
const MOST_NOTED = 32_768;

const encoder = new TextEncoder();

/** The lines as they are kept. Ids that are missing are made; notes beyond what one order may hold are left out. */
export function orderLinesOf(items: readonly LineRequest[], newId: () => string): KeptLine[] {
  let room = MOST_NOTED;
  return items.map(({ id, type, productId, bundleId, variationId, quantity, offerId, partial, replaced }) => {
    const noted =
      replaced === null || replaced === undefined ? 0 : encoder.encode(JSON.stringify(replaced)).length;
    const fits = noted > 0 && noted <= room;
    if (fits) room -= noted;
    return {
      id: id ?? newId(),
      productId: type === 'Product' ? (productId ?? null) : null,
      bundleId: type === 'Bundle' ? (bundleId ?? null) : null,
      variationId,
      quantity,
      offerId: offerId ?? null,
      partial: partial ?? null,
      replaced: fits ? (replaced ?? null) : null,
    };
  });
}
