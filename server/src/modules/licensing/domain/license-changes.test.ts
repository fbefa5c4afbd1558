import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type LicenseChange, type LicenseContent, limitsOf, withChanges } from './license-changes.ts';

const AT = new Date('2026-03-31T12:00:00Z');
const NEXT_YEAR = new Date('2027-03-31T12:00:00Z');
const LATER = new Date('2026-05-01T00:00:00Z');
const APP: LicenseContent = { productId: 'app', variationId: 'one', updatesUntil: null, upToMajor: null };
const CHANGE: LicenseChange = { at: AT, productId: 'app', variationId: null, gives: {} };
const SUITE = { productId: 'suite', variationId: 'all' };

// Limits before, the change → limits after.
const cases: [string, Partial<LicenseContent>, Partial<LicenseChange>, Partial<LicenseContent>][] = [
  ['without limits it covers everything', { upToMajor: 2, updatesUntil: LATER }, {}, {}],
  ['what covers everything keeps doing so', {}, { gives: { updatesMonths: 12, upToMajor: 3 } }, {}],
  [
    'another product has the limits that were bought',
    {},
    { ...SUITE, gives: { upToMajor: 3 } },
    { ...SUITE, upToMajor: 3 },
  ],
  [
    'another product has updates from now on',
    {},
    { ...SUITE, gives: { updatesMonths: 12 } },
    { ...SUITE, updatesUntil: NEXT_YEAR },
  ],
  [
    'updates that have not ended are prolonged, for another product, too',
    { updatesUntil: LATER, upToMajor: 7 },
    { ...SUITE, gives: { updatesMonths: 1 } },
    { ...SUITE, updatesUntil: new Date('2026-06-01T00:00:00Z') },
  ],
  [
    'updates that have ended begin anew',
    { updatesUntil: new Date(AT.getTime() - 1) },
    { gives: { updatesMonths: 12 } },
    { updatesUntil: NEXT_YEAR },
  ],
  [
    'a major version does not end updates of the same product',
    { updatesUntil: LATER },
    { gives: { upToMajor: 3 } },
    { updatesUntil: LATER, upToMajor: 3 },
  ],
  [
    'updates do not end a major version of the same product',
    { upToMajor: 2 },
    { gives: { updatesMonths: 12 } },
    { updatesUntil: NEXT_YEAR, upToMajor: 2 },
  ],
  ['a major version never goes down', { upToMajor: 4 }, { gives: { upToMajor: 3 } }, { upToMajor: 4 }],
  ['a major version goes up', { upToMajor: 2 }, { gives: { upToMajor: 3 } }, { upToMajor: 3 }],
  ['version 0 is a limit', { upToMajor: 0 }, { gives: { upToMajor: 0 } }, { upToMajor: 0 }],
  ['its variation is the new one', { upToMajor: 2 }, { variationId: 'two' }, { variationId: 'two' }],
];
for (const [name, before, change, after] of cases) {
  test(`after a change of a license, ${name}`, () => {
    assert.deepEqual(withChanges({ ...APP, ...before }, [{ ...CHANGE, ...change }]), { ...APP, ...after });
  });
}

test('changes build on each other in their order, and without any a license is as before', () => {
  const limited = { ...APP, upToMajor: 1 };
  assert.deepEqual(withChanges(limited, []), limited);
  const toSuite = { ...CHANGE, ...SUITE, gives: { upToMajor: 1 } };
  const renewed = { ...CHANGE, productId: 'suite', gives: { updatesMonths: 12 } };
  assert.deepEqual(withChanges(limited, [toSuite, renewed]), {
    ...SUITE,
    updatesUntil: NEXT_YEAR,
    upToMajor: 1,
  });
  assert.deepEqual(withChanges(limited, [{ ...renewed, productId: 'app' }, toSuite]), {
    ...SUITE,
    updatesUntil: null,
    upToMajor: 1,
  });
});

test('the limits of a purchase are those that it gives, and no others', () => {
  assert.deepEqual(limitsOf({}, AT), {});
  assert.deepEqual(limitsOf({ updatesMonths: 12 }, AT), { updatesUntil: NEXT_YEAR });
  assert.deepEqual(limitsOf({ upToMajor: 0 }, AT), { upToMajor: 0 });
});
