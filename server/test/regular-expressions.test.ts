import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import recheck from 'recheck/lib/browser.js';
import { regularExpressionsOf } from './regular-expressions.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const SOURCES = ['server/{src,migrations}/**/*.{ts,js}', '{sdk,ui,web,dashboard}/src/**/*.{ts,tsx}'];

/** Expressions that are put together from more than constants, and why no text makes them slow. */
const COMPUTED: readonly string[] = [
  // The constants above it, which are checked.
  'server/src/modules/releases/domain/release-forms.ts',
  // A few digits for each part of a date, in the vendor's own format.
  'server/src/modules/transfer/domain/field-mapping.ts',
  // The paths of routes: `[^/]+` between slashes, and `.*` at the end.
  'server/src/platform/http/server/other-methods.ts',
  // Postal codes: a number of digits and letters from the table above it.
  'web/src/address/address-formats.ts',
];

const expressions = regularExpressionsOf(
  ROOT,
  globSync(SOURCES, { cwd: ROOT }).filter((file) => !file.includes('.test.')),
);

test('every regular expression that is not a constant is listed with a reason', () => {
  const computed = expressions.filter(({ source }) => source === undefined).map(({ file }) => file);
  assert.deepEqual([...new Set(computed)].toSorted(), COMPUTED);
});

/** Expressions with look-arounds, which the check does not support, and why they are linear. */
const LOOK_AROUNDS: readonly string[] = [
  // At most 40 characters, and one look ahead.
  String.raw`/^[\w .-]{1,40}(?=\/|$)/`,
  // Formulas in CSV files: looks over quotes behind a separator, which are no separators themselves.
  String.raw`/^(?=['"]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20\t\r\n])|(?<=[;\t\r\n])(?=['"]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g`,
];

test('no text makes a regular expression of the product take more than linear time', () => {
  const checks = new Map<string, Check>();
  const findings = expressions.flatMap(({ file, line, source, flags }) => {
    if (source === undefined) return [];
    const check = checks.get(`/${source}/${flags}`) ?? checkExpression(source, flags);
    checks.set(`/${source}/${flags}`, check);
    return check.weakness === undefined
      ? []
      : [{ ...check, expression: `/${source}/${flags}`, place: `${file}:${line}` }];
  });
  const [undecided, slow] = [true, false].map((decided) =>
    findings.filter(({ isUndecided }) => isUndecided === decided),
  );
  assert.deepEqual(
    slow?.map(({ place, weakness }) => `${place} ${weakness}`),
    [],
  );
  assert.deepEqual(
    [...new Set(undecided?.map(({ expression }) => expression))].toSorted(),
    LOOK_AROUNDS.toSorted(),
  );
});

test('the check finds expressions that are quadratic, exponential or slow up to a limit', () => {
  for (const source of ['=+$', String.raw`\[[^\]]*\]|[^.[\]]+`, '^(a+)+$', 'b[ab]{0,1000}c'])
    assert.match(checkExpression(source, '').weakness ?? '', /polynomial|exponential/, source);
  assert.equal(checkExpression(String.raw`\[[^[\]]*\]|[^.[\]]+`, '').weakness, undefined);
});

interface Check {
  readonly isUndecided: boolean;
  readonly weakness: string | undefined;
}

/** Decides by automata whether an expression is linear: a proof, where measuring would depend on the machine. */
function checkExpression(source: string, flags: string): Check {
  const result = recheck.checkSync(withoutLargeCounts(source), flags, {
    checker: 'automaton',
    timeout: 60_000,
  });
  switch (result.status) {
    case 'safe':
      return { isUndecided: false, weakness: undefined };
    case 'vulnerable':
      return {
        isUndecided: false,
        weakness: `/${source}/${flags} is ${result.complexity.summary}: ${result.attack.pattern}`,
      };
    case 'unknown':
      return {
        isUndecided: result.error.kind === 'unsupported',
        weakness: `/${source}/${flags} was not decided: ${result.error.kind}`,
      };
  }
}

/**
 * The expression without the upper bounds of long repetitions: these limit the time, but to far too much, and the check
 * takes long for them.
 */
function withoutLargeCounts(source: string): string {
  return source.replaceAll(
    /(?<!\\|\\[pu])\{(\d+)(?:,(\d*))?\}/g,
    (count, least: string, most: string | undefined) => {
      if (Number(least) < 20 && Number(most ?? 0) < 20) return count;
      return Number(least) === 0 ? '*' : '+';
    },
  );
}
