import type { Cart, CartLine, LineInput } from '../api/cart.ts';

/** The lines of a cart after a change. */
export type LinesEdit = (lines: readonly LineInput[]) => readonly LineInput[];

/** An item for sale, in the form of a line. */
export type NewLine = Omit<LineInput, 'id' | 'quantity'> & { readonly quantity: number };

/** Of one line. */
export const MAX_QUANTITY = 10_000;

/** The lines of an order in the form that the API accepts, with all notes of the client. */
export function inputsOf({ items }: Pick<Cart, 'items'>): LineInput[] {
  return items.map((line) => {
    const { id, variationId, quantity, offerId, licenseId, partial, replaced } = line;
    return {
      id,
      ...itemOf(line),
      variationId,
      quantity,
      ...(offerId !== undefined && { offerId }),
      ...(licenseId !== undefined && { licenseId }),
      ...(partial !== undefined && { partial }),
      ...(replaced !== undefined && { replaced }),
    };
  });
}

function itemOf(line: CartLine): Pick<LineInput, 'type' | 'productId' | 'bundleId'> {
  return line.type === 'Product'
    ? { type: 'Product', productId: line.productId }
    : { type: 'Bundle', bundleId: line.bundleId };
}

/**
 * Adds units: to the line that has the same variation, offer and notes, else as a new line. A bundle replaces the
 * single licenses of its products, `contents`, and notes them, so that they can be restored.
 */
export function addLine(id: string, line: NewLine, contents: readonly string[] = []): LinesEdit {
  return (lines) => {
    // One order changes a license once: the later choice counts.
    if (typeof line.licenseId === 'string')
      return [...lines.filter(({ licenseId }) => licenseId !== line.licenseId), { id, ...line }];
    const same = lines.find((other) => isSame(other, line));
    if (same !== undefined) return setQuantity(same.id, same.quantity + line.quantity)(lines);
    const replaced = lines.filter(
      ({ type, productId, quantity }) =>
        type === 'Product' && quantity === 1 && typeof productId === 'string' && contents.includes(productId),
    );
    const rest = lines.filter((other) => !replaced.includes(other));
    return [...rest, { id, ...line, ...(replaced.length > 0 && { replaced }) }];
  };
}

/** An offer counts for one line of the cart, which keeps its own. */
function isSame(line: LineInput, other: NewLine): boolean {
  return (
    line.type === other.type &&
    (line.productId ?? line.bundleId) === (other.productId ?? other.bundleId) &&
    line.variationId === other.variationId &&
    typeof line.licenseId !== 'string' &&
    (other.offerId === undefined || line.offerId === other.offerId)
  );
}

/** Whether a line sells the product or bundle of another. */
export function hasItem(lines: readonly LineInput[], { productId, bundleId }: LineInput): boolean {
  return lines.some((line) => (line.productId ?? line.bundleId) === (productId ?? bundleId));
}

export function setQuantity(id: string, quantity: number): LinesEdit {
  const next = Math.min(MAX_QUANTITY, Math.max(1, Math.round(quantity)));
  return (lines) => lines.map((line) => (line.id === id ? { ...line, quantity: next } : line));
}

/** The typed quantity; undefined for an invalid one. */
export function quantityOf(text: string): number | undefined {
  const value = Number(text);
  return Number.isInteger(value) && value >= 1 && value <= MAX_QUANTITY ? value : undefined;
}

export function removeLine(id: string): LinesEdit {
  return (lines) => lines.filter((line) => line.id !== id);
}

/** Restores a removed line in its place. */
export function restoreLine(line: LineInput, index: number): LinesEdit {
  return (lines) => (lines.some(({ id }) => id === line.id) ? lines : lines.toSpliced(index, 0, line));
}

/** Selects an offer for a line; undefined declines it. An offer is valid for one line only. */
export function setOffer(id: string, offerId: string | undefined): LinesEdit {
  return (lines) =>
    lines.map((line) => {
      const { offerId: current, ...rest } = line;
      if (line.id === id) return offerId === undefined ? rest : { ...rest, offerId };
      return current !== undefined && current === offerId ? rest : line;
    });
}

/** Restores the single licenses that a bundle replaced. */
export function splitBundle(id: string): LinesEdit {
  return (lines) => lines.flatMap((line) => (line.id === id ? replacedBy(line) : [line]));
}

/** The lines that a bundle replaced, as far as the notes are ours. */
export function replacedBy({ replaced }: Pick<LineInput, 'replaced'>): LineInput[] {
  return (replaced ?? []).flatMap((note) => lineOf(note) ?? []);
}

/**
 * The bundle of the cart that contains the product, too; undefined when there is none. A partial bundle contains the
 * products in `restOf`, which the customer does not own.
 */
export function bundleWith(
  productId: string,
  items: Cart['items'],
  restOf: (bundleId: string) => readonly string[] = () => [],
): string | undefined {
  const bundles = items.flatMap((line) => (line.type === 'Bundle' ? [line] : []));
  const contentsOf = ({ partial, bundleId, bundle }: (typeof bundles)[number]) =>
    partial === true ? restOf(bundleId) : bundle.products.map(({ id }) => id);
  return bundles.find((line) => contentsOf(line).includes(productId))?.bundle.name;
}

/** A product line in a note, which may contain anything. */
export function lineOf(note: unknown): LineInput | undefined {
  if (typeof note !== 'object' || note === null) return undefined;
  const { id, type, productId, variationId, quantity }: Partial<Record<string, unknown>> = { ...note };
  const isLine =
    typeof id === 'string' &&
    type === 'Product' &&
    typeof productId === 'string' &&
    typeof variationId === 'string' &&
    typeof quantity === 'number';
  return isLine ? { id, type, productId, variationId, quantity } : undefined;
}

/** The number of units in the cart. */
export function unitsOf(lines: readonly Pick<LineInput, 'quantity'>[]): number {
  return lines.reduce((sum, { quantity }) => sum + quantity, 0);
}

/** The name of a line's item. */
export function nameOf(line: CartLine): string {
  return line.type === 'Product' ? line.product.name : line.bundle.name;
}
