import { isDeepStrictEqual } from 'node:util';

/** The changes of a row: each field that differs, before and after. */
export type ChangedFields = {
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
};

/** The fields of a row that differ, without bookkeeping fields; `undefined` when none do. */
export function changedFields(
  before: object,
  after: object,
  bookkeeping: readonly string[] = [],
): ChangedFields | undefined {
  const [was, is] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  const names = [...new Set([...was.keys(), ...is.keys()])].filter(
    (name) => !bookkeeping.includes(name) && !isDeepStrictEqual(was.get(name), is.get(name)),
  );
  if (names.length === 0) return undefined;
  return {
    before: Object.fromEntries(names.map((name) => [name, was.get(name)])),
    after: Object.fromEntries(names.map((name) => [name, is.get(name)])),
  };
}
