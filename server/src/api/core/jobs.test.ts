import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addFailedJob } from '../../../test/failed-job.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { type Merchant, merchantOf } from '../../../test/merchant.ts';
import { operatorAtWork } from '../../../test/operators.ts';
import { reversibleSale } from '../../../test/reversible-sale.ts';
import { statementsOf } from '../../../test/query-plans.ts';
import { shopper, stockShop } from '../../../test/shop.ts';
import { insertMail } from '../../platform/mail/store.ts';
import type { MailTables } from '../../platform/mail/tables.ts';
import type { JobTables } from '../../platform/jobs/tables.ts';

let app: TestApp;
let vendor: Merchant;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
  vendor = await merchantOf(app);
});
after(() => app.close());

interface FailedJob {
  readonly id: string;
  readonly kind: string;
  readonly about: object;
  readonly subject?: object;
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

test('a failed job says which order, mail or other thing it is about, as far as its reader may read that', async () => {
  const sale = await reversibleSale(app);
  await sale.runJobs();
  const { number } = await vendor.call<{ number: string }>('GET', `/api/orders/${sale.orderId}`);
  const refund = await vendor.call<{ id: string }>('POST', `/api/orders/${sale.orderId}/refunds`, {});
  const [customer] = (
    await vendor.call<{ items: { id: string }[] }>('GET', `/api/customers?email=${sale.email}`)
  ).items;
  const order = { kind: 'Order', id: sale.orderId, name: number };
  const ada = { kind: 'Customer', id: customer?.id, name: sale.email };
  const [mail] = (
    await vendor.call<{ items: { id: string }[] }>('GET', `/api/customers/${customer?.id ?? ''}/mails`)
  ).items;
  const unknown = '0198e9a5-1c52-7d2e-9d0b-6f2a4c8e1b39';
  const cases: [payload: object, subject: object | undefined][] = [
    [{ orderId: sale.orderId }, order],
    [{ paymentId: sale.payment.id }, order],
    [{ refundId: refund.id }, order],
    [{ mailId: mail?.id }, ada],
    [{ subscriptionId: unknown }, { kind: 'Subscription', id: unknown }],
    [{ productId: 'app' }, { kind: 'Product', id: 'app', name: 'app' }],
    [{ paymentId: unknown }, undefined],
    [{ refundId: unknown }, undefined],
    [{ withdrawalId: unknown }, undefined],
    [{ batchId: unknown }, undefined],
    [{ mailId: unknown }, undefined],
    [{ email: sale.email }, undefined],
    [{}, undefined],
  ];
  for (const [payload, subject] of cases) {
    await failedJob(app.demo.id, payload);
    const [job] = (await vendor.call<Page>('GET', '/api/jobs?pageSize=1')).items;
    assert.deepEqual(job?.subject, subject, JSON.stringify(payload));
  }
  const payloads = cases.map(([payload]) => payload);
  for (const payload of payloads) await failedJob(app.demo.id, payload);
  const { items } = await vendor.call<Page>('GET', `/api/jobs?pageSize=${payloads.length}`);
  assert.deepEqual(
    items.toReversed().map(({ subject }) => subject),
    cases.map(([, subject]) => subject),
    'the same when they are found together',
  );
  await failedJob(app.demo.id, { mailId: mail?.id });
  const blind = await merchantOf(app, app.demo, 'jobs:read');
  const [job] = (await blind.call<Page>('GET', '/api/jobs?pageSize=1')).items;
  assert.equal(job?.subject, undefined);
});

test('a mail to the vendor is about no customer, even at the address of one', async () => {
  const { email } = await shopper(app);
  const mailOf = (kind: string) => {
    const id = app.system.ids.guid();
    const mail = { accountId: app.demo.id, id, kind, sender: null, recipient: email, subject: 'Hello' };
    const rest = { textBody: '', htmlBody: '', failure: null, createdAt: new Date(), sentAt: null };
    const nothing = { about: null, language: null, sealedContent: null };
    return app.system.database.transaction(async (tx) => {
      await insertMail(tx, { ...mail, ...rest, ...nothing, status: 'Queued' });
      return id;
    });
  };
  for (const kind of ['operator-link', 'webhook', 'MailText', 'Receipt']) {
    await failedJob(app.demo.id, { mailId: await mailOf(kind) });
    const [job] = (await vendor.call<Page>('GET', '/api/jobs?pageSize=1')).items;
    assert.equal(job?.subject !== undefined, kind === 'Receipt', kind);
  }
});

test('what many jobs are about costs no more statements than what one is about', async () => {
  const mail = await app.system.database.reader
    .tables<MailTables>()
    .selectFrom('mails')
    .select('id')
    .where('accountId', '=', app.demo.id)
    .where('kind', '=', 'Receipt')
    .executeTakeFirstOrThrow();
  const count = async (jobs: number) => {
    for (let index = 0; index < jobs; index += 1) await failedJob(app.demo.id, { mailId: mail.id });
    const url = `/api/jobs?pageSize=${jobs}`;
    return (await statementsOf(() => vendor.call('GET', url))).length;
  };
  const [one, ten] = [await count(1), await count(10)];
  assert.equal(ten, one);
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
