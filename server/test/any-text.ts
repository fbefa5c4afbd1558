import { type Arbitrary, constantFrom, integer, oneof, string } from 'fast-check';

/**
 * Any text that JSON can carry, of at most `maxLength` characters: letters, control characters, all planes of Unicode,
 * halves of surrogate pairs, and the names that objects inherit. fast-check's own `binary` unit has neither the halves
 * nor, in practice, letters, and spends seconds on an index of all characters.
 */
export function anyText(maxLength: number): Arbitrary<string> {
  return oneof(
    { weight: 20, arbitrary: string({ unit: CHARACTER, maxLength }) },
    { weight: 1, arbitrary: constantFrom(...INHERITED.filter((name) => name.length <= maxLength)) },
  );
}

const CHARACTER = oneof(
  integer({ min: 0x20, max: 0x7e }),
  integer({ min: 0, max: 0xff }),
  integer({ min: 0, max: 0xffff }),
  integer({ min: 0xd800, max: 0xdfff }),
  integer({ min: 0x10000, max: 0x10ffff }),
).map((code) => String.fromCodePoint(code));

const INHERITED = ['__proto__', 'constructor', 'toString', 'valueOf', 'hasOwnProperty', 'prototype'];
