import process from 'node:process';

interface Gated {
  readonly number: string;
  readonly facts: { readonly gate?: Int32Array };
}

/** For tests of threads: blocks its thread until the switch of the content is on, then returns its number. */
export function run({ number, facts: { gate } }: Gated): Uint8Array {
  if (gate !== undefined) Atomics.wait(gate, 0, 0);
  if (number === 'crash') process.exit(3);
  if (number === 'bad') throw new Error('cannot draw this');
  return Buffer.from(number);
}
