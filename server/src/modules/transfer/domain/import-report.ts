/** Something in a list that cannot be imported: how often it occurred, with some of its values. */
export interface Unmapped {
  readonly name: string;
  readonly count: number;
  readonly examples: readonly string[];
}

/** The reasons for refusing entries of a kind, real or in a dry run. */
export interface Refusal {
  readonly kind: string;
  readonly reason: string;
  readonly count: number;
  /** The places of the first of them. */
  readonly examples: readonly string[];
}

/** An entry that was refused, real or in a dry run. */
export interface RefusedEntry {
  readonly kind: string;
  /** `line 3`, or its name in the source. */
  readonly place: string;
  readonly reasons: readonly string[];
}

/** A report holds no more refused entries than these; the counts are of all. */
export const MOST_REFUSED_ENTRIES = 100_000;

const MOST_EXAMPLES = 3;
const MOST_EXAMPLE_CHARACTERS = 60;
/** Reasons contain texts of the list: after this many different ones, the rest is counted together. */
const MOST_NAMES = 500;
const OTHERS = 'other reasons';

/** Counts repeated values by name, with a few examples of each. */
export function createTally() {
  const entries = new Map<string, { count: number; examples: string[] }>();
  return {
    add(name: string, example: string): void {
      const key = entries.has(name) || entries.size < MOST_NAMES ? name : OTHERS;
      const entry = entries.get(key) ?? { count: 0, examples: [] };
      entries.set(key, entry);
      entry.count += 1;
      const text = cut(example);
      if (entry.examples.length < MOST_EXAMPLES && !entry.examples.includes(text)) entry.examples.push(text);
    },
    /** The most frequent first. */
    list: (): Unmapped[] =>
      [...entries]
        .map(([name, entry]) => ({ name, ...entry }))
        .toSorted((one, other) => other.count - one.count),
  };
}

function cut(text: string): string {
  return text.length > MOST_EXAMPLE_CHARACTERS ? `${text.slice(0, MOST_EXAMPLE_CHARACTERS)}…` : text;
}
