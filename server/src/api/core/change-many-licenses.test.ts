import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { merchantOf } from '../../../test/merchant.ts';
import { operatorAtWork } from '../../../test/operators.ts';
import { type SupportDesk, supportDeskOf } from '../../../test/support-desk.ts';

let app: TestApp;
let at: SupportDesk;
before(async () => {
  app = await startTestApp();
  at = await supportDeskOf(app);
});
after(() => app.close());

const URL = '/api/licenses/change-many';
const END = '2030-01-31T00:00:00.000Z';

interface License {
  readonly id: string;
  readonly status: string;
  readonly ownerId: string;
  readonly expiresAt?: string;
}
interface Outcomes {
  readonly items: readonly { readonly id: string; readonly outcome: string; readonly detail?: string }[];
}

const change = (body: object) => at.desk.call<Outcomes>('POST', URL, body);
const read = (id: string) => at.desk.call<License>('GET', `/api/licenses/${id}`);

/** Licenses of a new customer that end at some times; undefined: never. */
async function licensesEnding(...ends: (string | undefined)[]): Promise<string[]> {
  const owner = await at.shop.shopper();
  const productId = await at.shop.product();
  const licenses = await at.shop.give(owner, productId, ends.length);
  for (const [index, expiresAt] of ends.entries())
    if (expiresAt !== undefined)
      await at.desk.call('PATCH', `/api/licenses/${licenses[index] ?? ''}`, { expiresAt, reason: 'Test' });
  return licenses;
}

test('licenses are extended together: earlier ends move, later and perpetual ones stay, and a strange one is refused', async () => {
  const [early = '', late = '', perpetual = ''] = await licensesEnding(
    '2029-01-01T00:00:00.000Z',
    '2031-01-01T00:00:00.000Z',
    undefined,
  );
  const strange = randomUUID();
  const { items } = await change({
    ids: [early.toUpperCase(), late, perpetual, strange],
    action: 'Extend',
    expiresAt: END,
    reason: 'An outage',
  });
  const outcomes = Object.fromEntries(items.map(({ id, outcome }) => [id, outcome]));
  assert.deepEqual(outcomes, {
    [early]: 'Changed',
    [late]: 'Unchanged',
    [perpetual]: 'Unchanged',
    [strange]: 'Refused',
  });
  assert.equal((await read(early)).expiresAt, END);
  assert.equal((await read(late)).expiresAt, '2031-01-01T00:00:00.000Z');
  assert.equal((await read(perpetual)).expiresAt, undefined);
  const [event] = await at.auditOf('license.updated', early);
  assert.equal(event?.data['reason'], 'An outage');
});

test('licenses are revoked together, and again without an effect', async () => {
  const ids = await licensesEnding(undefined, undefined);
  const first = await change({ ids, action: 'Revoke' });
  assert.deepEqual(
    first.items.map(({ outcome }) => outcome),
    ['Changed', 'Changed'],
  );
  assert.deepEqual(await Promise.all(ids.map(async (id) => (await read(id)).status)), ['Revoked', 'Revoked']);
  const again = await change({ ids, action: 'Revoke' });
  assert.deepEqual(
    again.items.map(({ outcome }) => outcome),
    ['Unchanged', 'Unchanged'],
  );
});

test('licenses that are revoked are restored together with their devices, those that work stay, and the reason is kept', async () => {
  const [revoked = '', works = ''] = await licensesEnding(undefined, undefined);
  await change({ ids: [revoked], action: 'Revoke' });
  const { items } = await change({ ids: [revoked, works], action: 'Restore', reason: 'A mistake' });
  const outcomes = Object.fromEntries(items.map(({ id, outcome }) => [id, outcome]));
  assert.deepEqual(outcomes, { [revoked]: 'Changed', [works]: 'Unchanged' });
  for (const id of [revoked, works]) assert.equal((await read(id)).status, 'Active');
  const [event] = await at.auditOf('license.restored', revoked);
  assert.equal(event?.data['reason'], 'A mistake');
});

test('licenses are transferred together to a customer, and to nobody else', async () => {
  const ids = await licensesEnding(undefined, undefined);
  const owner = await at.shop.shopper();
  const refused = await at.desk.send('POST', URL, { ids, action: 'Transfer', email: 'nobody@example.com' });
  assert.deepEqual([refused.statusCode, Object.keys(refused.json().errors)], [400, ['email']]);
  await change({ ids, action: 'Transfer', email: owner.email });
  for (const id of ids) assert.equal((await read(id)).ownerId, owner.id);
});

test('everything that is missing is named at once', async () => {
  const [id = ''] = await licensesEnding(undefined);
  const extend = await at.desk.send('POST', URL, { ids: [id], action: 'Extend', reason: ' ' });
  assert.deepEqual([extend.statusCode, Object.keys(extend.json().errors)], [400, ['expiresAt', 'reason']]);
  const many = Array.from({ length: 101 }, () => id);
  for (const body of [
    { ids: [], action: 'Revoke' },
    { ids: many, action: 'Revoke' },
    { ids: ['x'], action: 'Revoke' },
  ])
    assert.equal((await at.desk.send('POST', URL, body)).statusCode, 400);
});

test('licenses of another account are none, and a reader changes nothing', async () => {
  const ids = await licensesEnding(undefined);
  const other = await merchantOf(app, app.other);
  const { items } = await other.call<Outcomes>('POST', URL, { ids, action: 'Revoke' });
  assert.deepEqual(
    items.map(({ outcome }) => outcome),
    ['Refused'],
  );
  const reader = await operatorAtWork(app, 'ReadOnly');
  assert.equal((await reader.call('POST', URL, { ids, action: 'Revoke' })).statusCode, 403);
  assert.equal((await read(ids[0] ?? '')).status, 'Active');
});
