import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { releaseVectors } from '../../../../test/vectors/release-vectors.ts';
import { versionHistory } from '../../../kernel/version-history.ts';
import { compareVersions, parseVersion } from '../../../kernel/version.ts';
import { readAppVersion } from './app-version.ts';
import {
  coverageOf,
  coverageText,
  coveringLimits,
  coversLess,
  coversVersion,
  highestCovered,
  toSeconds,
} from './release-access.ts';

const NOW = new Date('2027-01-01T00:00:00Z');

test('versions are covered as the vectors for applications say', () => {
  const { cases, now } = releaseVectors();
  for (const { claims, version, isCovered } of cases) {
    const coverage = {
      until: claims['l:rel:until'],
      major: claims['l:rel:major'],
      upto: claims['l:rel:upto'],
    };
    assert.equal(coversVersion(coverage, version, now), isCovered, JSON.stringify({ coverage, version }));
  }
});

/** The rule line by line, without one of its lines; a line that decides nothing is `undefined`. */
function withoutLine(missing: number): typeof coversVersion {
  return ({ until, major, upto }, text, now) => {
    const version = readAppVersion(text);
    const highest = readAppVersion(upto);
    const lines = [
      () => ((until === undefined && major === undefined) || version === undefined ? true : undefined),
      () => (major !== undefined && version !== undefined && version.major <= major ? true : undefined),
      () => (until === undefined ? false : undefined),
      () => (until !== undefined && now <= until ? true : undefined),
      () => (highest === undefined ? true : undefined),
      () => version !== undefined && highest !== undefined && compareVersions(version, highest) <= 0,
    ];
    for (const [index, line] of lines.entries()) {
      const isCovered = index + 1 === missing ? undefined : line();
      if (isCovered !== undefined) return isCovered;
    }
    return true;
  };
}

test('the vectors for applications find an implementation that leaves out any line of the rule', () => {
  const { cases, now } = releaseVectors();
  const disagreeing = (rule: typeof coversVersion) =>
    cases.filter(({ claims, version, isCovered }) => {
      const { 'l:rel:until': until, 'l:rel:major': major, 'l:rel:upto': upto } = claims;
      return rule({ until, major, upto }, version, now) !== isCovered;
    });
  assert.deepEqual(disagreeing(withoutLine(0)), [], 'the whole rule');
  for (const line of [1, 2, 3, 4, 5, 6])
    assert.ok(disagreeing(withoutLine(line)).length > 0, `the vectors do not test line ${line}`);
});

/** A release of a product: its version, the day of 2026 on which it was published, and whether it is a security fix. */
function release(text: string, day: number, isSecurityFix = false) {
  const version = parseVersion(text) ?? assert.fail(text);
  return { version, publishedAt: dayOf(day), isSecurityFix };
}

function dayOf(day: number): Date {
  return new Date(Date.UTC(2026, 0, day));
}

test('the highest version of ended updates is that published by then, or a security fix of its line', () => {
  const history = versionHistory([
    release('1.9.9', 40),
    release('2.0.0', 10),
    release('2.0.1', 30, true),
    release('2.1.0', 20),
    release('1.9.10', 50, true),
  ]);
  const uptoOf = (day: number) =>
    coverageOf({ updatesUntil: dayOf(day), upToMajor: null }, history, NOW).upto;
  assert.deepEqual([9, 10, 19, 20, 60].map(uptoOf), [undefined, '2.0.1', '2.0.1', '2.1.0', '2.1.0']);
  const running = { updatesUntil: new Date(NOW.getTime() + 1_000), upToMajor: 1 };
  assert.deepEqual(coverageOf(running, history, NOW), { until: toSeconds(NOW) + 1, major: 1 });
  assert.deepEqual(coverageOf({ updatesUntil: null, upToMajor: null }, history, NOW), {});
  // Updates include the moment of their end.
  assert.equal(coverageOf({ updatesUntil: NOW, upToMajor: null }, history, NOW).upto, undefined);
});

test('the highest version that is covered is that of either limit, and none where every version is', () => {
  const most = Number.MAX_SAFE_INTEGER;
  const [version3, now] = [{ major: 3, minor: most, patch: most }, toSeconds(NOW)];
  const cases = [
    [{}, undefined],
    [{ upto: '1.0.0' }, undefined],
    [{ until: now + 1, upto: '1.0.0', major: 3 }, undefined],
    [{ until: now, upto: '1.0.0', major: 3 }, undefined],
    [{ until: now - 1, major: 3 }, undefined],
    [
      { until: now - 1, upto: '2.3.4' },
      { major: 2, minor: 3, patch: 4 },
    ],
    [{ until: now - 1, upto: '2.3.4', major: 3 }, version3],
    [
      { until: now - 1, upto: '4.0.0', major: 3 },
      { major: 4, minor: 0, patch: 0 },
    ],
    [{ major: 3 }, version3],
  ] as const;
  for (const [coverage, highest] of cases)
    assert.deepEqual(highestCovered(coverage, now), highest, JSON.stringify(coverage));
});

test('the limits that cover a version begin where it, or a higher one, was published', () => {
  const history = versionHistory([release('2.0.0', 10), release('2.1.0', 20)]);
  const now = new Date(NOW.getTime() + 999);
  const leastUntil = (text: string, at = now) =>
    coveringLimits(parseVersion(text) ?? assert.fail(text), history, at).leastUntil;
  assert.deepEqual(leastUntil('1.0.0'), dayOf(10));
  assert.deepEqual(leastUntil('2.0.0'), dayOf(10));
  assert.deepEqual(leastUntil('2.0.1'), dayOf(20));
  // Tokens know whole seconds.
  assert.deepEqual(leastUntil('3.0.0'), NOW);
  assert.deepEqual(leastUntil('2.0.0', dayOf(9)), dayOf(9));
  const { major, firstPublished } = coveringLimits({ major: 7, minor: 1, patch: 0 }, history, now);
  assert.deepEqual([major, firstPublished], [7, dayOf(10)]);
  assert.equal(coveringLimits({ major: 7, minor: 1, patch: 0 }, [], now).firstPublished, null);
});

test('limits cover less than others where one of them is lower, and no limits cover the most', () => {
  const access = (updatesUntil: Date | null, upToMajor: number | null) => ({ updatesUntil, upToMajor });
  const [none, day, later] = [access(null, null), dayOf(10), dayOf(11)];
  const cases = [
    [none, none, false],
    [access(day, 2), none, false],
    [none, access(day, 2), true],
    [none, access(null, 0), true],
    [none, access(day, null), true],
    [access(day, null), access(later, null), false],
    [access(day, null), access(day, null), false],
    [access(later, null), access(day, null), true],
    [access(day, null), access(null, 9), true],
    [access(null, 2), access(null, 2), false],
    [access(null, 2), access(null, 1), true],
    [access(null, 0), access(day, null), true],
    [access(day, 2), access(later, 1), true],
    [access(day, 2), access(day, 3), false],
  ] as const;
  for (const [before, after, isLess] of cases)
    assert.equal(coversLess(before, after), isLess, JSON.stringify([before, after]));
});

test('what ended updates cover never becomes less by another release', () => {
  const number = fc.integer({ min: 0, max: 3 });
  const releases = fc.array(
    fc.record({
      version: fc.record({ major: number, minor: number, patch: number }),
      publishedAt: fc.integer({ min: 1, max: 300 }).map(dayOf),
      isSecurityFix: fc.boolean(),
    }),
    { minLength: 1, maxLength: 12 },
  );
  fc.assert(
    fc.property(releases, fc.integer({ min: 1, max: 300 }), (versions, day) => {
      const access = { updatesUntil: dayOf(day), upToMajor: null };
      const earlier = coverageOf(access, versionHistory(versions.slice(0, -1)), NOW);
      const later = coverageOf(access, versionHistory(versions), NOW);
      // Nothing that was published by the end of the updates is taken away; the new one may be dated back only there.
      const last = versions.at(-1) ?? assert.fail();
      if (last.publishedAt <= access.updatesUntil || earlier.upto === undefined) return;
      assert.ok(later.upto !== undefined && coversVersion(later, earlier.upto, toSeconds(NOW)));
    }),
  );
});

test('what a license covers is said without the word that clients take for its end', () => {
  assert.equal(
    coverageText({ until: 1, major: 2, upto: '3.4.0' }, 'App'),
    'The license of App covers version 2 and earlier ones, and everything up to version 3.4.0.',
  );
  assert.equal(coverageText({ major: 2 }, 'App'), 'The license of App covers version 2 and earlier ones.');
  assert.equal(coverageText({ until: 1 }, 'App'), 'The license of App covers every version.');
});
