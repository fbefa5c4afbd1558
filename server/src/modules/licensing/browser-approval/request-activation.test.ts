import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type LicensingScenario, licensingScenario } from '../../../../test/licensing.ts';
import { approveAsTrial, pollActivation, purgeActivationRequests, requestActivation } from '../index.ts';
import { findRequest, updateRequest } from '../store/activation-requests.ts';
import type { ActivationRequest } from '../tables.ts';
import { isPollId, pollKey, refuseEnded } from './request-activation.ts';

let scenario: LicensingScenario;
before(async () => {
  scenario = await licensingScenario();
});
after(() => scenario.close());

/** A request for a trial; `approve` says whether it is one that somebody has approved. */
async function ask(approve = false) {
  const { id: productId } = await scenario.product({ allowsTrials: true });
  const device = { name: 'A device', signature: 'polled' };
  const { pollId, browserId } = await requestActivation(scenario.ctx, { productId, device });
  if (approve) await approveAsTrial(scenario.ctx, browserId, undefined);
  const current = async () =>
    (await findRequest(scenario.system.database.reader, scenario.account.id, pollKey(pollId))) ??
    assert.fail();
  return { pollId, current };
}

const later = (moment: Date | null, milliseconds: number) =>
  new Date((moment?.getTime() ?? 0) + milliseconds);
const expired = { errorType: 'ActivationRequestExpired' };

test('a request waits an hour for an approval, and its token ten minutes for the application', async () => {
  const open = await (await ask()).current();
  assert.deepEqual(open.expiresAt, later(open.createdAt, 3_600_000));
  refuseEnded(open, later(open.expiresAt, -1));
  assert.throws(() => refuseEnded(open, open.expiresAt), expired);
  const approved = await (await ask(true)).current();
  refuseEnded(approved, later(approved.fulfilledAt, 599_999));
  assert.throws(() => refuseEnded(approved, later(approved.fulfilledAt, 600_000)), expired);
  const cancelled: ActivationRequest = { ...open, status: 'Cancelled' };
  assert.throws(() => refuseEnded(cancelled, open.createdAt), { errorType: 'ActivationRequestCancelled' });
});

test('an approved request whose trial is gone has expired: nothing will come of it', async () => {
  const { pollId, current } = await ask(true);
  assert.ok(await pollActivation(scenario.ctx, pollId));
  const request = await current();
  await scenario.system.database.transaction((tx) => updateRequest(tx, request, { trialId: null }));
  await assert.rejects(pollActivation(scenario.ctx, pollId), expired);
});

test('requests go a week after their end, and six hours after it if nobody approved them, a few at a time', async () => {
  const { system, clock } = scenario;
  clock.hold('it compares the ends of the requests with the clock to the millisecond');
  clock.advance(30 * 86_400_000);
  await purgeActivationRequests(system);
  const open = await (await ask()).current();
  await (await ask()).current();
  await (await ask(true)).current();
  const purgeAt = async (milliseconds: number, most?: number) => {
    clock.set(later(open.expiresAt, milliseconds));
    return purgeActivationRequests(system, most);
  };
  assert.equal(await purgeAt(6 * 3_600_000), 0);
  assert.equal(await purgeAt(6 * 3_600_000 + 1, 1), 1);
  assert.equal(await purgeAt(6 * 3_600_000 + 1), 1);
  assert.equal(await purgeAt(7 * 86_400_000), 0);
  assert.equal(await purgeAt(7 * 86_400_000 + 1), 1);
});

test('only what has the form of a secret is one that applications poll with', () => {
  const secret = `${'aB3_-'.repeat(8)}xyz`;
  assert.deepEqual([secret, secret.slice(1), `${secret}x`, secret.replace('a', '.')].map(isPollId), [
    true,
    false,
    false,
    false,
  ]);
});
