import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type LicensingScenario, licensingScenario } from '../../../../test/licensing.ts';
import { requestActivation } from '../index.ts';
import { pollKey } from '../browser-approval/request-activation.ts';
import { findRequest, setCompleted, updateRequest } from './activation-requests.ts';

let scenario: LicensingScenario;
before(async () => {
  scenario = await licensingScenario();
});
after(() => scenario.close());

test('of two concurrent polls the first records the delivery, and the second changes nothing', async () => {
  const { system, account, clock } = scenario;
  clock.hold('it compares the time of the delivery with the clock');
  const product = await scenario.product();
  const device = { name: 'A device', signature: 'polled' };
  const { pollId } = await requestActivation(scenario.ctx, { productId: product.id, device });
  const current = () => findRequest(system.database.reader, account.id, pollKey(pollId));
  const complete = async () => {
    const request = await current();
    assert.ok(request);
    await system.database.transaction((tx) => setCompleted(tx, request, clock.now()));
  };
  await complete();
  assert.equal((await current())?.status, 'Requested', 'what nobody approved is not delivered');
  const request = await current();
  assert.ok(request);
  await system.database.transaction((tx) =>
    updateRequest(tx, request, { status: 'Fulfilled', fulfilledAt: clock.now() }),
  );
  await complete();
  const first = clock.now();
  clock.advance(1_000);
  await complete();
  const { status, completedAt } = (await current()) ?? {};
  assert.deepEqual([status, completedAt], ['Completed', first]);
});
