import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addFailedJob } from '../../../test/failed-job.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { type Merchant, merchantOf } from '../../../test/merchant.ts';
import { operatorAtWork } from '../../../test/operators.ts';
import type { JobTables } from '../../platform/jobs/tables.ts';

let app: TestApp;
let vendor: Merchant;
before(async () => {
  app = await startTestApp();
  vendor = await merchantOf(app);
});
after(() => app.close());

interface FailedJob {
  readonly id: string;
  readonly kind: string;
  readonly about: object;
  readonly attempts: number;
  readonly error: string;
}

interface Page {
  readonly items: readonly FailedJob[];
  readonly next: string | null;
}

const failedJob = (accountId: string | undefined, payload?: object) =>
  addFailedJob(app.system, { accountId, payload });

const stateOf = (id: string) =>
  app.system.database.reader
    .tables<JobTables>()
    .selectFrom('jobs')
    .select(['status', 'attempts'])
    .where('id', '=', id)
    .executeTakeFirst();

const idsOf = ({ items }: Page) => items.map(({ id }) => id);

test('jobs that failed too often are listed, newest first, page by page, with the ids that they are about', async () => {
  const orderId = '0198e9a5-1c52-7d2e-9d0b-6f2a4c8e1b37';
  const first = await failedJob(app.demo.id, { orderId, secretId: 7, email: 'ann@example.com' });
  const second = await failedJob(app.demo.id);
  await failedJob(undefined);
  const page = await vendor.call<Page>('GET', '/api/jobs?pageSize=1');
  assert.deepEqual(idsOf(page), [second]);
  const rest = await vendor.call<Page>('GET', page.next ?? assert.fail());
  const [{ kind, about, attempts, error } = assert.fail()] = rest.items;
  assert.deepEqual(idsOf(rest), [first]);
  assert.deepEqual(
    { kind, about, attempts, error, next: rest.next },
    { kind: 'orders.fulfil', about: { orderId }, attempts: 12, error: 'Error: the disk is full', next: null },
  );
});

test('why a job failed is for whoever may run it again', async () => {
  await failedJob(app.demo.id);
  const errorOf = async (role: 'Admin' | 'ReadOnly' | 'Finance') => {
    const answer = await (await operatorAtWork(app, role)).call('GET', '/api/jobs?pageSize=1');
    return answer.json<Page>().items[0]?.error ?? assert.fail(answer.body);
  };
  assert.equal(await errorOf('Admin'), 'Error: the disk is full');
  for (const role of ['ReadOnly', 'Finance'] as const) assert.doesNotMatch(await errorOf(role), /disk/);
});

test('a failed job runs again with all its attempts, once, and the journal says who asked for it', async () => {
  const id = await failedJob(app.demo.id);
  const admin = await operatorAtWork(app, 'Admin');
  const answer = await admin.call('POST', `/api/jobs/${id}/retry`);
  assert.deepEqual([answer.statusCode, answer.json()], [202, { id }]);
  assert.deepEqual(await stateOf(id), { status: 'Waiting', attempts: 0 });
  assert.equal((await vendor.send('POST', `/api/jobs/${id}/retry`)).statusCode, 404);
  assert.equal(
    (await vendor.send('DELETE', `/api/jobs/${id}`)).statusCode,
    404,
    'it waits: it is no failed job',
  );
  const audit = await vendor.call<{ items: { type: string; actor: { id?: string }; data: object }[] }>(
    'GET',
    `/api/audit?subject=job/${id}`,
  );
  assert.deepEqual(
    audit.items.map(({ type, actor, data }) => [type, actor.id, data]),
    [['job.retried', admin.operator.id, { kind: 'orders.fulfil' }]],
  );
});

test('a failed job is discarded', async () => {
  const id = await failedJob(app.demo.id);
  assert.equal((await vendor.send('DELETE', `/api/jobs/${id}`)).statusCode, 204);
  assert.equal(await stateOf(id), undefined);
  assert.equal((await vendor.send('DELETE', `/api/jobs/${id}`)).statusCode, 404);
});

test('jobs of another account and of the instance are neither shown nor touched', async () => {
  const [own, ofInstance] = [await failedJob(app.demo.id), await failedJob(undefined)];
  const other = await merchantOf(app, app.other);
  assert.deepEqual((await other.call<Page>('GET', '/api/jobs')).items, []);
  for (const [merchant, id] of [
    [other, own],
    [vendor, ofInstance],
  ] as const) {
    assert.equal((await merchant.send('POST', `/api/jobs/${id}/retry`)).statusCode, 404);
    assert.equal((await merchant.send('DELETE', `/api/jobs/${id}`)).statusCode, 404);
    assert.deepEqual(await stateOf(id), { status: 'Dead', attempts: 12 });
  }
});
