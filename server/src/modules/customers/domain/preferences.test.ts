import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NO_MAIL, preferenceChanges } from './preferences.ts';

const NOW = new Date('2026-03-01T12:00:00Z');
const BEFORE = new Date('2025-03-01T12:00:00Z');
const ALL = {
  acceptsNewsletter: true,
  newsletterOptedInAt: BEFORE,
  acceptsProductUpdates: true,
  productUpdatesOptedInAt: BEFORE,
};

test('a consent keeps its time until it is withdrawn, and each choice is its own', () => {
  const cases = [
    [NO_MAIL, {}, {}],
    [ALL, {}, {}],
    [ALL, { newsletterOptIn: true, productUpdatesOptIn: true }, {}],
    [NO_MAIL, { newsletterOptIn: false, productUpdatesOptIn: false }, {}],
    [NO_MAIL, { newsletterOptIn: true }, { acceptsNewsletter: true, newsletterOptedInAt: NOW }],
    [NO_MAIL, { productUpdatesOptIn: true }, { acceptsProductUpdates: true, productUpdatesOptedInAt: NOW }],
    [ALL, { newsletterOptIn: false }, { acceptsNewsletter: false, newsletterOptedInAt: null }],
    [ALL, { productUpdatesOptIn: false }, { acceptsProductUpdates: false, productUpdatesOptedInAt: null }],
  ] as const;
  for (const [current, input, changes] of cases)
    assert.deepEqual(preferenceChanges(current, input, NOW), changes, JSON.stringify(input));
});
