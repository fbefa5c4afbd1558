import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { jobHandlers } from '../../jobs.ts';
import { updateSettings } from '../../modules/accounts/index.ts';
import type { MailTables } from '../../platform/mail/tables.ts';
import { startJobWorker } from '../../platform/jobs/start-job-worker.ts';
import { merchantOf } from '../../../test/merchant.ts';
import { operatorAtWork, type OperatorAtWork } from '../../../test/operators.ts';
import { checkOut, ONE_APP, shopper, stockShop } from '../../../test/shop.ts';

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
  assert.deepEqual(event.actor, { kind: 'Operator', id: support.operator.id }, 'no name without audit:read');
});

test('a mail about a refund is sent again as it was, kept sealed, and only to the customer whom it was about', async () => {
  const ann = await shopper(app);
  const { pay, orderId } = await checkOut(app, [ONE_APP], ann.auth);
  await app.inject({ method: 'POST', url: pay, payload: { name: 'Ann', email: ann.email } });
  const vendor = await merchantOf(app);
  await vendor.call('POST', `/api/orders/${orderId}/refunds`, { reason: 'Late' });
  await work();
  const [first] = await rowsOf(ann.email, 'Refund');
  assert.ok(first?.sealedContent && !first.sealedContent.includes('http'));
  await forgetTexts();
  const { id } = await newest(ann.id, 'Refund');
  assert.equal((await sendAgain(ann.id, id)).statusCode, 200);
  const [, again] = await rowsOf(ann.email, 'Refund');
  assert.deepEqual([again?.textBody, again?.htmlBody], [first.textBody, first.htmlBody]);
  // The address was somebody else's when it was sent.
  await app.system.database.transaction((tx) =>
    tx
      .tables<MailTables>()
      .updateTable('mails')
      .set({ about: `customer/${randomUUID()}` })
      .where('kind', '=', 'Refund')
      .execute(),
  );
  assert.equal((await newest(ann.id, 'Refund')).canSendAgain, false);
  assert.equal((await sendAgain(ann.id, id)).json().errorType, 'MailNotRepeatable');
});

test('the receipt of an order that is not of this customer is not sent again', async () => {
  const [ann, bob] = [await shopper(app), await shopper(app)];
  const { pay } = await checkOut(app, [ONE_APP], ann.auth);
  await app.inject({ method: 'POST', url: pay, payload: { name: 'Ann', email: ann.email } });
  const { id } = await newest(ann.id, 'Receipt');
  await app.system.database.transaction((tx) =>
    tx.tables<MailTables>().updateTable('mails').set({ recipient: bob.email }).where('id', '=', id).execute(),
  );
  assert.equal((await sendAgain(bob.id, id)).statusCode, 404);
});

test('a link that works once is a new one, in the language of the first mail, and the earlier is dead', async () => {
  const bob = await shopper(app);
  const { id } = await newest(bob.id, 'confirm-account');
  assert.equal((await sendAgain(bob.id, id)).statusCode, 200);
  const [first, again] = await rowsOf(bob.email, 'confirm-account');
  const codeOf = (text = '') => /code=([\w-]+)/.exec(text)?.[1] ?? '';
  assert.notEqual(codeOf(first?.textBody), '');
  const old = await app.inject({
    method: 'POST',
    url: `/api/customer/identity/confirm-account?email=${bob.email}&code=${codeOf(first?.textBody)}`,
  });
  assert.equal(old.statusCode, 400, old.body);
  assert.match(again?.textBody ?? '', /code=/);
  assert.doesNotMatch(again?.textBody ?? '', /lightMyRequest/, 'the device of the vendor');
  const url = `/api/customer/identity/forgot-password?email=${bob.email}`;
  const request = await app.inject({ method: 'POST', url, headers: { 'accept-language': 'de' } });
  assert.ok(request.statusCode < 300, request.body);
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
