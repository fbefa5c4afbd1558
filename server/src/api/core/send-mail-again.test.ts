import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { jobHandlers } from '../../jobs.ts';
import { updateSettings } from '../../modules/accounts/index.ts';
import type { MailTables } from '../../platform/mail/tables.ts';
import { startJobWorker } from '../../platform/jobs/start-job-worker.ts';
import { merchantOf } from '../../../test/merchant.ts';
import { operatorAtWork, type OperatorAtWork } from '../../../test/operators.ts';
import { checkOut, ONE_APP, shopper, stockShop } from '../../../test/shop.ts';
import { subscribe } from '../../../test/subscriptions.ts';

let app: TestApp;
let support: OperatorAtWork;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
  const limits = { paymentsPerMinute: 0, signUpPerMinute: 0, passwordResetPerMinute: 0 };
  await updateSettings(app.ctx, { limits: { ...limits, mailsPerAddressAndHour: 2 } });
  support = await operatorAtWork(app, 'Support');
});
after(() => app.close());

const DAY_SECONDS = 24 * 60 * 60;
const DAY_MS = DAY_SECONDS * 1_000;
/** The secret of a link to a subscription. */
const MANAGEMENT = /[0-9a-f]{8}-[0-9a-f-]{27}(?:~|%7E)(?<expiry>[0-9a-z]+)(?:~|%7E)[\w-]+/;

interface MailBody {
  readonly id: string;
  readonly kind: string;
  readonly canSendAgain: boolean;
}

async function mailsOf(customerId: string): Promise<readonly MailBody[]> {
  return (await support.call('GET', `/api/customers/${customerId}/mails`)).json().items;
}

async function newest(customerId: string, kind: string): Promise<MailBody> {
  const mail = (await mailsOf(customerId)).find((each) => each.kind === kind);
  assert.ok(mail, `no mail ${kind}`);
  return mail;
}

const sendAgain = (customerId: string, mailId: string) =>
  support.call('POST', `/api/customers/${customerId}/mails/${mailId}/send-again`);

/** The mails of a kind to an address, oldest first, with their texts. */
function rowsOf(recipient: string, kind: string) {
  return app.system.database.reader
    .tables<MailTables>()
    .selectFrom('mails')
    .selectAll()
    .where('recipient', '=', recipient)
    .where('kind', '=', kind)
    .orderBy('createdAt')
    .execute();
}

/** Does the work that is due. */
async function work(): Promise<void> {
  const worker = startJobWorker(app.system, jobHandlers(app.system), { pollIntervalMs: 0 });
  await worker.drain();
  await worker.stop();
}

/** As when a mail server has taken them: no text is kept. */
async function forgetTexts(): Promise<void> {
  await app.system.database.transaction((tx) =>
    tx.tables<MailTables>().updateTable('mails').set({ textBody: '', htmlBody: '' }).execute(),
  );
}

async function eventsOf(customerId: string) {
  const { items } = (await support.call('GET', `/api/customers/${customerId}/timeline`)).json();
  return items.filter(({ type }: { type: string }) => type === 'customer.mail-sent-again');
}

test('a receipt is sent again with its document, and the timeline says who did it', async () => {
  const ann = await shopper(app);
  const { pay } = await checkOut(app, [ONE_APP], ann.auth);
  const payload = { name: 'Ann', email: ann.email };
  const paid = await app.inject({ method: 'POST', url: pay, payload });
  assert.equal(paid.json().status, 'Completed', paid.body);
  await forgetTexts();
  const { id, canSendAgain } = await newest(ann.id, 'Receipt');
  assert.equal(canSendAgain, true);
  const answer = await sendAgain(ann.id, id);
  assert.deepEqual([answer.statusCode, answer.json()], [200, { recipient: ann.email }], answer.body);
  const [, again] = await rowsOf(ann.email, 'Receipt');
  assert.match(again?.textBody ?? '', /document\.pdf/);
  const [event] = await eventsOf(ann.id);
  assert.deepEqual(event.data, { kind: 'Receipt', mailId: id });
  assert.equal(event.actor.name, support.operator.name);
});

test('a mail about a subscription is sent again as it was, with a link that works as long as a new one', async () => {
  const { subscription, customer } = await subscribe(app);
  await app.system.database.transaction((tx) =>
    tx.tables<MailTables>().deleteFrom('mails').where('recipient', '=', customer.email).execute(),
  );
  const vendor = await merchantOf(app);
  await vendor.call('POST', `/api/subscriptions/${subscription.id}/cancel`, {});
  const [sent] = await rowsOf(customer.email, 'Subscription');
  await forgetTexts();
  app.system.clock.advance(60 * DAY_MS);
  // The session of the first one has ended.
  support = await operatorAtWork(app, 'Support');
  const { id, canSendAgain } = await newest(customer.id, 'Subscription');
  assert.equal(canSendAgain, true);
  assert.equal((await sendAgain(customer.id, id)).statusCode, 200);
  const [, again] = await rowsOf(customer.email, 'Subscription');
  for (const [before = '', now = ''] of [
    [sent?.textBody, again?.textBody],
    [sent?.htmlBody, again?.htmlBody],
  ]) {
    assert.equal(
      now.replaceAll(new RegExp(MANAGEMENT, 'g'), ''),
      before.replaceAll(new RegExp(MANAGEMENT, 'g'), ''),
    );
    const expiryOf = (text: string) => Number.parseInt(MANAGEMENT.exec(text)?.groups?.['expiry'] ?? '', 36);
    assert.ok(expiryOf(now) > expiryOf(before) + 59 * DAY_SECONDS, `${expiryOf(now)} ${expiryOf(before)}`);
  }
  assert.notEqual(again?.sealedContent, sent?.sealedContent);
  assert.ok(!(again?.sealedContent ?? '').includes('http'));
});

test('a link that works once is a new one, in the language of the first mail, and the earlier is dead', async () => {
  const bob = await shopper(app);
  const { id } = await newest(bob.id, 'confirm-account');
  assert.equal((await sendAgain(bob.id, id)).statusCode, 200);
  const [again] = await rowsOf(bob.email, 'confirm-email');
  assert.match(again?.textBody ?? '', /code=/);
  assert.doesNotMatch(again?.textBody ?? '', /lightMyRequest/, 'the device of the vendor');
  const url = `/api/customer/identity/forgot-password?email=${bob.email}`;
  const asked = await app.inject({ method: 'POST', url, headers: { 'accept-language': 'de' } });
  assert.ok(asked.statusCode < 300, asked.body);
  await work();
  const reset = await newest(bob.id, 'reset-password');
  assert.equal((await sendAgain(bob.id, reset.id)).statusCode, 200);
  await work();
  const [before, after] = await rowsOf(bob.email, 'reset-password');
  assert.ok(before && after && before.textBody !== after.textBody);
  assert.equal(after.subject, before.subject, 'in German, too');
});

test('an address gets only so many again in an hour, and each asks for a mail to this customer', async () => {
  const [cleo, dan] = [await shopper(app), await shopper(app)];
  const { id } = await newest(cleo.id, 'confirm-account');
  assert.equal((await sendAgain(dan.id, id)).statusCode, 404);
  assert.equal((await sendAgain(cleo.id, 'nothing')).statusCode, 404);
  for (const status of [200, 200, 429]) assert.equal((await sendAgain(cleo.id, id)).statusCode, status);
  const reader = await app.apiKey(app.demo, 'customers:read');
  const url = `/api/customers/${cleo.id}/mails/${id}/send-again`;
  assert.equal((await app.inject({ method: 'POST', url, headers: reader })).statusCode, 403);
});

test('a notice, and a link that cannot be made anew, are refused with a sentence', async () => {
  const eve = await shopper(app);
  await app.system.database.transaction((tx) =>
    tx
      .tables<MailTables>()
      .updateTable('mails')
      .set({ kind: 'password-changed' })
      .where('recipient', '=', eve.email)
      .execute(),
  );
  const { id, canSendAgain } = await newest(eve.id, 'password-changed');
  assert.equal(canSendAgain, false);
  const refused = await sendAgain(eve.id, id);
  assert.deepEqual([refused.statusCode, refused.json().errorType], [409, 'MailNotRepeatable']);
  assert.match(refused.json().detail, /cannot be sent again: its link worked once/);
});
