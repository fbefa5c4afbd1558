import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type LicensingScenario, licensingScenario } from '../../../../test/licensing.ts';
import { transaction } from '../../../platform/context/context.ts';
import { findLicense, importLicenses, requestLicenseToken, updateLicensedProduct } from '../index.ts';
import {
  allowsMethod,
  mayRelease,
  refuseRelease,
  refuseReleaseDuringPause,
  tokenExpiry,
  wholeSeconds,
} from './license-policy.ts';

let scenario: LicensingScenario;
before(async () => {
  scenario = await licensingScenario();
});
after(() => scenario.close());

test('a license keeps the seats and the offline activation that it was granted with', async () => {
  const { ctx } = scenario;
  const product = await scenario.product({ maxActivations: 2, allowsOffline: true });
  const customer = await scenario.customer();
  const license = await scenario.license(customer, product.id);
  const input = { ownerId: customer.id, productId: product.id };
  const [outcome] = await transaction(ctx, (tx) => importLicenses(tx, [input]));
  await updateLicensedProduct(ctx, product.id, { maxActivations: 1, allowsOffline: false });
  for (const id of [license.id, outcome?.license?.id ?? '']) {
    const current = await findLicense(ctx, id);
    assert.deepEqual([current?.maxActivations, current?.allowsOffline], [2, true]);
  }
  for (const name of ['one', 'two']) {
    const device = { name, signature: name };
    assert.ok(await requestLicenseToken(ctx, customer, { productId: product.id, device, method: 'Offline' }));
  }
  const later = await scenario.license(customer, product.id);
  assert.deepEqual([later.maxActivations, later.allowsOffline], [1, false]);
});

const NOW = new Date('2026-03-01T12:00:00.000Z');
const in20Days = new Date('2026-03-21T12:00:00.000Z');

test('a token ends with its license, and an offline one also after its own days', () => {
  const in10Days = new Date('2026-03-11T12:00:00.000Z');
  const in30Days = new Date('2026-03-31T12:00:00.000Z');
  const cases = [
    ['Online', null, 20, null],
    ['Online', in30Days, 20, in30Days],
    ['Offline', null, null, null],
    ['Offline', in10Days, null, in10Days],
    ['Offline', null, 20, in20Days],
    ['Offline', in10Days, 20, in10Days],
    ['Offline', in30Days, 20, in20Days],
  ] as const;
  for (const [method, expiresAt, offlineDays, end] of cases)
    assert.deepEqual(
      tokenExpiry({ method, expiresAt }, { offlineDays }, NOW),
      end,
      JSON.stringify([method, expiresAt]),
    );
});

test('devices are activated offline only where that is allowed, and online everywhere', () => {
  assert.deepEqual(
    [true, false].flatMap((allowsOffline) => [
      allowsMethod({ allowsOffline }, 'Online'),
      allowsMethod({ allowsOffline }, 'Offline'),
    ]),
    [true, true, true, false],
  );
});

test('the end of updates is a whole second, and no end stays none', () => {
  assert.deepEqual(wholeSeconds(new Date(NOW.getTime() + 999)), NOW);
  assert.deepEqual([wholeSeconds(null), wholeSeconds(undefined)], [null, null]);
});

test('owners release devices where the rules for their kind of activation let them', () => {
  const online = { releasesOnline: true, releasesOffline: false };
  const offline = { releasesOnline: false, releasesOffline: true };
  assert.deepEqual([mayRelease(online, 'Online'), mayRelease(online, 'Offline')], [true, false]);
  assert.deepEqual([mayRelease(offline, 'Online'), mayRelease(offline, 'Offline')], [false, true]);
  refuseRelease(online, 'Online');
  refuseRelease(offline, 'Offline');
  assert.throws(() => refuseRelease(offline, 'Online'), {
    errorType: 'ReleaseNotAllowed',
    detail: 'Devices can only be released by the vendor.',
  });
  assert.throws(() => refuseRelease(online, 'Offline'), {
    errorType: 'ReleaseNotAllowed',
    detail: 'Devices that were activated offline can only be released by the vendor.',
  });
});

test('the next device of a license is released once the pause has passed, and not before', () => {
  const pause = { releasePauseSeconds: 90 };
  const later = (milliseconds: number) => new Date(NOW.getTime() + milliseconds);
  refuseReleaseDuringPause(null, pause, NOW);
  refuseReleaseDuringPause(NOW, { releasePauseSeconds: 0 }, NOW);
  refuseReleaseDuringPause(NOW, pause, later(90_000));
  for (const [passed, seconds] of [
    [89_999, '1'],
    [89_000, '1'],
    [0, '90'],
  ] as const)
    assert.throws(() => refuseReleaseDuringPause(NOW, pause, later(passed)), {
      errorType: 'ReleaseTooSoon',
      // The minute in which it can be released may not have begun yet.
      detail: 'The next device of this license can be released after 1 March 2026, 12:02 UTC.',
      headers: { 'retry-after': seconds },
    });
  assert.throws(() => refuseReleaseDuringPause(NOW, { releasePauseSeconds: 60 }, NOW), {
    detail: 'The next device of this license can be released after 1 March 2026, 12:01 UTC.',
  });
});
