/** How a list can be sorted, as the Core API names it: `-createdAt` is the default. */
export const SORTS = ['-createdAt', 'createdAt', 'email', '-email'] as const;
export type Sort = (typeof SORTS)[number];
export type SortField = 'createdAt' | 'email';

const DEFAULT: Sort = '-createdAt';

/** The order of a list, and the fields by which its filters let it be sorted. */
export interface Sorting {
  readonly sort: Sort;
  readonly fields: readonly SortField[];
  /** Undefined: as without a choice. */
  readonly onChange: (sort: Sort | undefined) => void;
}

/** The order that an address asks for, if the list can be sorted by it; undefined: it has its usual order. */
export function sortIn<Field extends SortField>(
  text: string | undefined,
  fields: readonly Field[],
): Field | `-${Field}` | undefined {
  if (text === DEFAULT) return undefined;
  for (const field of fields) {
    const descending = `-${field}` as const;
    if (text === field) return field;
    if (text === descending) return descending;
  }
  return undefined;
}

/** The order of a list whose address has this text, and these filters; `change` puts another into the address. */
export function sortingOf(
  text: string | undefined,
  fields: readonly SortField[],
  change: (next: { readonly sort: Sort | undefined }) => void,
): Sorting {
  return {
    sort: sortIn(text, fields) ?? DEFAULT,
    fields,
    onChange: (sort) => {
      change({ sort });
    },
  };
}

/** The direction of a column with this field, as `aria-sort` says it. */
export function directionOf(sort: Sort, field: SortField): 'ascending' | 'descending' | 'none' {
  if (fieldOf(sort) !== field) return 'none';
  return sort.startsWith('-') ? 'descending' : 'ascending';
}

/** The order after a click on the header of a field: its other direction, or from its first value on. */
export function sortAfter(sort: Sort, field: SortField): Sort | undefined {
  const next = sort === field ? (`-${field}` as const) : field;
  return next === DEFAULT ? undefined : next;
}

/** The orders that fields allow, the usual one first. */
export function sortsOf(fields: readonly SortField[]): readonly Sort[] {
  return SORTS.filter((sort) => fields.includes(fieldOf(sort)));
}

/** The field of an order. */
export function fieldOf(sort: Sort): SortField {
  return sort === 'email' || sort === '-email' ? 'email' : 'createdAt';
}
