import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { merchantOf } from '../../../test/merchant.ts';
import { type SupportDesk, supportDeskOf } from '../../../test/support-desk.ts';

let app: TestApp;
let at: SupportDesk;
before(async () => {
  app = await startTestApp();
  at = await supportDeskOf(app);
});
after(() => app.close());

/** The words of the latest event of a type about a license. */
async function wordsOf(type: string, license: string, field = 'reason'): Promise<unknown> {
  const [event] = await at.auditOf(type, license);
  assert.ok(event !== undefined, `no ${type} of ${license}`);
  return event.data[field];
}

test('each remedy of a license keeps its reason in the journal, without spaces around it', async () => {
  const [owner, next] = [await at.shop.shopper(), await at.shop.shopper()];
  const productId = await at.shop.product();
  const requests = [{ productId }];
  const [license] = await at.desk.call<{ id: string }[]>('POST', '/api/licenses/provision', {
    ownerId: owner.id,
    requests,
    reason: ' Lost at the other shop ',
  });
  const id = license?.id ?? '';
  const path = `/api/licenses/${id}`;
  assert.equal(await wordsOf('license.granted', id), 'Lost at the other shop');
  // Clients send more with a revocation, which has never meant anything.
  await at.desk.call('POST', `${path}/revoke`, { ownerId: owner.id, productId, reason: ' Sold twice ' });
  assert.equal(await wordsOf('license.revoked', id, 'note'), 'Sold twice');
  assert.equal(await wordsOf('license.revoked', id), null, 'which is no refund, dispute or voucher');
  await at.desk.call('POST', `${path}/restore`, { reason: ' By mistake ' });
  assert.equal(await wordsOf('license.restored', id), 'By mistake');
  await at.desk.call('POST', `${path}/transfer`, { email: next.email, reason: ' Sold the studio ' });
  assert.equal(await wordsOf('license.transferred', id), 'Sold the studio');
});

test('a reason may be left out, and is then in no event; an empty one is none, and a long one is refused', async () => {
  const [owner, next] = [await at.shop.shopper(), await at.shop.shopper()];
  const [id = ''] = await at.shop.give(owner, await at.shop.product());
  const path = `/api/licenses/${id}`;
  await at.desk.call('POST', `${path}/revoke`);
  await at.desk.call('POST', `${path}/restore`, { reason: '  ' });
  await at.desk.call('POST', `${path}/transfer`, { email: next.email });
  for (const type of ['license.granted', 'license.restored', 'license.transferred'])
    assert.equal(await wordsOf(type, id), undefined, type);
  assert.equal(await wordsOf('license.revoked', id, 'note'), undefined);
  for (const task of ['revoke', 'restore', 'transfer', 'reissue']) {
    const answer = await at.desk.send('POST', `${path}/${task}`, { reason: 'x'.repeat(1_001) });
    assert.deepEqual([answer.statusCode, Object.keys(answer.json().errors)], [400, ['reason']], task);
  }
});

test('what took no body before there were reasons takes other fields, too, and ignores them', async () => {
  const [owner, productId] = [await at.shop.shopper(), await at.shop.product()];
  const device = { deviceName: 'Laptop', deviceSignature: 'a laptop' };
  const license = await at.desk.call<{ id: string }>('POST', '/api/licenses/import', {
    ownerId: owner.id,
    productId,
    activations: [{ ...device, activationMethod: 'Online' }],
  });
  const path = `/api/licenses/${license.id}`;
  const { items } = await at.desk.call<{ items: { id: string }[] }>('GET', `${path}/activations`);
  const vendor = await merchantOf(app);
  const trial = await vendor.call<{ id: string }>('POST', '/api/trials/import', {
    ownerId: owner.id,
    productId,
    ...device,
    expiresAt: '2040-01-01T00:00:00Z',
  });
  await at.desk.call('POST', `${path}/revoke`);
  for (const url of [
    `${path}/activations/${items[0]?.id}/revoke`,
    `${path}/restore`,
    `/api/trials/${trial.id}/reset`,
  ])
    await vendor.call('POST', url, { ownerId: owner.id, note: { by: 7 } });
});

test('several licenses that are transferred or revoked together have the reason, too', async () => {
  const [owner, next] = [await at.shop.shopper(), await at.shop.shopper()];
  const ids = await at.shop.give(owner, await at.shop.product(), 2);
  const change = { ids, action: 'Transfer', email: next.email, reason: 'One company bought the other' };
  await at.desk.call('POST', '/api/licenses/change-many', change);
  await at.desk.call('POST', '/api/licenses/change-many', { ids, action: 'Revoke', reason: 'A stolen card' });
  for (const id of ids) {
    assert.equal(await wordsOf('license.transferred', id), 'One company bought the other');
    assert.equal(await wordsOf('license.revoked', id, 'note'), 'A stolen card');
  }
});

test('the reset of a trial keeps its reason, which the timeline of its customer shows', async () => {
  const owner = await at.shop.shopper();
  const productId = await at.shop.product({ allowsTrials: true });
  const start = await at.shop.post(owner, `/api/client/trials/${productId}/request`, {
    payload: { deviceName: 'Mac', deviceSignature: 'mac' },
  });
  assert.equal(start.statusCode, 200, start.body);
  const desk = await merchantOf(app, app.demo);
  const { items } = await desk.call<{ items: { id: string }[] }>('GET', `/api/trials?ownerId=${owner.id}`);
  await desk.call('POST', `/api/trials/${items[0]?.id ?? ''}/reset`, { reason: ' The disk broke ' });
  const timeline = await desk.call<{ items: { type: string; data: object }[] }>(
    'GET',
    `/api/customers/${owner.id}/timeline`,
  );
  const entry = timeline.items.find(({ type }) => type === 'trial.reset');
  assert.deepEqual(entry?.data, { reason: 'The disk broke' });
});
