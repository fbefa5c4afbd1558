/** Filters as the address of a page has them: texts, and none that is not set. */
export type Filters<Name extends string> = Readonly<Partial<Record<Name, string | undefined>>>;

/** The filters of an address, of these names; anything else in it is dropped. */
export function filterSearch<Name extends string>(
  names: readonly Name[],
): (search: Record<string, unknown>) => Filters<Name> {
  return (search) => {
    const filters: Partial<Record<Name, string | undefined>> = {};
    for (const name of names) {
      const value = search[name];
      if (typeof value === 'string' && value !== '') filters[name] = value;
    }
    return filters;
  };
}

/** Whether any filter is set; the order of a list is none. */
export function isFiltered(filters: Filters<string>): boolean {
  return Object.entries(filters).some(
    ([name, value]) => name !== 'sort' && value !== undefined && value !== '',
  );
}

/** The value, if it is one of those that the API knows: an address can hold anything. */
export function oneOf<Value extends string>(
  values: readonly Value[],
  text: string | undefined,
): Value | undefined {
  return values.find((value) => value === text);
}
