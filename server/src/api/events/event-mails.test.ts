import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { followEvents } from '../../../test/events/scenarios.ts';
import type { TestApp } from '../../../test/harness.ts';
import { shopOf } from '../../../test/inventory.ts';
import { type Merchant, merchantOf } from '../../../test/merchant.ts';
import { webhookDesk } from '../../../test/webhooks/webhook-desk.ts';
import { jobHandlers } from '../../jobs.ts';
import { updateSettings } from '../../modules/accounts/index.ts';
import { startJobWorker } from '../../platform/jobs/start-job-worker.ts';
import type { MailTables } from '../../platform/mail/tables.ts';

const MINUTE_MS = 60_000;

let desk: Awaited<ReturnType<typeof webhookDesk>>;
let app: TestApp;
let vendor: Merchant;
let shop: ReturnType<typeof shopOf>;
before(async () => {
  desk = await webhookDesk();
  ({ app, vendor } = desk);
  shop = shopOf(app);
  await updateSettings(app.ctx, { limits: { signUpPerMinute: 0 } });
});
after(() => app.close());

const notify = (...notifications: object[]) => vendor.call('PATCH', '/api/settings', { notifications });

async function pass(milliseconds: number): Promise<void> {
  await followEvents(app);
  app.system.clock.advance(milliseconds);
  const worker = startJobWorker(app.system, jobHandlers(app.system), { pollIntervalMs: 0 });
  await worker.drain();
  await worker.stop();
}

/** The mails about events that were written since the last call, as recipient, subject and text. */
let count = 0;
async function mails(): Promise<{ recipient: string; subject: string; textBody: string }[]> {
  const rows = await app.system.database.reader
    .tables<MailTables>()
    .selectFrom('mails')
    .select(['recipient', 'subject', 'textBody'])
    .where('kind', '=', 'events')
    .orderBy('createdAt')
    .execute();
  const news = rows.slice(count);
  count = rows.length;
  return news;
}

test('who wants mails soon gets them within a minute, with all that has happened until then', async () => {
  await notify({ email: 'ada@example.com', types: ['product.*'], when: 'soon' });
  await desk.change('app');
  await pass(MINUTE_MS / 2);
  assert.deepEqual(await mails(), []);
  await desk.change('synth');
  await pass(MINUTE_MS);
  const [mail, ...others] = await mails();
  assert.deepEqual([mail?.recipient, mail?.subject, others], ['ada@example.com', '2 events', []]);
  assert.match(
    mail?.textBody ?? '',
    /2 × product.updated[^]*Product updated · app[^]*Product updated · synth/,
  );
  await desk.change('app');
  await pass(MINUTE_MS);
  assert.equal((await mails())[0]?.subject, 'Product updated · app · app', 'one event is the subject itself');
  await vendor.call('PATCH', '/api/settings', { locale: 'de' });
  await pass(MINUTE_MS);
  assert.deepEqual(await mails(), [], 'other types are not mailed about');
});

test('who wants one mail a day gets it at six, without personal data and with the number of each type', async () => {
  await vendor.call('PATCH', '/api/settings', { locale: 'en' });
  await pass(MINUTE_MS);
  await notify({ email: 'books@example.com', types: ['customer.*'], when: 'daily' });
  const now = app.system.clock.now().getTime();
  const noon = Math.ceil(now / (24 * 60 * MINUTE_MS)) * 24 * 60 * MINUTE_MS + 12 * 60 * MINUTE_MS;
  app.system.clock.advance(noon - now);
  for (let turn = 0; turn < 51; turn += 1) await shop.shopper();
  await pass(17 * 60 * MINUTE_MS);
  assert.deepEqual(await mails(), [], 'not at five');
  await pass(2 * 60 * MINUTE_MS);
  const [mail, ...others] = await mails();
  assert.deepEqual([mail?.recipient, mail?.subject, others], ['books@example.com', '51 events', []]);
  assert.match(mail?.textBody ?? '', /51 × customer.created[^]*… and 1 more/);
  assert.doesNotMatch(mail?.textBody ?? '', /@example\.com/);
});

test('nobody is mailed any more once they are removed from the settings', async () => {
  await notify({ email: 'ada@example.com', types: ['*'], when: 'soon' });
  await pass(0);
  await notify();
  await desk.change();
  await pass(2 * MINUTE_MS);
  assert.deepEqual(await mails(), []);
});

test('one person gets some types soon and others once a day', async () => {
  await notify(
    { email: 'ada@example.com', types: ['product.updated'], when: 'soon' },
    { email: 'ada@example.com', types: ['customer.*'], when: 'daily' },
  );
  await desk.change();
  await shop.shopper();
  await pass(MINUTE_MS);
  assert.deepEqual(
    (await mails()).map(({ subject }) => subject),
    ['Product updated · app · app'],
  );
  await pass(24 * 60 * MINUTE_MS);
  const [daily, ...others] = await mails();
  assert.match(daily?.textBody ?? '', /1 × customer.created/);
  assert.deepEqual(others, []);
  await notify();
});

test('an API key has mails sent only about what it may read, and may send back what it has read', async () => {
  const reader = await merchantOf(app, app.demo, 'settings:read', 'settings:write', 'products:read');
  const as = (notifications: object[]) => reader.send('PATCH', '/api/settings', { notifications });
  const products = { email: 'ada@example.com', types: ['product.updated'], when: 'soon' };
  assert.equal((await as([products])).statusCode, 200);
  const refused = await as([{ ...products, types: ['*'] }]);
  assert.deepEqual([refused.statusCode, refused.json().errorType], [403, 'Forbidden']);
  await notify({ ...products, types: ['*'] });
  assert.equal((await as([{ ...products, types: ['*'] }])).statusCode, 200);
  await notify();
});

test('a setting that is wrong is refused with everything that is wrong', async () => {
  const one = { email: 'ada@example.com', types: ['order.*'], when: 'soon' };
  const refused = await vendor.send('PATCH', '/api/settings', {
    notifications: [one, { ...one, types: ['shoe.*', 'order.payed'] }, { ...one, email: 'nobody' }],
  });
  assert.equal(refused.statusCode, 400);
  assert.deepEqual(Object.keys(refused.json().errors).toSorted(), [
    'notifications[1].email',
    'notifications[1].types',
    'notifications[2].email',
  ]);
  for (const wrong of [
    { ...one, when: 'never' },
    { ...one, types: [] },
    { email: one.email },
    { ...one, more: 1 },
  ])
    assert.equal((await vendor.send('PATCH', '/api/settings', { notifications: [wrong] })).statusCode, 400);
});
