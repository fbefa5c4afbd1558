/** A variable that looks like a setting, but that nothing reads. */
export interface UnknownVariable {
  readonly name: string;
  /** The variable with the most similar name; absent if there is none. */
  readonly nearest?: string;
}

const PREFIXES = ['LATCHKEY_', 'S3_'];

/**
 * The variables of an environment that begin with `LATCHKEY_` or `S3_`, as ours do, and are not among `names`, by name.
 */
export function unknownVariables(
  env: Readonly<Record<string, string | undefined>>,
  names: ReadonlySet<string>,
): UnknownVariable[] {
  const unknown = Object.keys(env).filter(
    (name) => PREFIXES.some((prefix) => name.startsWith(prefix)) && !names.has(name),
  );
  return unknown.toSorted().map((name) => {
    const nearest = nearestName(name, names);
    return { name, ...(nearest !== undefined && { nearest }) };
  });
}

function nearestName(name: string, names: ReadonlySet<string>): string | undefined {
  const word = bare(name);
  // With more than a third of the letters wrong, it is another word.
  const most = Math.max(2, Math.floor(word.length / 3));
  const ranked = [...names]
    .map((other) => ({ other, distance: editDistance(word, bare(other)) }))
    .toSorted((a, b) => a.distance - b.distance);
  const [best] = ranked;
  return best !== undefined && best.distance <= most ? best.other : undefined;
}

/** The part by which names are compared: people forget the prefix and the underscores. */
function bare(name: string): string {
  return name.replace(/^(?:LATCHKEY|S3)_/, '').replaceAll('_', '');
}

/** The number of letters to add, remove or replace to turn one text into the other (Levenshtein). */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [index, letter] of from.split('').entries()) {
    const next = [index + 1];
    for (const [at, other] of to.split('').entries()) {
      const replaced = (row[at] ?? 0) + Number(letter !== other);
      next.push(Math.min(replaced, (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
