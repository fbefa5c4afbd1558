import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { License } from '../api/inventory.ts';
import { planOf } from './activation-plan.ts';

const license = (id: string, changes: Partial<License> = {}): License => ({
  id,
  product: {
    id: 'app',
    name: 'App',
    tagline: '',
    currentVersion: null,
    numberOfLicenses: 1,
    numberOfTrials: 0,
    currentActivations: 0,
    maxActivations: 2,
    downloadsAllowed: false,
    downloadsNeedsUser: true,
    downloadsNeedsOwnership: true,
    downloadsNeedsGroupMembership: false,
  },
  status: 'Active',
  activeNumberOfActivations: 0,
  maxNumberOfActivations: 2,
  offlineActivationsAllowed: true,
  createdAt: '2026-02-01T00:00:00.000Z',
  ...changes,
});

test('a device takes an activation of a license without an end, then of the oldest with a free one', () => {
  const ending = license('ending', {
    createdAt: '2026-01-01T00:00:00.000Z',
    expiresAt: '2027-01-01T00:00:00.000Z',
  });
  const full = license('full', { createdAt: '2026-01-02T00:00:00.000Z', activeNumberOfActivations: 2 });
  const older = license('older', { createdAt: '2026-01-03T00:00:00.000Z', activeNumberOfActivations: 1 });
  const plan = planOf([license('newer'), ending, full, older]);
  assert.deepEqual([plan?.productName, plan?.license?.id, plan?.free, plan?.total], ['App', 'older', 5, 8]);
  assert.equal(planOf([full, ending])?.license?.id, 'ending');
  assert.deepEqual([planOf([full])?.license, planOf([full])?.free], [undefined, 0]);
});

test('licenses that have ended, or do not work offline, count for nothing', () => {
  const ended = license('ended', { status: 'Revoked' });
  const online = license('online', { offlineActivationsAllowed: false });
  assert.equal(planOf([ended, online]), undefined);
  assert.equal(planOf([ended, online, license('good')])?.total, 2);
});
