/** A line item as a client asks for it. */
export interface LineRequest {
  readonly id?: string | undefined;
  readonly type: 'Product' | 'Bundle';
  readonly productId?: string | undefined;
  readonly bundleId?: string | undefined;
  readonly variationId: string;
  readonly quantity: number;
  readonly offerId?: string | undefined;
}

/** What cannot be right about these lines whatever the shop sells, as field path → messages. */
export function checkLines(items: readonly LineRequest[]): Record<string, string[]> {
  const errors: Record<string, string[]> = {};
  const seen = new Set<string>();
  for (const [index, item] of items.entries()) {
    const idField = item.type === 'Product' ? 'productId' : 'bundleId';
    if (item[idField] === undefined) errors[`items[${index}].${idField}`] = ['is required'];
    if (item.id === undefined) continue;
    if (seen.has(item.id)) errors[`items[${index}].id`] = ['is the id of another line as well'];
    seen.add(item.id);
  }
  return errors;
}
