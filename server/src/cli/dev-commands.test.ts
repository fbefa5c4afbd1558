import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { runCommand } from '../../test/commands.ts';
import { makeServerPlace, SECRET, type ServerPlace } from '../../test/server-place.ts';

const DAY_MS = 86_400_000;

// With the clock of a real server, which its own jobs read, too.

let place: ServerPlace;
let baseUrl: string;
let apiKey: string;
before(async () => {
  place = await makeServerPlace();
  ({ baseUrl } = await place.serveHere());
  ({ apiKey } = await place.readDemo());
});
after(() => place.close());

async function call(method: string, path: string, body?: object) {
  const response = await fetch(`${baseUrl}/api/${path}`, {
    method,
    headers: { 'api-key': apiKey, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  assert.ok(response.ok, text);
  return JSON.parse(text);
}

/** Ann subscribes to a plan of the demo shop with test payments; returns the id of the subscription. */
async function subscribe(variationId: string, sandboxMethod: string): Promise<string> {
  const orderId = randomUUID();
  const items = [{ type: 'Product', productId: 'demo-synth', variationId, quantity: 1 }];
  const { checkoutUrl } = await call('PATCH', `customer/orders/${orderId}?checkout=true`, { items });
  const { pathname, search } = new URL(checkoutUrl);
  const buyer = { name: 'Ann', email: `${randomUUID()}@example.com`, sandboxMethod };
  const payload = { ...buyer, recurringConsent: { wording: '2026-12' } };
  assert.equal((await call('POST', `${pathname.slice(1)}/pay${search}`, payload)).status, 'Completed');
  const { items: subscriptions } = await call('GET', 'subscriptions?pageSize=1');
  return subscriptions[0].id;
}

const advance = (...parameters: string[]) =>
  runCommand({ LATCHKEY_API_KEY: apiKey }, 'dev', 'clock', 'advance', ...parameters, '--url', baseUrl);

test('a month passes on a running server: what is due renews, fails and is mailed on its day, and the command says so', async () => {
  const paid = await subscribe('demo-synth-rent-to-own', 'Succeeds');
  const free = await subscribe('demo-synth-monthly', 'DeclinesSoftly');
  const before = await call('GET', `subscriptions/${paid}`);
  const { code, stdout, stderr } = await advance('P31D');
  assert.equal(code, 0, stderr);
  const [, now = '', renewals, failures, mails] =
    /^It is (\S+): (\d+) renewals, (\d+) failed charges, (\d+) mails\.$/m.exec(stdout) ?? [];
  assert.ok(Date.parse(now) - Date.now() > 30.9 * DAY_MS, stdout);
  // The free days end after 14; then it is tried again after 2, 5 and 7 days. An announcement comes before.
  assert.deepEqual([Number(renewals), Number(failures)], [1, 4]);
  assert.ok(Number(mails) >= 6, stdout);

  const renewed = await call('GET', `subscriptions/${paid}`);
  assert.equal(renewed.currentPeriod.number, before.currentPeriod.number + 1);
  assert.equal(renewed.currentPeriod.startsAt, before.currentPeriod.endsAt);
  assert.deepEqual(renewed.payment.state, 'Paid');
  const failing = await call('GET', `subscriptions/${free}`);
  assert.deepEqual([failing.payment.state, failing.payment.attempts], ['Retrying', 4]);
});

test('the answer of the route counts from the time before, and the clock goes on from where it is', async () => {
  const { now } = await call('POST', 'dev/clock', { advance: 'PT1H' });
  const to = new Date(Date.parse(now) + 2 * DAY_MS).toISOString();
  const answer = await call('POST', 'dev/clock', { to });
  assert.deepEqual(Object.keys(answer).toSorted(), ['failures', 'mails', 'now', 'renewals']);
  assert.ok(answer.now >= to && Date.parse(answer.now) < Date.parse(to) + DAY_MS);
  assert.equal(answer.renewals, 0);
});

test('a duration that is none is refused, and so is time on a server in production', async () => {
  const refused = await advance('tomorrow');
  assert.notEqual(refused.code, 0);
  assert.match(refused.stderr, /a duration such as P31D or PT12H/);
  const other = await makeServerPlace();
  try {
    const server = await other.serveHere({ NODE_ENV: 'production', LATCHKEY_SECRET: SECRET });
    const url = `${server.baseUrl}/api/dev/clock`;
    const headers = { 'api-key': apiKey, 'content-type': 'application/json' };
    const answer = await fetch(url, { method: 'POST', headers, body: '{"advance":"P31D"}' });
    assert.equal(answer.status, 404);
    const from = server.system.clock.now();
    assert.ok(Math.abs(from.getTime() - Date.now()) < DAY_MS, 'its clock is that of the machine');
  } finally {
    await other.close();
  }
});
