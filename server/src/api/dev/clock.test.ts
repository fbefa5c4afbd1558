import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { stockShop } from '../../../test/shop.ts';
import { periodsNow, subscribe } from '../../../test/subscriptions.ts';
import type { ServerClock } from '../../platform/server-clock.ts';
import { buildApp } from '../../app.ts';

let app: TestApp;
let server: Awaited<ReturnType<typeof buildApp>>;
let vendor: Record<string, string>;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
  vendor = await app.apiKey(app.demo, 'subscriptions:read', 'subscriptions:write');
  const { clock } = app.system;
  const moved: ServerClock = {
    now: () => clock.now(),
    jumpMs: () => 0,
    moveTo: (moment) => clock.set(moment),
  };
  server = await buildApp({ ...app.system, clock: moved });
});
after(async () => {
  await server.close();
  await app.close();
});

const post = (payload: object) =>
  server.inject({
    method: 'POST',
    url: '/api/dev/clock',
    headers: { ...vendor, host: 'demo.latchkey.test' },
    payload,
  });

test('a year passes from due time to due time: every month is charged once', async () => {
  const { subscription } = await subscribe(app, { method: 'Succeeds' });
  const answer = await post({ advance: 'P1Y' });
  assert.equal(answer.statusCode, 200, answer.body);
  const { now, renewals, failures } = answer.json();
  assert.ok(Date.parse(now) - subscription.startedAt.getTime() > 364 * 86_400_000);
  assert.deepEqual([renewals, failures], [12, 0]);
  const periods = await periodsNow(app, subscription);
  assert.deepEqual(
    periods.map(({ state }) => state),
    Array.from({ length: 13 }, () => 'Paid'),
  );
});

test('a test method does what is asked for, and its failures are counted with their mails', async () => {
  const { subscription } = await subscribe(app, { method: 'Succeeds' });
  const change = await server.inject({
    method: 'PATCH',
    url: `/api/dev/payment-methods/${subscription.id}`,
    headers: { ...vendor, host: 'demo.latchkey.test' },
    payload: { behaviour: 'DeclinesSoftly' },
  });
  assert.deepEqual([change.statusCode, change.json()], [200, { behaviour: 'DeclinesSoftly' }], change.body);
  const { failures, mails } = (await post({ to: subscription.expiresAt.toISOString() })).json();
  assert.ok(failures >= 2 && mails >= 2);
});

test('the clock goes forward only, by a duration or to a time', async () => {
  for (const [payload, field] of [
    [{}, 'advance'],
    [{ advance: 'P1D', to: '2099-01-01T00:00:00Z' }, 'advance'],
    [{ advance: 'tomorrow' }, 'advance'],
    [{ advance: '-P1D' }, 'advance'],
    [{ to: '2001-01-01T00:00:00Z' }, 'to'],
  ] as const) {
    const refused = await post(payload);
    assert.deepEqual([refused.statusCode, Object.keys(refused.json().errors)], [400, [field]]);
  }
});
