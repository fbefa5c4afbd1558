import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { after, before, test } from 'node:test';
import { importAnswer, importsOf, ndjson, statuses } from '../../../test/bulk-import.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { operatorAtWork } from '../../../test/operators.ts';
import { shopOf } from '../../../test/inventory.ts';
import { until } from '../../../test/waiting.ts';
import { createApiKey, revokeApiKey } from '../../modules/accounts/index.ts';

let app: TestApp;
let shop: ReturnType<typeof shopOf>;
let headers: Record<string, string>;
let send: ReturnType<typeof importsOf>;
before(async () => {
  app = await startTestApp();
  shop = shopOf(app);
  headers = await app.apiKey(app.demo);
  send = importsOf(app, headers);
});
after(() => app.close());

async function licensesOf(productId: string): Promise<Record<string, unknown>[]> {
  const list = await app.inject({ url: `/api/licenses?pageSize=100&productFilter=${productId}`, headers });
  return list.json().items;
}

test('licenses come in bulk with their devices, and the same file again creates nothing', async () => {
  const owner = await shop.shopper();
  const productId = await shop.product({ maxActivations: 2 });
  const activationId = 'A1B2C3D4-0000-4000-8000-000000000001';
  const file = ndjson([
    {
      ownerId: owner.id.toUpperCase(),
      productId,
      externalId: 'bulk-1',
      keyCode: 'AAAA',
      maxNumberOfActivations: 3,
      offlineActivationsAllowed: true,
      expiresAt: '2099-01-01T00:00:00Z',
      createdAt: '2020-01-01T00:00:00Z',
      updatesUntil: '2098-01-01T00:00:00Z',
      upToMajor: 0,
      properties: { plan: { type: 'text', value: 'pro', public: true, includeInToken: true } },
      activations: [
        { id: activationId, deviceName: 'Mac', deviceSignature: 'mac', activationMethod: 'Online' },
        { deviceName: 'PC', deviceSignature: 'pc', activationMethod: 'Offline' },
      ],
    },
    { ownerEmail: owner.email.toUpperCase(), productId, externalId: 'bulk-2' },
  ]);
  const first = await send('licenses', file);
  assert.deepEqual(statuses(first.results), ['created', 'created']);
  assert.deepEqual(first.summary, {
    kind: 'licenses',
    dryRun: false,
    completed: true,
    lines: 2,
    created: 2,
    updated: 0,
    exists: 0,
    invalid: 0,
    failed: 0,
  });
  const second = await send('licenses', file);
  assert.deepEqual(
    second.results,
    first.results.map((result) => ({ ...result, status: 'exists' })),
  );
  const licenses = await licensesOf(productId);
  assert.equal(licenses.length, 2);
  assert.deepEqual(
    licenses.find(({ externalId }) => externalId === 'bulk-1'),
    {
      id: first.results[0]?.id,
      ownerId: owner.id,
      productId,
      updatesUntil: '2098-01-01T00:00:00.000Z',
      upToMajor: 0,
      status: 'Active',
      activeNumberOfActivations: 2,
      maxNumberOfActivations: 3,
      offlineActivationsAllowed: true,
      createdAt: '2020-01-01T00:00:00.000Z',
      expiresAt: '2099-01-01T00:00:00.000Z',
      keyCode: 'AAAA',
      externalId: 'bulk-1',
      properties: { plan: { type: 'text', value: 'pro', public: true, includeInToken: true } },
    },
  );
  const { items } = (await shop.get(owner, `licenses/${first.results[0]?.id}/activations`)).json();
  assert.deepEqual(
    items.map(({ id, name }: Record<string, string>) => [name, id === activationId.toLowerCase()]).toSorted(),
    [
      ['Mac', true],
      ['PC', false],
    ],
  );
  const events = await app.inject({
    url: `/api/audit?subject=product/${productId}&type=license.imported`,
    headers,
  });
  assert.equal(events.json().items.length, 2, 'each license is an event');
});

test('each bad line is refused with all of its issues, and the lines around it are stored', async () => {
  const owner = await shop.shopper();
  const productId = await shop.product({ maxActivations: 1 });
  const device = (deviceSignature: string, more = {}) => ({
    deviceName: 'x',
    deviceSignature,
    activationMethod: 'Online',
    ...more,
  });
  const id = app.system.ids.guid();
  const good = { ownerId: owner.id, productId };
  const cases: [line: unknown, fields: string[]][] = [
    ['{"ownerId":', ['line']],
    ['"\\u0000"', ['line']],
    ['[]', ['line']],
    [{}, ['productId']],
    [{ ownerId: owner.id, productId, keycode: 'x', expiresAt: 'soon' }, ['expiresAt', 'keycode']],
    [{ ...good, maxNumberOfActivations: '2' }, ['maxNumberOfActivations']],
    [{ productId }, ['ownerId']],
    [{ ...good, ownerEmail: owner.email }, ['ownerId']],
    [{ ownerEmail: 'nobody@example.com', productId: 'unknown' }, ['ownerEmail', 'productId']],
    [{ ...good, activations: [device('a'), device('a')] }, ['activations', 'activations[1].deviceSignature']],
    [
      { ...good, activations: [device('', { seat: 1 })] },
      ['activations[0].deviceSignature', 'activations[0].seat'],
    ],
    [
      {
        ...good,
        maxNumberOfActivations: 2,
        activations: [device('a', { id }), device('b', { id: id.toUpperCase() })],
      },
      ['activations[1].id'],
    ],
    [
      { ...good, properties: { 'a b': { type: 'text', value: 1 } } },
      ['properties.a b', 'properties.a b.includeInToken', 'properties.a b.public', 'properties.a b.value'],
    ],
  ];
  const lines = cases.map(([line]) => (typeof line === 'string' ? line : JSON.stringify(line)));
  const file = [JSON.stringify({ ...good, externalId: 'first' }), ...lines, JSON.stringify(good)].join(
    '\r\n',
  );
  const { results, summary } = await send('licenses', file);
  assert.deepEqual([summary.created, summary.invalid], [2, cases.length]);
  for (const [index, [line, fields]] of cases.entries()) {
    const result = results[index + 1];
    assert.equal(result?.status, 'invalid', JSON.stringify(line));
    assert.deepEqual(Object.keys(result.errors ?? {}).toSorted(), fields, JSON.stringify(line));
    for (const message of Object.values(result.errors ?? {}).flat()) assert.match(message, /^[A-Z].*\.$/);
  }
  assert.equal((await licensesOf(productId)).length, 2);
});

test('a line that came before is seen, by its external id or the id of a device', async () => {
  const owner = await shop.shopper();
  const productId = await shop.product({ maxActivations: 1 });
  const good = { ownerId: owner.id, productId };
  const activation = {
    id: app.system.ids.guid(),
    deviceName: 'x',
    deviceSignature: 'x',
    activationMethod: 'Online',
  };
  const file = ndjson([
    { ...good, externalId: 'same' },
    { ...good, externalId: 'same', activations: [activation] },
    { ...good, externalId: 'seated', activations: [activation] },
    { ...good, externalId: 'taken', activations: [activation] },
  ]);
  const expected = ['created', 'exists', 'created', 'invalid'];
  const dryRun = await send('licenses', file, { query: '?dryRun=true' });
  assert.deepEqual(statuses(dryRun.results), expected);
  assert.equal(
    dryRun.results.some(({ id }) => id !== undefined),
    false,
    'there is nothing to name',
  );
  assert.deepEqual(await licensesOf(productId), [], 'a dry run stores nothing');
  const { results } = await send('licenses', file);
  assert.deepEqual(statuses(results), expected);
  assert.equal(results[1]?.id, results[0]?.id);
  assert.deepEqual(statuses((await send('licenses', file, { query: '?dryRun=true' })).results), [
    'exists',
    'exists',
    'exists',
    'invalid',
  ]);
});

test('trials come in bulk, once for each device', async () => {
  const owner = await shop.shopper();
  const productId = await shop.product();
  const trial = { productId, deviceName: 'x', deviceSignature: 'one', expiresAt: '2030-01-01T00:00:00Z' };
  const file = ndjson([
    { ...trial, ownerEmail: owner.email, createdAt: '2020-01-01T00:00:00Z' },
    trial,
    { ...trial, deviceSignature: 'two' },
    { ...trial, deviceSignature: 'three', ownerId: app.system.ids.guid() },
    { ...trial, deviceSignature: 'four', expiresAt: undefined },
  ]);
  const dryRun = await send('trials', file, { query: '?dryRun=1' });
  const first = await send('trials', file);
  assert.deepEqual(statuses(first.results), ['created', 'exists', 'created', 'invalid', 'invalid']);
  assert.deepEqual(statuses(dryRun.results), statuses(first.results));
  assert.deepEqual(statuses((await send('trials', file)).results), [
    'exists',
    'exists',
    'exists',
    'invalid',
    'invalid',
  ]);
  const trialRow = (await app.inject({ url: `/api/trials/${first.results[0]?.id}`, headers })).json();
  assert.deepEqual([trialRow.ownerId, trialRow.createdAt], [owner.id, '2020-01-01T00:00:00.000Z']);
});

test('rows of another account cannot be referenced', async () => {
  const owner = await shop.shopper();
  const productId = await shop.product();
  const foreign = { ...(await app.apiKey(app.other)), 'content-type': 'application/x-ndjson' };
  const response = await app.injectAs(app.other, {
    method: 'POST',
    url: '/api/import/licenses',
    headers: foreign,
    payload: ndjson([
      { ownerId: owner.id, productId },
      { ownerEmail: owner.email, productId },
    ]),
  });
  const { results } = importAnswer(response.body);
  assert.deepEqual(
    results.map(({ errors }) => Object.keys(errors ?? {}).toSorted()),
    [
      ['ownerId', 'productId'],
      ['ownerEmail', 'productId'],
    ],
  );
});

test('with an idempotency key every line needs a key of its own', async () => {
  const owner = await shop.shopper();
  const productId = await shop.product();
  const file = ndjson([
    { ownerId: owner.id, productId },
    { ownerId: owner.id, productId, externalId: 'keyed' },
  ]);
  const key = { 'idempotency-key': 'import-1' };
  assert.deepEqual(statuses((await send('licenses', file, key)).results), ['invalid', 'created']);
  assert.deepEqual(statuses((await send('licenses', file, key)).results), ['invalid', 'exists']);
});

test('a caller who may not write, or sends no lines, is refused before anything is read', async () => {
  const reader = await app.apiKey(app.demo, 'licenses:read', 'trials:write');
  const refusals: [headers: Record<string, string>, query: string, status: number][] = [
    [{}, '', 401],
    [reader, '', 403],
    [{ ...headers, 'content-type': 'application/json' }, '', 415],
    [headers, '?dryrun=true', 400],
    [headers, '?dryRun=maybe', 400],
  ];
  for (const [credential, query, status] of refusals) {
    const url = `/api/import/licenses${query}`;
    const response = await app.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-ndjson', ...credential },
      payload: '{}',
    });
    assert.equal(response.statusCode, status, response.body);
  }
  const empty = await send('licenses', '');
  assert.deepEqual([empty.results, empty.summary.completed], [[], true]);
});

test('a key that is revoked while an import runs stores nothing more', async () => {
  const owner = await shop.shopper();
  const productId = await shop.product();
  const line = (externalId: string) => `${JSON.stringify({ ownerId: owner.id, productId, externalId })}\n`;
  const { key, apiKey } = await createApiKey(app.ctx, { name: 'import', scopes: ['licenses:write'] });
  async function* body() {
    yield line('early');
    await until('the first line to be stored', async () => (await licensesOf(productId)).length === 1);
    await revokeApiKey(app.ctx, apiKey.id);
    yield line('late');
  }
  const response = await app.inject({
    method: 'POST',
    url: '/api/import/licenses',
    headers: { 'api-key': key, 'content-type': 'application/x-ndjson' },
    payload: Readable.from(body()),
  });
  const { results, summary } = importAnswer(response.body);
  assert.deepEqual(statuses(results), ['created']);
  assert.deepEqual([summary.completed, summary.problem?.status], [false, 401]);
  assert.equal((await licensesOf(productId)).length, 1);
});

test('an operator confirms an import of subscriptions with the password: its lines charge saved payment methods', async () => {
  const owner = await operatorAtWork(app, 'Owner');
  const type = { ...owner.headers, 'content-type': 'application/x-ndjson' };
  const upload = () =>
    app.inject({ method: 'POST', url: '/api/import/subscriptions', headers: type, payload: '{}' });
  const refused = await upload();
  assert.deepEqual([refused.statusCode, refused.json().errorType], [403, 'ConfirmationRequired']);
  await owner.confirm();
  assert.match((await upload()).body, /"lines":1/);
});
