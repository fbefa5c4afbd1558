import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { type OperatorAtWork, operatorAtWork } from '../../../test/operators.ts';
import type { MailTables } from '../../platform/mail/tables.ts';

let app: TestApp;
let owner: OperatorAtWork;
before(async () => {
  app = await startTestApp();
  owner = await operatorAtWork(app, 'Owner');
  await owner.confirm();
});
after(() => app.close());

const URL = '/api/operators';

/** The newest mail to an address. */
async function mailTo(recipient: string): Promise<MailTables['mails']> {
  const mails = app.system.database.reader.tables<MailTables>().selectFrom('mails').selectAll();
  const newest = mails.where('recipient', '=', recipient).orderBy('createdAt', 'desc').limit(1);
  return newest.executeTakeFirstOrThrow();
}

function statusesOf(...answers: readonly { readonly statusCode: number }[]): number[] {
  return answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other);
}

test('an owner invites, changes, resets and removes operators, and each step is in the audit log', async () => {
  const invited = await owner.call('POST', URL, {
    email: 'ann@vendor.example',
    name: 'Ann',
    role: 'Support',
  });
  assert.equal(invited.statusCode, 200, invited.body);
  const { operator, link } = invited.json();
  assert.equal(operator.status, 'Invited');
  assert.match(link.url, /^http:\/\/.*\/dashboard\/welcome#[\w-]{43}$/);
  assert.ok((await mailTo('ann@vendor.example')).textBody.includes(link.url));
  const url = `${URL}/${operator.id}`;
  const read = await owner.call('GET', url);
  assert.deepEqual(read.json(), operator);
  const changed = await owner.call('PATCH', url, { name: 'Ann Lee', role: 'Finance' });
  assert.deepEqual([changed.json().name, changed.json().role], ['Ann Lee', 'Finance']);
  const stale = await app.inject({
    method: 'PATCH',
    url,
    headers: { ...owner.headers, 'if-match': String(read.headers['etag']) },
    payload: { role: 'Admin' },
  });
  assert.equal(stale.statusCode, 412);
  const reset = await owner.call('POST', `${url}/reset`);
  assert.ok((await mailTo('ann@vendor.example')).textBody.includes(reset.json().link.url), reset.body);
  assert.equal((await owner.call('DELETE', url)).json().status, 'Removed');
  assert.equal((await owner.call('GET', url)).statusCode, 404);
  const { items } = (await owner.call('GET', `/api/audit?subject=operator/${operator.id}`)).json();
  assert.deepEqual(
    items.map(({ type }: { type: string }) => type),
    ['operator.removed', 'operator.reset', 'operator.changed', 'operator.added'],
  );
  assert.doesNotMatch(JSON.stringify(items), /ann@vendor|Ann/, 'the journal names people by id');
});

test('operators are listed newest first, without those who were removed', async () => {
  const first = await operatorAtWork(app, 'ReadOnly');
  const second = await operatorAtWork(app, 'Developer');
  const { items, hasMore } = (await first.call('GET', `${URL}?pageSize=2`)).json();
  assert.deepEqual(
    [items.map(({ id }: { id: string }) => id), hasMore],
    [[second.operator.id, first.operator.id], true],
  );
});

test('all issues of the input are said together, and an email is used once, in any case', async () => {
  const wrong = await owner.call('POST', URL, { email: 'nobody', name: ' ', role: 'Admin' });
  assert.deepEqual(Object.keys(wrong.json().errors), ['email', 'name']);
  const input = { email: 'Twice@vendor.example', name: 'Twice', role: 'Admin' };
  const [one, two] = await Promise.all([
    owner.call('POST', URL, input),
    owner.call('POST', URL, { ...input, email: 'twice@vendor.example' }),
  ]);
  assert.deepEqual(statusesOf(one, two), [200, 409]);
});

test('the last owner is neither removed nor given another role, also not by two owners at once', async () => {
  const solo = await app.apiKey(app.other);
  const sole = await operatorAtWork(app, 'Owner', app.other);
  const second = await operatorAtWork(app, 'Owner', app.other);
  const demote = ({ operator }: OperatorAtWork) =>
    app.injectAs(app.other, {
      method: 'PATCH',
      url: `${URL}/${operator.id}`,
      headers: solo,
      payload: { role: 'Admin' },
    });
  const answers = await Promise.all([demote(sole), demote(second)]);
  assert.deepEqual(statusesOf(...answers), [200, 409]);
  const left = answers[0].statusCode === 409 ? sole : second;
  const removed = await app.injectAs(app.other, {
    method: 'DELETE',
    url: `${URL}/${left.operator.id}`,
    headers: solo,
  });
  assert.equal(removed.json().errorType, 'LastOwner');
  const renamed = await app.injectAs(app.other, {
    method: 'PATCH',
    url: `${URL}/${left.operator.id}`,
    headers: solo,
    payload: { name: 'Still here' },
  });
  assert.equal(renamed.statusCode, 200);
});
