type Errors = Readonly<Record<string, readonly string[]>>;

/** The same issues, where those of the entries of a list are those of the list: `currencies[1]` belongs to `currencies`. */
export function withListErrors(errors: Errors): Errors {
  const groups = Map.groupBy(Object.entries(errors), ([path]) => path.replace(/\[\d+\]$/, ''));
  return Object.fromEntries(
    [...groups].map(([path, entries]) => [path, entries.flatMap(([, each]) => each)]),
  );
}
