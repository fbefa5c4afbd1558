import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judgeUpgrade, type SoldChange } from './judge-upgrade.ts';

const AT = new Date('2026-03-01T12:00:00Z');
const LICENSE: Parameters<typeof judgeUpgrade>[0] = {
  productId: 'app',
  variationId: 'one',
  updatesUntil: null,
  upToMajor: 1,
  status: 'Active',
  expiresAt: null,
  isFree: false,
  keptProductIds: [],
};
const UPGRADE: SoldChange = {
  at: AT,
  kind: 'Upgrade',
  productId: 'app',
  gives: { upToMajor: 2 },
  from: ['app'],
  keepsLicense: false,
};
const CHANGED = { productId: 'app', updatesUntil: null, upToMajor: 2 };
const SUITE: Partial<SoldChange> = { productId: 'suite', gives: { upToMajor: 1 } };
const TO_SUITE = { ...CHANGED, productId: 'suite', upToMajor: 1 };

const changeable: [string, Partial<typeof LICENSE>, Partial<SoldChange>, object][] = [
  ['of the product of the upgrade', {}, {}, CHANGED],
  ['of the variation of the upgrade', {}, { from: ['one', 'other'] }, CHANGED],
  ['without a variation', { variationId: null }, {}, CHANGED],
  ['that is renewed', {}, { kind: 'Renewal' }, CHANGED],
  ['of which another product is made, with limits that are no higher', {}, SUITE, TO_SUITE],
  [
    'that is kept, for another product',
    { keptProductIds: ['other'] },
    { ...SUITE, keepsLicense: true },
    TO_SUITE,
  ],
  ['that was kept once, and is to be replaced now', { keptProductIds: ['suite'] }, SUITE, TO_SUITE],
  [
    'whose updates are prolonged',
    { upToMajor: null, updatesUntil: AT },
    { gives: { updatesMonths: 1 } },
    { ...CHANGED, upToMajor: null, updatesUntil: new Date('2026-04-01T12:00:00Z') },
  ],
];
for (const [name, license, sold, coverage] of changeable) {
  test(`a license ${name} can be changed`, () => {
    assert.deepEqual(judgeUpgrade({ ...LICENSE, ...license }, { ...UPGRADE, ...sold }), { coverage });
  });
}

const UNPAID = 'is free or expires: only licenses that were paid for and never expire can be changed';
const OTHER = 'is not among those that this upgrade is for';
const COVERED = 'is of a license that already covers all of this';
const refused: [string, Partial<typeof LICENSE>, Partial<SoldChange>, string][] = [
  ['that is revoked, and free', { status: 'Revoked', isFree: true }, {}, 'is revoked'],
  ['that is free', { isFree: true }, {}, UNPAID],
  [
    'that expires, and is of another product',
    { expiresAt: new Date('2036-01-01') },
    { from: ['other'] },
    UNPAID,
  ],
  ['of another product', {}, { from: ['other', 'two'] }, OTHER],
  ['without a variation, for an upgrade of a variation', { variationId: null }, { from: ['one'] }, OTHER],
  ['that a renewal would make another product of', {}, { ...SUITE, kind: 'Renewal' }, OTHER],
  ['that covers as much', { upToMajor: 2 }, {}, COVERED],
  ['that covers more', { upToMajor: 3 }, {}, COVERED],
  ['that covers everything', { upToMajor: null }, {}, COVERED],
  [
    'that was kept for the same product',
    { keptProductIds: ['other', 'suite'] },
    { ...SUITE, keepsLicense: true },
    'was already upgraded to this product',
  ],
];
for (const [name, license, sold, refusal] of refused) {
  test(`a license ${name} cannot be changed`, () => {
    assert.deepEqual(judgeUpgrade({ ...LICENSE, ...license }, { ...UPGRADE, ...sold }), { refusal });
  });
}
