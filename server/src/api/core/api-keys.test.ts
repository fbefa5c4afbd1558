import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { type Merchant, merchantOf } from '../../../test/merchant.ts';
import { operatorAtWork } from '../../../test/operators.ts';

const URL = '/api/settings/api-keys';
const HOUR_MS = 3_600_000;

interface Key {
  readonly id: string;
  readonly key: string;
  readonly prefix: string;
  readonly status: string;
}

let app: TestApp;
let owner: Merchant;
before(async () => {
  app = await startTestApp();
  owner = await merchantOf(app);
});
after(() => app.close());

const create = (body: object = {}) =>
  owner.call<Key>('POST', URL, { name: 'Shop', scopes: ['settings:read'], ...body });

/** The status of a request with this secret. */
async function statusWith(key: string): Promise<number> {
  const { statusCode } = await app.inject({ url: URL, headers: { 'api-key': key } });
  return statusCode;
}

async function typesAbout(id: string): Promise<string[]> {
  const { items } = await owner.call<{ items: { type: string }[] }>('GET', `/api/audit?subject=apiKey/${id}`);
  return items.map(({ type }) => type);
}

test('a new key is shown once, works with its scopes alone, and lists show no secret', async () => {
  app.system.clock.hold('it compares the creation and the last use of the key with the clock');
  const created = await owner.send('POST', URL, { name: 'Shop', scopes: ['settings:read'] });
  assert.equal(created.statusCode, 201);
  const { id, key, prefix } = created.json<Key>();
  assert.equal(prefix, key.slice(0, 11));
  assert.equal(await statusWith(key), 200);
  const other = await app.inject({ url: '/api/customers', headers: { 'api-key': key } });
  assert.equal(other.statusCode, 403);
  const list = await owner.send('GET', `${URL}?pageSize=1`);
  const one = await owner.send('GET', `${URL}/${id}`);
  assert.equal(list.json<{ items: Key[] }>().items[0]?.id, id);
  const { createdBy, ...fields } = one.json();
  assert.equal(createdBy.kind, 'ApiKey');
  assert.deepEqual(fields, {
    id,
    name: 'Shop',
    prefix,
    scopes: ['settings:read'],
    status: 'Active',
    createdAt: app.system.clock.now().toISOString(),
    lastUsedAt: app.system.clock.now().toISOString(),
  });
  assert.ok(!(list.body + one.body).includes(key.slice(11)));
  assert.deepEqual(await typesAbout(id), ['api-key.created']);
});

test('who created a key is said by name, to whoever may read the audit log', async () => {
  const admin = await operatorAtWork(app, 'Admin');
  await admin.confirm();
  const scopes = ['settings:read'];
  const created = await admin.call('POST', URL, { name: 'By hand', scopes });
  assert.equal(created.statusCode, 201, created.body);
  const { id } = created.json<Key>();
  const creator = { kind: 'Operator', id: admin.operator.id, name: admin.operator.name };
  const list = await admin.call('GET', `${URL}?pageSize=2`);
  const [newest, before] = list.json<{ items: { id: string; createdBy: object }[] }>().items;
  assert.deepEqual([newest?.id, newest?.createdBy], [id, creator]);
  assert.notDeepEqual(before?.createdBy, creator);
  assert.deepEqual((await admin.call('GET', `${URL}/${id}`)).json().createdBy, creator);
  const developer = await operatorAtWork(app, 'Developer');
  assert.equal('createdBy' in (await developer.call('GET', `${URL}/${id}`)).json(), false);
});

test('a lost response comes again with the same idempotency key, and nothing readable is stored of it', async () => {
  const headers = { 'idempotency-key': 'a new key' };
  const body = { name: 'Once', scopes: ['settings:read'] };
  const first = await owner.send('POST', URL, body, headers);
  const again = await owner.send('POST', URL, body, headers);
  assert.deepEqual(again.json(), first.json());
  assert.equal(again.headers['idempotency-replayed'], 'true');
  assert.deepEqual([again.headers.etag, first.headers.etag], ['"r1"', '"r1"']);
});

test('a key gives no other key what it lacks itself, by creating, rotating or changing it', async () => {
  const expiresAt = '2026-03-02T12:00:00.000Z';
  const limited = await merchantOf(app, app.demo, 'settings:read', 'settings:write', 'customers:read');
  const everything = await create({ scopes: ['*'] });
  const orders = { name: 'x', scopes: ['orders:read'] };
  const refusals = [
    await limited.send('POST', URL, { name: 'x', scopes: ['*'] }),
    await limited.send('POST', URL, orders),
    await limited.send('POST', `${URL}/${everything.id}/rotate`, {}),
    await limited.send('PATCH', `${URL}/${everything.id}`, { expiresAt: null }),
  ];
  const brief = await create({ scopes: ['settings:write'], expiresAt });
  const asBrief = { 'api-key': brief.key };
  for (const [url, payload] of [
    [URL, { name: 'x', scopes: ['settings:write'] }],
    [URL, { name: 'x', scopes: ['settings:write'], expiresAt: '2026-03-02T12:00:01Z' }],
  ] as const)
    refusals.push(await app.inject({ method: 'POST', url, headers: asBrief, payload }));
  refusals.push(
    await app.inject({
      method: 'PATCH',
      url: `${URL}/${brief.id}`,
      headers: asBrief,
      payload: { expiresAt: null },
    }),
  );
  for (const refusal of refusals)
    assert.deepEqual([refusal.statusCode, refusal.json().errorType], [403, 'Forbidden'], refusal.body);
  assert.equal(await statusWith(everything.key), 200);
  assert.deepEqual(await typesAbout(everything.id), ['api-key.created']);
  const part = await limited.send('POST', URL, { name: 'x', scopes: ['customers:read'] });
  assert.equal(part.statusCode, 201);
});

test('a rotated key has a new secret, and the old one works until the overlap ends', async () => {
  app.system.clock.hold('it uses the old key in the last millisecond of the overlap');
  const first = await create();
  const second = await owner.call<Key>('POST', `${URL}/${first.id}/rotate`, { overlapHours: 2 });
  assert.equal(second.id, first.id);
  assert.notEqual(second.key, first.key);
  assert.equal(second.prefix, second.key.slice(0, 11));
  app.system.clock.advance(2 * HOUR_MS - 1);
  assert.deepEqual([await statusWith(first.key), await statusWith(second.key)], [200, 200]);
  app.system.clock.advance(1);
  assert.deepEqual([await statusWith(first.key), await statusWith(second.key)], [401, 200]);
  // A second rotation within the overlap ends the oldest secret, and with no overlap the previous one immediately.
  const third = await owner.call<Key>('POST', `${URL}/${first.id}/rotate`);
  const fourth = await owner.call<Key>('POST', `${URL}/${first.id}/rotate`, { overlapHours: 0 });
  const statuses = [second, third, fourth].map(({ key }) => statusWith(key));
  assert.deepEqual(await Promise.all(statuses), [401, 401, 200]);
  assert.equal((await typesAbout(first.id)).filter((type) => type === 'api-key.rotated').length, 3);
});

test('a revoked key ends with both of its secrets, and cannot be rotated or changed', async () => {
  const first = await create();
  const second = await owner.call<Key>('POST', `${URL}/${first.id}/rotate`);
  const revoked = await owner.call<object>('POST', `${URL}/${first.id}/revoke`);
  assert.deepEqual([await statusWith(first.key), await statusWith(second.key)], [401, 401]);
  app.system.clock.advance(1_000);
  assert.deepEqual(await owner.call('POST', `${URL}/${first.id}/revoke`), revoked);
  for (const refusal of [
    await owner.send('POST', `${URL}/${first.id}/rotate`, {}),
    await owner.send('PATCH', `${URL}/${first.id}`, { name: 'Back' }),
  ])
    assert.deepEqual([refusal.statusCode, refusal.json().errorType], [409, 'ApiKeyEnded']);
  assert.deepEqual(await typesAbout(first.id), ['api-key.revoked', 'api-key.rotated', 'api-key.created']);
});

test('name and expiry change only with the latest revision, and an expired key is refused', async () => {
  const { id, key } = await create();
  const change = (body: object, etag: string) =>
    owner.send('PATCH', `${URL}/${id}`, body, { 'if-match': etag });
  const expiresAt = new Date(app.system.clock.now().getTime() + HOUR_MS).toISOString();
  const changed = await change({ name: 'Store', expiresAt }, '"r1"');
  assert.deepEqual([changed.statusCode, changed.headers.etag], [200, '"r2"']);
  assert.equal((await change({ name: 'Late' }, '"r1"')).json().errorType, 'StaleRevision');
  const past = await change({ expiresAt: '2020-01-01T00:00:00Z', name: ' ' }, '"r2"');
  assert.deepEqual(Object.keys(past.json().errors), ['name', 'expiresAt']);
  app.system.clock.advance(HOUR_MS);
  assert.equal(await statusWith(key), 401);
  const expired = await owner.send('POST', `${URL}/${id}/rotate`, {});
  assert.equal(expired.json().errorType, 'ApiKeyEnded');
  const perpetual = await owner.call<Key>('PATCH', `${URL}/${id}`, { expiresAt: null });
  assert.deepEqual([perpetual.status, await statusWith(key)], ['Active', 200]);
});

test('scopes and other fields that do not exist are refused by name', async () => {
  const refusal = await owner.send('POST', URL, { name: 'x', scopes: ['licenses:fly'], expires: 'never' });
  assert.deepEqual(Object.keys(refusal.json().errors).toSorted(), ['expires', 'scopes[0]']);
  const read = await merchantOf(app, app.demo, 'settings:read');
  const forbidden = await read.send('POST', URL, { name: 'x', scopes: ['settings:read'] });
  assert.equal(forbidden.statusCode, 403);
});
