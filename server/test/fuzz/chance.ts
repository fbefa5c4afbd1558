/** A source of random choices that returns the same ones for the same seed. */
export interface Chance {
  /** A whole number from 0 up to, but not including, `below`. */
  below(limit: number): number;
  /** True once in `times`. */
  oneIn(times: number): boolean;
  pick<Value>(values: readonly [Value, ...Value[]]): Value;
  /** One of the values, `undefined` when there are none. */
  pickAny<Value>(values: readonly Value[]): Value | undefined;
}

/** Choices by mulberry32: small, and good enough to vary requests. */
export function chanceOf(seed: number): Chance {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    below,
    oneIn: (times) => below(times) === 0,
    pick: (values) => values[below(values.length)] ?? values[0],
    pickAny: (values) => values[below(values.length)],
  };
}
