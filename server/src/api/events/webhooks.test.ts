import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import type { TestApp } from '../../../test/harness.ts';
import { type Merchant, merchantOf } from '../../../test/merchant.ts';
import { deliver, type Receiver, startReceiver } from '../../../test/webhooks/receiver.ts';
import { type Webhook, webhookDesk } from '../../../test/webhooks/webhook-desk.ts';
import { updateSettings } from '../../modules/accounts/index.ts';

let desk: Awaited<ReturnType<typeof webhookDesk>>;
let app: TestApp;
let vendor: Merchant;
let receiver: Receiver;
before(async () => {
  desk = await webhookDesk();
  ({ app, vendor } = desk);
});
after(() => app.close());
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(async () => {
  await desk.clear();
  await receiver.close();
});

const create = (more: object = {}) => desk.create(receiver.url, more);

test('a product filter, types and the payload decide what arrives', async () => {
  await create({ productIds: ['synth'] });
  await create({ types: ['account.*'], payload: 'thin' });
  await desk.change('app');
  await desk.change('synth');
  await vendor.call('PATCH', '/api/settings', { locale: 'de' });
  await deliver(app);
  const [product, account, ...others] = receiver
    .events()
    .toSorted((one, other) => one.sequence - other.sequence);
  assert.deepEqual(
    [product?.subject.id, account?.type, others.length],
    ['synth', 'account.settings_changed', 0],
  );
  assert.deepEqual(account?.data, { id: 'demo', link: '/api/settings' });
});

test('endpoints of the legacy, Slack and Discord forms get messages in these forms', async () => {
  const secret = 'the secret of the former service';
  await create({ form: 'legacy', types: ['*'], secret });
  await create({ form: 'slack' });
  await create({ form: 'discord' });
  await desk.change();
  await vendor.call('POST', '/api/products/app/releases/new?publishImmediately=true', {
    version: { major: 1, minor: 7, patch: 0 },
    downloads: [],
  });
  await deliver(app);
  const bodies = receiver.messages.map(({ body }) => JSON.parse(body));
  const legacy = receiver.messages.find(({ body }) => JSON.parse(body).type === 'ProductReleasePublished');
  assert.ok(
    receiver.messages.every(({ headers, body }) => 'x-signature' in headers === (body === legacy?.body)),
    'nothing that the form does not have',
  );
  const signature = createHmac('sha256', secret)
    .update(legacy?.body ?? '')
    .digest('base64')
    .toUpperCase();
  assert.equal(legacy?.headers['x-signature'], signature);
  assert.ok(
    bodies.some(({ text }) => text === 'Product updated · app · app'),
    JSON.stringify(bodies),
  );
  assert.ok(bodies.some(({ content }) => content === 'Product updated · app · app'));
});

test('bad input is refused with everything that is wrong', async () => {
  const refused = await vendor.send('POST', '/api/webhooks', {
    url: 'http://user:pass@10.0.0.1:25/x#y',
    types: ['order.payed', 'license.*', 'shoe.*'],
    secret: 'whsec_short',
  });
  assert.equal(refused.statusCode, 400);
  assert.deepEqual(refused.json().errors, {
    url: [
      'The url must begin with https://.',
      'The url must not contain a user name or a password.',
      'The url must not contain a fragment (#).',
      'The url must use port 443, or one from 1024.',
      'The url must not lead into a private or reserved network.',
    ],
    types: [
      'The types must not contain “order.payed”, which is not a type or group of types.',
      'The types must not contain “shoe.*”, which is not a type or group of types.',
    ],
    secret: ['The secret must be whsec_ and the base64 of 24 to 64 bytes.'],
  });
  for (const body of [
    { types: [] },
    { form: 'teams' },
    { payload: 'fat' },
    { types: ['x'.repeat(200)] },
    { more: 1 },
  ])
    assert.equal(
      (await vendor.send('POST', '/api/webhooks', { url: receiver.url, types: ['*'], ...body })).statusCode,
      400,
    );
  const legacy = await vendor.send('POST', '/api/webhooks', {
    url: receiver.url,
    types: ['customer.*'],
    form: 'legacy',
  });
  assert.match(legacy.json().errors.types[0], /which the legacy form does not have/);
  const { id } = await create();
  assert.equal((await vendor.send('POST', `/api/webhooks/${id}/test`, { type: 'order.*' })).statusCode, 400);
  const wrong = { from: '2026-03-02T00:00:00Z', to: '2026-03-01T00:00:00Z', types: ['shoe.*'] };
  const replay = await vendor.send('POST', `/api/webhooks/${id}/replay`, wrong);
  assert.deepEqual(Object.keys(replay.json().errors), ['to', 'types']);
});

test('there are as many endpoints as the settings allow', async () => {
  await updateSettings(app.ctx, { limits: { webhookEndpoints: 2 } });
  try {
    await create();
    await create();
    const third = await vendor.send('POST', '/api/webhooks', { url: receiver.url, types: ['*'] });
    assert.deepEqual([third.statusCode, third.json().errorType], [409, 'TooManyWebhooks']);
  } finally {
    await updateSettings(app.ctx, { limits: { webhookEndpoints: 0 } });
  }
});

test('a key cannot have sent to it what it cannot read; scopes and accounts are kept apart', async () => {
  const narrow = await merchantOf(app, app.demo, 'webhooks:write', 'webhooks:read', 'products:read');
  const url = receiver.url;
  const post = (body: object) => narrow.send('POST', '/api/webhooks', { url, ...body });
  assert.equal((await post({ types: ['product.updated', 'order.paid'] })).statusCode, 403);
  assert.equal((await post({ types: ['order.paid'], form: 'slack' })).statusCode, 403);
  assert.equal((await post({ types: ['*'], payload: 'thin' })).statusCode, 201);
  const own = (await post({ types: ['product.updated'] })).json<Webhook>();
  assert.equal((await narrow.send('PATCH', `/api/webhooks/${own.id}`, { types: ['*'] })).statusCode, 403);
  const reader = await merchantOf(app, app.demo, 'webhooks:read');
  assert.equal((await reader.send('POST', `/api/webhooks/${own.id}/disable`)).statusCode, 403);
  const other = await merchantOf(app, app.other);
  const path = `/api/webhooks/${own.id}`;
  for (const answer of [
    await other.send('GET', path),
    await other.send('PATCH', path, { description: 'x' }),
    await other.send('DELETE', path),
    await other.send('GET', `${path}/deliveries`),
    await other.send('POST', `${path}/test`, { type: 'order.paid' }),
    await other.send('POST', `${path}/rotate-secret`, {}),
    await other.send('POST', `${path}/replay`, { from: '2026-03-01T00:00:00Z' }),
    await other.send('POST', `${path}/enable`),
    await other.send('POST', `${path}/disable`),
    await other.send('POST', `${path}/deliveries/${own.id}/retry`),
  ])
    assert.equal(answer.statusCode, 404, answer.body);
});

test('everything about endpoints is in the journal, with its actor and without the path of the URL', async () => {
  const { id } = await create({ url: `${receiver.url}/secret-path` });
  await vendor.call('PATCH', `/api/webhooks/${id}`, { description: 'Ours' });
  await vendor.call('POST', `/api/webhooks/${id}/rotate-secret`, {});
  await vendor.call('POST', `/api/webhooks/${id}/test`, { type: 'order.paid' });
  await vendor.call('POST', `/api/webhooks/${id}/replay`, {
    from: app.system.clock.now().toISOString().replace(/T.*/, 'T00:00:00Z'),
  });
  await vendor.call('POST', `/api/webhooks/${id}/disable`);
  await vendor.call('POST', `/api/webhooks/${id}/enable`);
  assert.equal((await vendor.send('DELETE', `/api/webhooks/${id}`)).statusCode, 204);
  const { items } = await vendor.call<{ items: { type: string; actor: { kind: string } }[] }>(
    'GET',
    `/api/audit?subject=webhook/${id}&pageSize=100`,
  );
  assert.deepEqual(
    items.map(({ type, actor }) => `${actor.kind} ${type}`).toReversed(),
    ['created', 'changed', 'secret-rotated', 'tested', 'replayed', 'disabled', 'enabled', 'deleted'].map(
      (what) => `ApiKey webhook.${what}`,
    ),
  );
  assert.doesNotMatch(JSON.stringify(items), /secret-path|whsec_/);
});
