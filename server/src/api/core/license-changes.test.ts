import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { updateSettings } from '../../modules/accounts/index.ts';
import { updateCustomer } from '../../modules/customers/store.ts';
import { replaceProductRules, revokeLicensesOf } from '../../modules/licensing/index.ts';
import { testTx } from '../../../test/context.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { claimsOf } from '../../../test/licensing.ts';
import { merchantOf } from '../../../test/merchant.ts';
import { type SupportDesk, supportDeskOf } from '../../../test/support-desk.ts';

let app: TestApp;
let shop: SupportDesk['shop'];
let desk: SupportDesk['desk'];
let validate: SupportDesk['validate'];
let auditOf: SupportDesk['auditOf'];
before(async () => {
  app = await startTestApp();
  ({ shop, desk, validate, auditOf } = await supportDeskOf(app));
});
after(() => app.close());

interface License {
  readonly id: string;
  readonly status: string;
  readonly activeNumberOfActivations: number;
}

test('a license is changed: seats never below what is active, its end, offline use, key code and external id', async () => {
  const owner = await shop.shopper();
  const productId = await shop.product({ maxActivations: 3 });
  const [id = ''] = await shop.give(owner, productId);
  const token = await shop.activate(owner, productId, 'one');
  await shop.activate(owner, productId, 'two');
  const url = `/api/licenses/${id}`;
  const refused = await desk.send('PATCH', url, {
    maxNumberOfActivations: 1,
    keyCode: 'lost',
    externalId: 'lost',
  });
  assert.deepEqual([refused.statusCode, refused.json().errorType], [409, 'SeatsInUse']);
  assert.match(refused.json().detail, /^2 devices are active .* at least 2 activations\.$/);
  const end = '2030-01-01T00:00:00.000Z';
  const changes = {
    expiresAt: end,
    offlineActivationsAllowed: true,
    keyCode: 'secret-key',
    externalId: 'ann@x',
  };
  const changed = await desk.send('PATCH', url, { maxNumberOfActivations: 2, ...changes });
  assert.equal(changed.statusCode, 200, changed.body);
  assert.deepEqual(await desk.call('GET', url), changed.json());
  const { maxNumberOfActivations, activeNumberOfActivations, status, createdAt: _, ...rest } = changed.json();
  assert.deepEqual([maxNumberOfActivations, activeNumberOfActivations, status], [2, 2, 'Active']);
  assert.deepEqual(rest, { id, ownerId: owner.id, productId, ...changes });
  assert.equal(claimsOf((await validate(productId, token)).body)['exp'], Date.parse(end) / 1_000);
  assert.equal((await shop.activateByFile(owner, productId, 'two')).statusCode, 200, 'now it works offline');

  const [event, ...earlier] = await auditOf('license.updated', id);
  assert.equal(earlier.length, 0, 'what was refused, and the same again, is no event');
  const { fields, ...values } = event?.data ?? {};
  const names = ['allowsOffline', 'expiresAt', 'externalId', 'keyCode', 'maxActivations'];
  assert.deepEqual([fields].flat().map(String).toSorted(), names);
  assert.deepEqual(values, {
    before: { maxActivations: 3, expiresAt: null, allowsOffline: false },
    after: { maxActivations: 2, expiresAt: end, allowsOffline: true },
  });

  const over = await desk.call<License>('PATCH', url, { expiresAt: '2020-01-01T00:00:00Z' });
  assert.equal(over.status, 'Expired');
  const ended = await validate(productId, token);
  assert.deepEqual([ended.statusCode, ended.json().errorType], [400, 'LicenseExpired']);
  const cleared = await desk.send('PATCH', url, { expiresAt: null, keyCode: null, externalId: null });
  assert.deepEqual(
    [cleared.json().status, cleared.json().expiresAt, cleared.json().keyCode],
    ['Active', undefined, undefined],
  );
  assert.equal((await validate(productId, token)).statusCode, 200);
});

test('an external id belongs to one license, even with two concurrent requests', async () => {
  const owner = await shop.shopper();
  const productId = await shop.product();
  const [one = '', two = ''] = await shop.give(owner, productId, 2);
  const { id: holder } = await desk.call<License>('POST', '/api/licenses/import', {
    ownerId: owner.id,
    productId,
    externalId: 'mine',
  });
  const refused = await desk.send('PATCH', `/api/licenses/${one}`, { externalId: 'mine' });
  assert.deepEqual(
    [refused.statusCode, refused.json().errorType, refused.json().instance],
    [409, 'LicenseExists', holder],
  );
  assert.equal((await desk.send('PATCH', `/api/licenses/${holder}`, { externalId: 'mine' })).statusCode, 200);
  const answers = await Promise.all(
    [one, two].map((id) => desk.send('PATCH', `/api/licenses/${id}`, { externalId: 'both' })),
  );
  const [winner, loser] = answers.toSorted((a, b) => a.statusCode - b.statusCode);
  assert.deepEqual([winner?.statusCode, loser?.statusCode], [200, 409]);
  assert.equal(loser?.json().instance, winner?.json().id);
});

test('changes honor If-Match, and invalid or unknown fields are refused by name', async () => {
  const owner = await shop.shopper();
  const [id = ''] = await shop.give(owner, await shop.product());
  const url = `/api/licenses/${id}`;
  const { etag } = (await desk.send('GET', url)).headers;
  const first = await desk.send('PATCH', url, { maxNumberOfActivations: 9 }, { 'if-match': String(etag) });
  assert.deepEqual([first.statusCode, first.headers.etag], [200, (await desk.send('GET', url)).headers.etag]);
  assert.notEqual(first.headers.etag, etag);
  const properties = { edition: { type: 'text', value: 'x', public: true, includeInToken: true } };
  for (const [method, path, body] of [
    ['PATCH', url, { maxNumberOfActivations: 8 }],
    ['PUT', `${url}/custom-properties`, properties],
  ] as const) {
    const stale = await desk.send(method, path, body, { 'if-match': String(etag) });
    assert.deepEqual([stale.statusCode, stale.json().errorType], [412, 'StaleRevision']);
  }
  const tag = { 'if-match': String(first.headers.etag) };
  const replaced = await desk.send('PUT', `${url}/custom-properties`, properties, tag);
  assert.deepEqual([replaced.statusCode, replaced.json().properties], [200, properties]);
  assert.equal(replaced.headers.etag, (await desk.send('GET', url)).headers.etag);
  await desk.call('POST', `${url}/revoke`);
  assert.equal(
    (await desk.send('PATCH', url, {}, { 'if-match': String(replaced.headers.etag) })).statusCode,
    412,
  );
  const invalid = {
    maxNumberOfActivations: -1,
    expiresAt: 'soon',
    keyCode: '',
    offlineActivationsAllowed: null,
    seats: 1,
  };
  const answer = await desk.send('PATCH', url, invalid);
  assert.deepEqual(
    [answer.statusCode, Object.keys(answer.json().errors).toSorted()],
    [400, Object.keys(invalid).toSorted()],
  );
  for (const path of ['/api/licenses/none', `/api/licenses/${app.system.ids.guid()}`])
    assert.equal((await desk.send('PATCH', path, { keyCode: 'x' })).statusCode, 404);
});

test('a restored license is as before: devices that had a seat work again, those that were released do not', async () => {
  const owner = await shop.shopper();
  const productId = await shop.product({ maxActivations: 2 });
  const [id = ''] = await shop.give(owner, productId);
  const [steady, released] = [
    await shop.activate(owner, productId, 'kept'),
    await shop.activate(owner, productId, 'gone'),
  ];
  const device = String(claimsOf(released)['id']);
  await desk.call('POST', `/api/licenses/${id}/activations/${device}/revoke`);
  await desk.call('POST', `/api/licenses/${id}/revoke`);
  assert.equal((await validate(productId, steady)).json().errorType, 'LicenseRevoked');
  const restored = await desk.send('POST', `/api/licenses/${id}/restore`);
  assert.deepEqual(
    [restored.statusCode, restored.json().status, restored.json().activeNumberOfActivations],
    [200, 'Active', 1],
  );
  assert.deepEqual((await desk.send('POST', `/api/licenses/${id}/restore`)).json(), restored.json());
  assert.equal((await validate(productId, steady)).statusCode, 200);
  assert.equal((await validate(productId, released)).json().errorType, 'LicenseActivationRevoked');
  assert.equal((await auditOf('license.restored', id)).length, 1);
  assert.equal((await desk.send('POST', `/api/licenses/${app.system.ids.guid()}/restore`)).statusCode, 404);
});

test('a license of a deleted customer is not restored, but can be given to another one and then is', async () => {
  const [former, heir] = [await shop.shopper(), await shop.shopper()];
  const [id = ''] = await shop.give(former, await shop.product());
  await app.system.database.transaction(async (tx) => {
    await revokeLicensesOf(testTx(app.system, tx, app.demo), former.id);
    await updateCustomer(tx, 'demo', former.id, { isDeleted: true });
  });
  const refused = await desk.send('POST', `/api/licenses/${id}/restore`);
  assert.deepEqual([refused.statusCode, refused.json().errorType], [409, 'OwnerDeleted']);
  assert.equal((await desk.call<License>('GET', `/api/licenses/${id}`)).status, 'Revoked');
  const transferred = await desk.call<License>('POST', `/api/licenses/${id}/transfer`, { ownerId: heir.id });
  assert.equal(transferred.status, 'Revoked');
  assert.equal((await desk.call<License>('POST', `/api/licenses/${id}/restore`)).status, 'Active');
  const back = await desk.send('POST', `/api/licenses/${id}/transfer`, { ownerId: former.id });
  assert.deepEqual([back.statusCode, Object.keys(back.json().errors)], [400, ['ownerId']]);
});

interface Devices {
  readonly items: readonly {
    readonly id: string;
    readonly deviceName: string;
    readonly deviceSignature: string;
  }[];
}

test('the pause after the release of a device ends with a transfer: the new owner has released none', async () => {
  const [ann, bob] = [await shop.shopper(), await shop.shopper()];
  const productId = await shop.product({ maxActivations: 1 });
  const rules = {
    releasesOnline: true,
    releasesOffline: null,
    releasePauseSeconds: 86_400,
    offlineDays: null,
  };
  await replaceProductRules(app.ctx, productId, rules);
  const [id = ''] = await shop.give(ann, productId);
  const release = async (owner: typeof ann, signature: string) => {
    const device = String(claimsOf(await shop.activate(owner, productId, signature))['id']);
    return (await shop.post(owner, `licenses/${id}/activations/${device}/revoke`)).statusCode;
  };
  assert.deepEqual([await release(ann, 'one'), await release(ann, 'two')], [200, 409]);
  await desk.call('POST', `/api/licenses/${id}/transfer`, { ownerId: bob.id });
  assert.deepEqual([await release(bob, 'three'), await release(bob, 'four')], [200, 409]);
});

test('a transferred license is the new owner’s alone: its devices are released, and old tokens say that the owner changed', async () => {
  const [ann, bob] = [await shop.shopper(), await shop.shopper()];
  const productId = await shop.product({ maxActivations: 1 });
  const [id = ''] = await shop.give(ann, productId);
  await shop.activate(ann, productId, 'laptop');
  const [laptop] = (await desk.call<Devices>('GET', `/api/licenses/${id}/activations`)).items;
  await desk.call('POST', `/api/licenses/${id}/activations/${laptop?.id}/revoke`);
  const token = await shop.activate(ann, productId, 'mac');
  const url = `/api/licenses/${id}/transfer`;
  const email = bob.email.toUpperCase();
  const { statusCode, body } = await desk.send(
    'POST',
    url,
    { email },
    { 'idempotency-key': `transfer-${id}` },
  );
  assert.equal(statusCode, 200, body);
  const transferred = JSON.parse(body);
  assert.deepEqual([transferred.ownerId, transferred.activeNumberOfActivations], [bob.id, 0]);
  const repeated = await desk.send('POST', url, { email }, { 'idempotency-key': `transfer-${id}` });
  assert.deepEqual([repeated.headers['idempotency-replayed'], repeated.body], ['true', body]);
  const devices = await desk.call<Devices>('GET', `/api/licenses/${id}/activations`);
  assert.deepEqual(
    devices.items.map(({ deviceName, deviceSignature }) => [deviceName, deviceSignature]),
    [
      ['Deleted device', ''],
      ['Deleted device', ''],
    ],
  );
  for (const [action, status] of [
    ['validate', 403],
    ['revoke', 400],
  ]) {
    const answer = await app.inject({
      method: 'POST',
      url: `/api/client/licenses/${productId}/${action}`,
      headers: { 'content-type': 'text/plain' },
      payload: token,
    });
    assert.deepEqual([answer.statusCode, answer.json().errorType], [status, 'LicenseOwnerChanged']);
  }
  const device = { deviceName: 'Mac', deviceSignature: 'mac' };
  const old = await shop.post(ann, `/api/client/licenses/${productId}/request`, { payload: device });
  assert.equal(old.json().errorType, 'ProductNotOwned');
  assert.equal(claimsOf(await shop.activate(bob, productId, 'mac'))['u:id'], bob.id);
  assert.deepEqual((await shop.get(ann, 'licenses')).json().items, []);
  assert.deepEqual((await shop.get(bob, 'licenses')).json().items.length, 1);
  // To the same owner: nothing changes, and the device stays.
  const same = await desk.call<License>('POST', url, { ownerId: bob.id.toUpperCase() });
  assert.equal(same.activeNumberOfActivations, 1);

  const [event, ...more] = await auditOf('license.transferred', id);
  assert.equal(more.length, 0);
  assert.deepEqual(event?.data, { before: { customer: ann.id }, after: { customer: bob.id }, released: 1 });
  assert.ok([ann, bob].every((customer) => event?.subjects.includes(`customer/${customer.id}`)));
  const cases: [payload: object, field: string][] = [
    [{}, 'ownerId'],
    [{ ownerId: ann.id, email: ann.email }, 'email'],
    [{ email: 'nobody@example.com' }, 'email'],
    [{ ownerId: app.system.ids.guid() }, 'ownerId'],
    [{ ownerId: 'ann' }, 'ownerId'],
    [{ customer: ann.id }, 'customer'],
  ];
  for (const [payload, field] of cases) {
    const answer = await desk.send('POST', url, payload);
    assert.deepEqual([answer.statusCode, Object.keys(answer.json().errors)], [400, [field]], answer.body);
  }
  const reader = await merchantOf(app, app.demo, 'licenses:read');
  for (const path of [url, `/api/licenses/${id}/restore`])
    assert.equal((await reader.send('POST', path, {})).statusCode, 403);
});

test('a transfer to an unproven address waits, where the account requires it, until the vendor transfers it to the customer', async () => {
  const [ann, bob] = [await shop.shopper(), await shop.shopper()];
  const [id = ''] = await shop.give(ann, await shop.product());
  await updateSettings(app.ctx, { waitsForProvenEmail: true });
  const transfer = (email: string) =>
    desk.call<{ awaitsProof?: boolean }>('POST', `/api/licenses/${id}/transfer`, { email });
  try {
    assert.notEqual((await transfer(ann.email)).awaitsProof, true, 'she has it, and keeps it');
    assert.equal((await shop.get(ann, 'licenses')).json().items.length, 1);
    assert.equal((await transfer(bob.email)).awaitsProof, true);
    assert.deepEqual((await shop.get(bob, 'licenses')).json().items, []);
  } finally {
    await updateSettings(app.ctx, { waitsForProvenEmail: false });
  }
  await desk.call('POST', `/api/licenses/${id}/transfer`, { ownerId: bob.id });
  assert.equal((await shop.get(bob, 'licenses')).json().items.length, 1);
});
