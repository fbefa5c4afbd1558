import type { Chance } from './chance.ts';

const NUL = '\0';
const HALF_PAIR = '\ud800';

/** Values that none of our schemas require, and some that only look like valid ones. */
const HOSTILE: readonly [unknown, ...unknown[]] = [
  null,
  '',
  ' ',
  0,
  -1,
  -0,
  1.5,
  2 ** 31,
  2 ** 53,
  -(2 ** 63),
  1e308,
  true,
  [],
  {},
  [[]],
  [null],
  'null',
  '12',
  NUL,
  `a${NUL}b`,
  HALF_PAIR,
  `a${HALF_PAIR}`,
  '\udfff\ud800',
  '\u202e\u0000',
  '\u00ff\uffff\ufffe',
  "' or 1=1 --",
  '%00',
  '%',
  '../../etc/passwd',
  '${7*7}',
  '<script>alert(1)</script>',
  'x'.repeat(300),
  'x'.repeat(20_000),
  '٣',
  '2026-02-30T25:61:61Z',
  '00000000-0000-0000-0000-000000000000',
  'ABCDEF01-2345-6789-ABCD-EF0123456789',
  { $gt: '' },
  { length: 5 },
  { toString: 'no' },
];

/** Names that mean something to JavaScript itself. */
const HOSTILE_NAMES: readonly [string, ...string[]] = [
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '',
  NUL,
  'a\ud800',
  'x'.repeat(1_000),
];

export function hostileValue(chance: Chance): unknown {
  return chance.pick(HOSTILE);
}

export function hostileName(chance: Chance): string {
  return chance.pick(HOSTILE_NAMES);
}

/** Texts of request bodies that are not, or hardly, JSON. */
export function hostileJson(chance: Chance, valid: string): string | Buffer {
  const depth = chance.pick([10, 1_000, 20_000]);
  return chance.pick<() => string | Buffer>([
    () => valid.slice(0, chance.below(valid.length + 1)),
    () => `${valid}${valid}`,
    () => `${'['.repeat(depth)}${']'.repeat(depth)}`,
    () => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`,
    () => `{"quantity":1e400,"items":[1e400],"due":-1e400}`,
    () => `{"quantity":${'9'.repeat(400)}}`,
    () => `\ufeff${valid}`,
    () => `{"__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}}}`,
    () => `{"email":"a@b.c","email":null,"items":1,"items":[]}`,
    () => `{"name":"\\u0000","email":"\\ud800@example.com"}`,
    () => 'null',
    () => '"text"',
    () => '[]',
    () => 'undefined',
    () => Buffer.from([0xff, 0xfe, 0x00, 0x7b, 0x7d]),
    () => Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]),
    () => `{"pad":"${'x'.repeat(300_000)}"}`,
    () => `{"pad":"${'x'.repeat(1_100_000)}"}`,
  ])();
}

/** Texts in paths and queries that are not, or hardly, percent-encoded. */
export function hostileEncoding(chance: Chance): string {
  return chance.pick([
    '%00',
    '%',
    '%zz',
    '%ff',
    '%c0%80',
    '%ed%a0%80',
    '%f4%90%80%80',
    '%25%30%30',
    '..%2f..%2f',
    '%2e%2e',
    '+',
    '%20',
    '%0d%0aSet-Cookie:a=b',
    'a%00b',
    '%F0%9F%91%A9',
    'x'.repeat(600),
    'x'.repeat(6_000),
    '[]',
    '%5B0%5D',
    '~!$&()*,;=:@',
  ]);
}
