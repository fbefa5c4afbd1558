import process from 'node:process';

/** Whether the tests run in their long form: `npm test -- --long`. */
export const IS_LONG = process.env['LATCHKEY_TEST_LONG'] === '1';

/** The number of attempts at something that depends on chance. */
export function times(short: number, long: number): number {
  return IS_LONG ? long : short;
}

/** Parameters of a property of fast-check: the short form of the tests tries a quarter of its examples. */
export function examples(long: number): { readonly numRuns: number } {
  return { numRuns: times(Math.ceil(long / 4), long) };
}
