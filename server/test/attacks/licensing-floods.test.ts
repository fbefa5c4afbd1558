import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Response } from 'light-my-request';
import { updateSettings } from '../../src/modules/accounts/index.ts';
import { completeSettings } from '../../src/modules/accounts/settings/settings.ts';
import { type LicensingTables, purgeActivationRequests } from '../../src/modules/licensing/index.ts';
import { activationsOf } from '../activations.ts';
import { startTestApp, type TestApp } from '../harness.ts';
import { shopOf } from '../inventory.ts';

// Anybody may start a trial or request an activation. That must not fill a disk or the memory.

const MOST = 5;
const LIMITS = { trialsPerMinute: MOST, activationRequestsPerMinute: MOST, signUpPerMinute: 0 };

let app: TestApp;
let shop: ReturnType<typeof shopOf>;
let productId: string;
before(async () => {
  app = await startTestApp();
  shop = shopOf(app);
  productId = await shop.product({ allowsTrials: true });
  await updateSettings(app.ctx, { limits: LIMITS });
});
after(() => app.close());

const META = Array.from({ length: 20 }, (_, index) => `meta[${'k'.repeat(60)}${index}]=${'v'.repeat(256)}`);
let devices = 0;

function ask(kind: 'trials' | 'activations', remoteAddress: string): Promise<Response> {
  devices += 1;
  return app.inject({
    method: 'POST',
    url: `/api/client/${kind}/${productId}/request?appVersion=1&platform=Mac&${META.join('&')}`,
    payload: { deviceName: 'x'.repeat(256), deviceSignature: `flood-${devices}` },
    remoteAddress,
  });
}

function countRows(table: 'trials' | 'activationRequests') {
  const { reader } = app.system.database;
  return reader.tables<LicensingTables>().selectFrom(table).select('meta').execute();
}

for (const [kind, table] of [
  ['trials', 'trials'],
  ['activations', 'activationRequests'],
] as const) {
  test(`a flood of ${kind} from one network is refused, writes no more than its limit, and keeps no metadata`, async () => {
    for (let count = 0; count < MOST; count += 1) {
      // In IPv6, a single customer of a provider has a whole /64.
      assert.equal((await ask(kind, `2001:db8:1:1::${count + 1}`)).statusCode, 200);
    }
    for (let count = 0; count < MOST; count += 1) {
      const refused = await ask(kind, `2001:db8:1:1::${count + 100}`);
      assert.deepEqual([refused.statusCode, refused.json().errorType], [429, 'RateLimited']);
      assert.ok(Number(refused.headers['retry-after']) >= 1);
    }
    assert.deepEqual(
      await countRows(table),
      Array.from({ length: MOST }, () => ({ meta: null })),
    );
    assert.equal((await ask(kind, '192.0.2.1')).statusCode, 200, 'others are served');
    app.system.clock.advance(60_000);
    assert.equal((await ask(kind, '2001:db8:1:1::1')).statusCode, 200);
  });
}

test('a class starts its trials in one minute, with the limits that an account has by default', async () => {
  await updateSettings(app.ctx, { limits: completeSettings({})?.limits ?? assert.fail() });
  const answers = await Promise.all(Array.from({ length: 100 }, () => ask('trials', '203.0.113.1')));
  const activations = await Promise.all(Array.from({ length: 100 }, () => ask('activations', '203.0.113.1')));
  assert.deepEqual(new Set([...answers, ...activations].map(({ statusCode }) => statusCode)), new Set([200]));
  await updateSettings(app.ctx, { limits: LIMITS });
});

test('trials of a day are limited, too: they are kept forever', async () => {
  await updateSettings(app.ctx, { limits: { trialsPerDay: 1 } });
  assert.equal((await ask('trials', '203.0.113.2')).statusCode, 200);
  app.system.clock.advance(60_000);
  const refused = await ask('trials', '203.0.113.2');
  assert.deepEqual([refused.statusCode, refused.headers['retry-after']], [429, String(86_400 - 60)]);
  app.system.clock.advance(86_400_000 - 60_000);
  assert.equal((await ask('trials', '203.0.113.2')).statusCode, 200);
  await updateSettings(app.ctx, { limits: { trialsPerDay: 0 } });
});

test('the activation page does not bypass the limit of trials', async () => {
  app.system.clock.advance(60_000);
  const activations = activationsOf(app);
  const activation = await activations.ask(productId);
  for (let count = 0; count < MOST; count += 1) await ask('trials', '127.0.0.1');
  assert.equal((await activations.approve(activation, 'trial')).statusCode, 429);
});

test('a trial that is validated keeps no metadata either', async () => {
  const trial = await ask('trials', '192.0.2.7');
  const validated = await app.inject({
    method: 'POST',
    url: `/api/client/licenses/${productId}/validate?${META.join('&')}`,
    headers: { 'content-type': 'text/plain' },
    payload: trial.body,
  });
  assert.equal(validated.statusCode, 200);
  assert.ok((await countRows('trials')).every(({ meta }) => meta === null));
});

test('requests that nobody approved are forgotten within hours, approved ones after a week', async () => {
  app.system.clock.hold('it purges one millisecond before the six hours are over');
  app.system.clock.advance(60_000);
  const activations = activationsOf(app);
  const activation = await activations.ask(productId);
  await activations.ask(productId);
  await activations.approve(activation, 'trial');
  const purgeAll = async () => {
    for (let some = 1; some > 0;) some = await purgeActivationRequests(app.system, 3);
  };
  app.system.clock.advance(3_600_000 + 6 * 3_600_000);
  await purgeAll();
  assert.equal((await countRows('activationRequests')).length, 2, 'six hours are not over');
  app.system.clock.advance(1);
  await purgeAll();
  assert.equal((await countRows('activationRequests')).length, 1);
  assert.equal((await activations.poll(activation)).json().errorType, 'ActivationRequestExpired');
  app.system.clock.advance(7 * 86_400_000);
  await purgeAll();
  assert.deepEqual(await countRows('activationRequests'), []);
  assert.equal((await activations.poll(activation)).json().errorType, 'ActivationRequestExpired');
});

test('an invalid request id is neither counted nor stored, regardless of its length', async () => {
  await updateSettings(app.ctx, { limits: { activationPollsPerFiveSeconds: 1 } });
  for (const id of ['x'.repeat(500), 'x', 'x'.repeat(42), 'x'.repeat(44), `${'x'.repeat(42)}.`]) {
    for (let poll = 0; poll < 3; poll += 1) {
      const answer = await app.inject({ url: `/api/client/activations/${id}` });
      assert.equal(answer.statusCode, 404, id);
    }
  }
  const url = `/api/client/activations/${'x'.repeat(43)}`;
  const polls = [await app.inject({ url }), await app.inject({ url })];
  assert.deepEqual(
    polls.map(({ statusCode }) => statusCode),
    [400, 429],
  );
});

test('a limit of 0 is none', async () => {
  const limits = { trialsPerMinute: 0, activationRequestsPerMinute: 0 };
  await updateSettings(app.ctx, { limits });
  for (let count = 0; count <= MOST; count += 1) {
    for (const kind of ['trials', 'activations'] as const) {
      assert.equal((await ask(kind, '192.0.2.3')).statusCode, 200);
    }
  }
});
