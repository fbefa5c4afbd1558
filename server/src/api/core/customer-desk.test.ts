import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { updateSettings } from '../../modules/accounts/index.ts';
import type { CustomerTables } from '../../modules/customers/index.ts';
import { type OperatorAtWork, operatorAtWork } from '../../../test/operators.ts';
import { shopper, stockShop } from '../../../test/shop.ts';

let app: TestApp;
let support: OperatorAtWork;
let owner: OperatorAtWork;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
  await updateSettings(app.ctx, { limits: { signUpPerMinute: 0 } });
  support = await operatorAtWork(app, 'Support');
  owner = await operatorAtWork(app, 'Owner');
});
after(() => app.close());

async function ok(by: OperatorAtWork, ...call: Parameters<OperatorAtWork['call']>) {
  const response = await by.call(...call);
  assert.ok(response.statusCode < 300, response.body);
  return response.body === '' ? undefined : response.json();
}

const textsOf = async (customerId: string) =>
  (await ok(support, 'GET', `/api/customers/${customerId}/notes`)).items.map(
    ({ text }: { text: string }) => text,
  );

test('a note has its author and its time, is listed newest first, and can be removed', async () => {
  const ann = await shopper(app);
  const url = `/api/customers/${ann.id}/notes`;
  const note = await ok(support, 'POST', url, { text: '  Prefers to be called\nafter noon. ' });
  const { kind, id, name } = { kind: 'Operator', ...support.operator };
  assert.deepEqual([note.text, note.author], ['Prefers to be called\nafter noon.', { kind, id, name }]);
  app.system.clock.advance(1_000);
  await ok(owner, 'POST', url, { text: 'A friend of the house' });
  assert.deepEqual(await textsOf(ann.id), ['A friend of the house', note.text]);
  const page = await ok(support, 'GET', `${url}?pageSize=1`);
  assert.equal(page.hasMore, true);
  const next = await ok(support, 'GET', page.next);
  assert.deepEqual(next.items, [note]);
  await ok(support, 'DELETE', `${url}/${note.id}`);
  assert.deepEqual(await textsOf(ann.id), ['A friend of the house']);
  assert.equal((await support.call('DELETE', `${url}/${note.id}`)).statusCode, 404);
  const timeline = await ok(owner, 'GET', `/api/customers/${ann.id}/timeline`);
  const types = timeline.items.map(({ type }: { type: string }) => type).slice(0, 3);
  assert.deepEqual(types, ['customer.note-removed', 'customer.note-added', 'customer.note-added']);
  assert.equal(timeline.items[0].actor.name, support.operator.name);
  assert.doesNotMatch(JSON.stringify(timeline), /friend|noon/, 'the journal has no personal text');
});

test('an empty note is refused, and so is one about a deleted customer or that of another customer', async () => {
  const [ann, bob] = [await shopper(app), await shopper(app)];
  const url = `/api/customers/${ann.id}/notes`;
  const empty = await support.call('POST', url, { text: ' \n ' });
  assert.deepEqual([empty.statusCode, Object.keys(empty.json().errors)], [400, ['text']]);
  const { id } = await ok(support, 'POST', url, { text: 'Hers' });
  assert.equal((await support.call('DELETE', `/api/customers/${bob.id}/notes/${id}`)).statusCode, 404);
  await owner.confirm();
  await ok(owner, 'DELETE', `/api/customers/${ann.id}`);
  assert.deepEqual(await textsOf(ann.id), [], 'they go with the customer');
  assert.equal((await support.call('POST', url, { text: 'Late' })).statusCode, 404);
});

test('a merge keeps the notes of both, and whoever asks for their data gets them', async () => {
  const [ann, other] = [await shopper(app), await shopper(app)];
  await ok(support, 'POST', `/api/customers/${ann.id}/notes`, { text: 'Of Ann' });
  app.system.clock.advance(1_000);
  await ok(support, 'POST', `/api/customers/${other.id}/notes`, { text: 'Of the other' });
  await app.system.database.transaction((tx) =>
    tx
      .tables<CustomerTables>()
      .updateTable('customers')
      .set({ passwordHash: null })
      .where('id', '=', other.id)
      .execute(),
  );
  await owner.confirm();
  const merge = { from: other.id, reason: 'One person' };
  const { state } = await ok(owner, 'POST', `/api/customers/${ann.id}/merge`, merge);
  assert.equal(state, 'Merged');
  assert.deepEqual(await textsOf(ann.id), ['Of the other', 'Of Ann']);
  const file = await ok(owner, 'GET', `/api/customers/${ann.id}/export`);
  assert.deepEqual(
    file.notes.map(({ text }: { text: string }) => text),
    ['Of the other', 'Of Ann'],
  );
});

test('a customer is signed out of one session or everywhere, and the journal has it', async () => {
  const ann = await shopper(app);
  const user = () => app.inject({ url: '/api/customer/meta/user', headers: ann.auth });
  assert.equal((await user()).statusCode, 200);
  const url = `/api/customers/${ann.id}/sessions`;
  const { items } = await ok(support, 'GET', url);
  assert.deepEqual([items.length, items[0].isCurrent], [1, false]);
  const bob = await shopper(app);
  assert.equal(
    (await support.call('DELETE', `/api/customers/${bob.id}/sessions/${items[0].id}`)).statusCode,
    404,
  );
  assert.equal((await user()).statusCode, 200);
  await ok(support, 'DELETE', `${url}/${items[0].id}`);
  assert.equal((await user()).statusCode, 401);
  assert.deepEqual((await ok(support, 'GET', url)).items, []);
  await ok(support, 'DELETE', url);
  await ok(support, 'DELETE', `/api/customers/${bob.id}/sessions`);
  const events = await ok(support, 'GET', `/api/customers/${bob.id}/timeline`);
  assert.deepEqual(
    [events.items[0].type, events.items[0].data],
    ['customer.sessions-ended', { sessions: 1 }],
  );
});

test('the vouchers that a customer has redeemed are listed with their batch', async () => {
  const [ann, bob] = [await shopper(app), await shopper(app)];
  const contents = [{ type: 'Product', id: 'app', quantity: 1 }];
  const batch = await ok(owner, 'POST', '/api/vouchers/batches', { name: 'Gift', quantity: 1, contents });
  const { items: codes } = await ok(owner, 'GET', `/api/vouchers/batches/${batch.id}/codes`);
  const redeemed = await app.inject({
    method: 'POST',
    url: `/api/customer/vouchers/redeem?code=${codes[0].code}`,
    headers: ann.auth,
  });
  assert.ok(redeemed.statusCode < 300, redeemed.body);
  const { items } = await ok(support, 'GET', `/api/customers/${ann.id}/vouchers`);
  const [{ id, batchId, name, contents: content }] = items;
  assert.deepEqual([id, batchId, name, content], [codes[0].id, batch.id, 'Gift', contents]);
  assert.deepEqual((await ok(support, 'GET', `/api/customers/${bob.id}/vouchers`)).items, []);
});

test('another account sees and changes nothing of it', async () => {
  const ann = await shopper(app);
  const headers = await app.apiKey(app.other);
  for (const list of ['notes', 'sessions', 'timeline', 'vouchers']) {
    const answer = await app.injectAs(app.other, { url: `/api/customers/${ann.id}/${list}`, headers });
    assert.equal(answer.statusCode, 404, list);
  }
});
