import type { Arena } from '../arena.ts';
import type { Figure } from '../report.ts';

/** The part of a figure that the bench itself provides. */
export type FigureOfBench = Omit<Figure, 'bench' | 'engine' | 'size'>;

/** Takes one group of figures; rejects with a sentence when it cannot. */
export type Bench = (arena: Arena) => Promise<FigureOfBench[]>;

/** Connections of the generator: enough to keep the server busy at all times, few enough to keep latencies honest. */
export const CONNECTIONS = 64;

/**
 * A server runs for weeks: this excludes the compilation by V8 on other threads during the first ten thousand requests.
 */
export const WARMUP_SECONDS = 6;

/** Alternating rounds of limit and figure, so that other load on the machine affects both. */
export const ROUNDS = 5;

/** The median; for an even number the lower of the two. */
export function medianBy<Value>(values: readonly Value[], of: (value: Value) => number): Value {
  const sorted = values.toSorted((a, b) => of(a) - of(b));
  const middle = sorted[(sorted.length - 1) >> 1];
  if (middle === undefined) throw new Error('nothing was measured');
  return middle;
}
