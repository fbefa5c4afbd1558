import { normaliseGuid } from '../../../kernel/ids.ts';

/** A line item in a client's request; null means absent. */
export interface LineRequest {
  readonly id?: string | null | undefined;
  readonly type: 'Product' | 'Bundle';
  readonly productId?: string | null | undefined;
  readonly bundleId?: string | null | undefined;
  readonly variationId: string;
  readonly quantity: number;
  readonly offerId?: string | null | undefined;
  readonly licenseId?: string | null | undefined;
  readonly partial?: boolean | null | undefined;
  readonly replaced?: readonly unknown[] | null | undefined;
}

/** The issues of these lines that do not depend on the catalogue, as field path → messages. */
export function checkLines(items: readonly LineRequest[]): Record<string, string[]> {
  const errors: Record<string, string[]> = {};
  const uniqueIds = new Set<string>();
  for (const [index, item] of items.entries()) {
    const idField = item.type === 'Product' ? 'productId' : 'bundleId';
    if (typeof item[idField] !== 'string') errors[`items[${index}].${idField}`] = ['is required'];
    if (typeof item.licenseId === 'string' && normaliseGuid(item.licenseId) === undefined)
      errors[`items[${index}].licenseId`] = ['must be a GUID'];
    if (typeof item.id !== 'string') continue;
    if (uniqueIds.has(item.id)) errors[`items[${index}].id`] = ['is the id of another line as well'];
    uniqueIds.add(item.id);
  }
  if (idBytes(items) > MAX_TEXT_BYTES)
    errors['items'] = [`must not have ids of more than ${MAX_TEXT_BYTES / 1024} KB together`];
  return errors;
}

/** A stored line item. */
interface OrderLineRecord {
  readonly id: string;
  readonly productId: string | null;
  readonly bundleId: string | null;
  readonly variationId: string;
  readonly quantity: number;
  readonly offerId: string | null;
  readonly licenseId: string | null;
  readonly partial: boolean | null;
  readonly replaced: readonly unknown[] | null;
}

/** The maximum size of the notes on an order's lines, in bytes of UTF-8, less the size of the lines' ids. */
const MAX_TEXT_BYTES = 32_768;

/** Far more than the notes of any shop; JSON functions of databases fail at a thousand. */
const MAX_NOTE_DEPTH = 50;

const encoder = new TextEncoder();

/** Offers are named like products (core API, Slugs): no other text can be the id of one. */
const OFFER_ID = /^[a-z0-9][a-z0-9.-]{1,62}$/;

/**
 * The lines in the form to be stored. Missing ids are generated, and ids that no offer can have are dropped, as they
 * would have no effect. Notes get the space that the ids leave in an order's text; notes beyond it, and deeply nested
 * ones, are dropped. A hundred ids of 200 ASCII characters fit, and so do fewer in any script.
 */
export function orderLinesOf(items: readonly LineRequest[], newId: () => string): OrderLineRecord[] {
  let room = MAX_TEXT_BYTES - idBytes(items);
  return items.map((item) => {
    const { id, type, productId, bundleId, variationId, quantity, offerId, partial, replaced } = item;
    const noteBytes =
      replaced === null || replaced === undefined || isDeeper(replaced, MAX_NOTE_DEPTH)
        ? 0
        : encoder.encode(JSON.stringify(replaced)).length;
    const fits = noteBytes > 0 && noteBytes <= room;
    if (fits) room -= noteBytes;
    return {
      id: id ?? newId(),
      productId: type === 'Product' ? (productId ?? null) : null,
      bundleId: type === 'Bundle' ? (bundleId ?? null) : null,
      variationId,
      quantity,
      offerId: offerIdOf(offerId),
      licenseId: item.licenseId?.toLowerCase() ?? null,
      partial: partial ?? null,
      replaced: fits ? (replaced ?? null) : null,
    };
  });
}

/** Whether objects and arrays are nested more than `depth` times. */
function isDeeper(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return depth === 0 || Object.values(value).some((member) => isDeeper(member, depth - 1));
}

function idBytes(lines: readonly Pick<LineRequest, 'id' | 'offerId'>[]): number {
  const ids = lines.flatMap(({ id, offerId }) => [id ?? '', offerIdOf(offerId) ?? '']);
  return ids.reduce((sum, text) => sum + encoder.encode(text).length, 0);
}

/** The id of an offer in the form to be stored; null for a text that no offer can have as its id. */
export function offerIdOf(offerId: string | null | undefined): string | null {
  return typeof offerId === 'string' && OFFER_ID.test(offerId) ? offerId : null;
}
