import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { updateSettings } from '../../modules/accounts/index.ts';
import { createProduct, updateProduct } from '../../modules/catalog/index.ts';

interface AuditEvent {
  readonly id: string;
  readonly type: string;
  readonly occurredAt: string;
  readonly actor: { readonly kind: string; readonly id?: string };
  readonly addressGroup?: string;
  readonly requestId?: string;
  readonly subjects: readonly string[];
  readonly data: Readonly<Record<string, unknown>>;
}
interface AuditPage {
  readonly items: readonly AuditEvent[];
  readonly hasMore: boolean;
  readonly next: string | null;
}

let app: TestApp;
let headers: Record<string, string>;
let keyId: string;
let licenseId: string;
let ownerId: string;
let provisionedAt: string;
before(async () => {
  app = await startTestApp();
  headers = await app.apiKey(app.demo, 'audit:read', 'licenses:write');
  await createProduct(app.ctx, { id: 'synth', name: 'Synth' });
  await updateProduct(app.ctx, 'synth', { name: 'Synth 2', description: 'Better' });
  app.system.clock.advance(60_000);
  app.system.clock.hold('the events of one request are compared with its exact time');
  provisionedAt = app.system.clock.now().toISOString();
  const provisioned = await app.inject({
    method: 'POST',
    url: '/api/licenses/provision',
    headers,
    remoteAddress: '2001:db8:1:2:3:4:5:6',
    payload: {
      customer: { email: 'ada@example.com', name: 'Ada' },
      requests: [{ productId: 'synth', quantity: 2 }],
    },
  });
  const [license] = provisioned.json<{ id: string; ownerId: string }[]>();
  licenseId = license?.id ?? '';
  ownerId = license?.ownerId ?? '';
  keyId = (await page('type=license.granted')).items[0]?.actor.id ?? '';
});
after(() => app.close());

async function page(
  query: string,
  more: { readonly headers?: Record<string, string> } = {},
): Promise<AuditPage> {
  const answer = await app.inject({ url: `/api/audit?${query}`, headers, ...more });
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json();
}

const typesOf = async (query: string) => (await page(query)).items.map(({ type }) => type);

test('the events of a request are listed newest first, with its actor, network, request and subjects', async () => {
  const { items } = await page('pageSize=2');
  const [granted, created] = items;
  assert.ok(granted !== undefined && created !== undefined);
  const { id, requestId = '', subjects, ...rest } = granted;
  assert.ok(id !== '' && requestId !== '' && requestId === created.requestId);
  assert.deepEqual(rest, {
    type: 'license.granted',
    occurredAt: provisionedAt,
    actor: { kind: 'ApiKey', id: keyId, name: 'test' },
    addressGroup: '2001:db8:1:2::/64',
    data: { quantity: 2, orderLineId: null, expiresAt: null, awaitsProof: false },
  });
  assert.equal(subjects.filter((subject) => subject.startsWith('license/')).length, 2);
  assert.ok(subjects.includes(`customer/${ownerId}`) && subjects.includes('product/synth'));
  assert.equal(created.type, 'customer.created');
  assert.ok(!JSON.stringify(items).includes('ada@'), 'an event names a person by the id alone');
});

test('a change says what was before and after, and nothing else of the row', async () => {
  const { items } = await page('subject=product/synth&type=product.changed');
  assert.deepEqual(
    items.map(({ data, actor }) => [data, actor]),
    [
      [
        { before: { name: 'Synth', description: '' }, after: { name: 'Synth 2', description: 'Better' } },
        { kind: 'CommandLine' },
      ],
    ],
  );
});

test('a change of nothing is no event', async () => {
  await updateProduct(app.ctx, 'synth', { name: 'Synth 2' });
  await updateSettings(app.ctx, {});
  assert.equal((await typesOf('type=product.changed')).length, 1);
});

test('filters by actor, type, subject and time hold alone and together', async () => {
  const now = new Date(provisionedAt);
  for (const id of [keyId, keyId.toUpperCase()])
    assert.deepEqual(await typesOf(`actorId=${id}`), ['license.granted', 'customer.created']);
  assert.deepEqual(await typesOf('actorKind=ApiKey'), ['license.granted', 'customer.created']);
  assert.deepEqual(await typesOf('actorKind=Customer'), []);
  for (const id of [licenseId, licenseId.toUpperCase()])
    assert.deepEqual(await typesOf(`subject=license/${id}`), ['license.granted']);
  assert.deepEqual(await typesOf('subject=product/synth'), [
    'license.granted',
    'product.changed',
    'product.created',
  ]);
  assert.deepEqual(await typesOf(`from=${now.toISOString()}`), ['license.granted', 'customer.created']);
  assert.deepEqual(await typesOf(`subject=product/synth&to=${now.toISOString()}`), [
    'product.changed',
    'product.created',
  ]);
  assert.deepEqual(await typesOf(`subject=product/synth&actorKind=ApiKey&from=${now.toISOString()}`), [
    'license.granted',
  ]);
  const reversed = `from=${now.toISOString()}&to=${new Date(now.getTime() - 1).toISOString()}`;
  assert.deepEqual(await typesOf(reversed), []);
});

test('pages go on where the one before ended, while events are added', async () => {
  for (const filter of ['', 'subject=product/synth&', 'actorKind=CommandLine&']) {
    const all = (await page(`${filter}pageSize=100`)).items.map(({ id }) => id);
    const ids: string[] = [];
    let next: string | null = `/api/audit?${filter}pageSize=1`;
    while (next !== null) {
      const answer: AuditPage = (await app.inject({ url: next, headers })).json();
      ids.push(...answer.items.map(({ id }) => id));
      if (ids.length === 1) await updateProduct(app.ctx, 'synth', { name: `Synth ${filter}` });
      next = answer.next;
    }
    assert.deepEqual(ids, all, filter);
  }
});

test('a query that is not valid is refused', async () => {
  for (const query of ['actorKind=Robot', 'subject=synth', 'from=yesterday', 'type=', 'pageSize=0']) {
    const { statusCode } = await app.inject({ url: `/api/audit?${query}`, headers });
    assert.equal(statusCode, 400, query);
  }
});

test('another account, and a key without the scope, see nothing of it', async () => {
  const foreign = await app.apiKey(app.other, 'audit:read');
  const { items } = (
    await app.injectAs(app.other, { url: '/api/audit', headers: foreign })
  ).json<AuditPage>();
  assert.deepEqual([...new Set(items.map(({ type }) => type))].toSorted(), [
    'account.created',
    'api-key.created',
  ]);
  const narrow = await app.apiKey(app.demo, 'settings:read');
  assert.equal((await app.inject({ url: '/api/audit', headers: narrow })).statusCode, 403);
  assert.equal((await app.inject({ url: '/api/audit', headers: foreign })).statusCode, 401);
});
