import assert from 'node:assert/strict';
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

const KEY = /^([2-9A-HJKMNP-TV-Z]{5}-){3}[2-9A-HJKMNP-TV-Z]{5}$/;

interface License {
  readonly id: string;
  readonly status: string;
  readonly keyCode?: string;
  readonly activeNumberOfActivations: number;
  readonly maxNumberOfActivations: number;
}

const pathOf = (id: string) => `/api/licenses/${id}`;
const read = (id: string) => at.desk.call<License>('GET', pathOf(id));
const reissue = (id: string, body?: object) => at.desk.call<License>('POST', `${pathOf(id)}/reissue`, body);

/** A license with a key, and a device that uses it. */
async function licenseInUse({ keyCode }: { readonly keyCode?: string } = {}) {
  const owner = await at.shop.shopper();
  const productId = await at.shop.product({ maxActivations: 2 });
  const [id = ''] = await at.shop.give(owner, productId);
  if (keyCode !== undefined) await at.desk.call('PATCH', pathOf(id), { keyCode });
  const token = await at.shop.activate(owner, productId, 'mac');
  return { id, owner, productId, token };
}

test('a reissued license has a new key for the same rights: the owner sees it, the old one finds nothing, devices go on', async () => {
  const { id, owner, productId, token } = await licenseInUse({ keyCode: 'LEAKED' });
  const before = await read(id);
  const { keyCode, ...reissued } = await reissue(id, { reason: ' Published in a forum ' });
  assert.match(keyCode ?? '', KEY);
  const { keyCode: _, ...rights } = before;
  assert.deepEqual(reissued, rights);
  const idsWith = async (key = '') =>
    (await at.desk.call<{ items: License[] }>('GET', `/api/licenses?keyCode=${key}`)).items.map(
      (row) => row.id,
    );
  assert.deepEqual([await idsWith('LEAKED'), await idsWith(keyCode)], [[], [id]]);
  assert.equal((await at.shop.get(owner, 'licenses')).json().items[0].keyCode, keyCode);
  assert.equal((await at.validate(productId, token)).statusCode, 200);
  const [event, ...more] = await at.auditOf('license.reissued', id);
  assert.deepEqual(event?.data, { hasNewKey: true, released: 0, reason: 'Published in a forum' });
  assert.deepEqual([event?.actor.kind, more.length], ['ApiKey', 0], 'and no key is in the journal');
  assert.notEqual((await reissue(id)).keyCode, keyCode, 'each time another one');
});

test('its devices are released if the vendor says so, and take a seat again with the next activation', async () => {
  const { id, owner, productId, token } = await licenseInUse({ keyCode: 'LEAKED' });
  const other = await licenseInUse();
  const reissued = await reissue(id, { releaseDevices: true });
  assert.equal(reissued.activeNumberOfActivations, 0);
  assert.equal((await at.validate(productId, token)).json().errorType, 'LicenseActivationRevoked');
  assert.equal((await at.validate(other.productId, other.token)).statusCode, 200, 'those of others stay');
  const [event] = await at.auditOf('license.reissued', id);
  assert.deepEqual(event?.data, { hasNewKey: true, released: 1 });
  await at.shop.activate(owner, productId, 'mac');
  assert.equal((await read(id)).activeNumberOfActivations, 1);
});

test('the seats of add-ons are free with the devices', async () => {
  const owner = await at.shop.shopper();
  const suite = await at.shop.product();
  const pack = await at.shop.product({ id: `${suite}.pack`, isIncludedInLicense: true });
  const [parent = ''] = await at.shop.give(owner, suite);
  const [addOn = ''] = await at.shop.give(owner, pack);
  await at.shop.activate(owner, suite, 'mac');
  assert.equal((await read(addOn)).activeNumberOfActivations, 1);
  await reissue(parent, { releaseDevices: true });
  assert.equal((await read(addOn)).activeNumberOfActivations, 0);
});

test('a license without a key gets none: only its devices are released, and otherwise nothing happens', async () => {
  const { id } = await licenseInUse();
  const before = await read(id);
  assert.deepEqual(await reissue(id), before);
  assert.equal((await at.auditOf('license.reissued', id)).length, 0);
  const { keyCode, activeNumberOfActivations } = await reissue(id, { releaseDevices: true });
  assert.deepEqual([keyCode, activeNumberOfActivations], [undefined, 0]);
  const [event] = await at.auditOf('license.reissued', id);
  assert.deepEqual(event?.data, { hasNewKey: false, released: 1 });
});

test('many are reissued together: each gets a key of its own, once per request, and those without one stay', async () => {
  const [one, other, keyless] = [
    await licenseInUse({ keyCode: 'SHARED' }),
    await licenseInUse({ keyCode: 'SHARED' }),
    await licenseInUse(),
  ];
  const ids = [one.id, other.id, keyless.id];
  const body = { ids, action: 'Reissue', reason: 'A breach' };
  const send = () =>
    at.desk.send('POST', '/api/licenses/change-many', body, { 'idempotency-key': `run-${one.id}` });
  const { items } = (await send()).json();
  const outcomes = new Map(items.map(({ id, outcome }: { id: string; outcome: string }) => [id, outcome]));
  assert.deepEqual(
    ids.map((id) => outcomes.get(id)),
    ['Changed', 'Changed', 'Unchanged'],
  );
  const keys = await Promise.all(ids.map(async (id) => (await read(id)).keyCode));
  assert.match(keys[0] ?? '', KEY);
  assert.match(keys[1] ?? '', KEY);
  assert.notEqual(keys[0], keys[1]);
  assert.equal(keys[2], undefined);
  assert.equal((await send()).headers['idempotency-replayed'], 'true');
  assert.equal((await read(one.id)).keyCode, keys[0]);
  const [event] = await at.auditOf('license.reissued', one.id);
  assert.equal(event?.data['reason'], 'A breach');
  await at.desk.call('POST', '/api/licenses/change-many', { ids, action: 'Reissue', releaseDevices: true });
  assert.equal((await read(keyless.id)).activeNumberOfActivations, 0);
});

test('a revoked license stays revoked', async () => {
  const { id, productId, token } = await licenseInUse({ keyCode: 'LEAKED' });
  await at.desk.call('POST', `${pathOf(id)}/revoke`);
  assert.equal((await reissue(id)).status, 'Revoked');
  assert.equal((await at.validate(productId, token)).json().errorType, 'LicenseRevoked');
});

test('nobody reissues licenses of another account, or without the right to change them', async () => {
  const { id } = await licenseInUse({ keyCode: 'OURS' });
  const path = `${pathOf(id)}/reissue`;
  const other = await merchantOf(app, app.other);
  assert.equal((await other.send('POST', path, {})).statusCode, 404);
  const many = { ids: [id], action: 'Reissue' };
  const { items } = await other.call<{ items: { outcome: string }[] }>(
    'POST',
    '/api/licenses/change-many',
    many,
  );
  assert.equal(items[0]?.outcome, 'Refused');
  const reader = await operatorAtWork(app, 'ReadOnly');
  assert.equal((await reader.call('POST', path, {})).statusCode, 403);
  assert.equal((await at.desk.send('POST', path, { keyCode: 'MINE' })).statusCode, 400);
  assert.equal((await read(id)).keyCode, 'OURS');
});
