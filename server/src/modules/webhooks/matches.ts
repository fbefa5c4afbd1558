import type { EventRow } from '../events/index.ts';
import { LEGACY_TYPES } from './domain/legacy-types.ts';
import type { Endpoint } from './tables.ts';

/** Whether an endpoint gets events of this type: as entered, a type, a group such as `order.*`, or `*`. */
export function isType(type: string, patterns: readonly string[]): boolean {
  return patterns.some(
    (pattern) =>
      pattern === '*' ||
      pattern === type ||
      (pattern.endsWith('.*') && type.startsWith(pattern.slice(0, -1))),
  );
}

/** Whether an endpoint gets an event: of its types, about its products, and of a type that its form has. */
export function isFor(
  { types, productIds, form }: Pick<Endpoint, 'types' | 'productIds' | 'form'>,
  event: Pick<EventRow, 'type' | 'productIds'>,
): boolean {
  const isOfProduct = productIds.length === 0 || event.productIds.some((id) => productIds.includes(id));
  const hasType = form !== 'legacy' || event.type in LEGACY_TYPES;
  return isOfProduct && hasType && isType(event.type, types);
}
