import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { type Merchant, merchantOf } from '../../../test/merchant.ts';
import { operatorAtWork } from '../../../test/operators.ts';
import { type SupportDesk, supportDeskOf } from '../../../test/support-desk.ts';
import type { MailTables } from '../../platform/mail/tables.ts';

let app: TestApp;
let shop: SupportDesk['shop'];
let desk: Merchant;
before(async () => {
  app = await startTestApp();
  ({ shop } = await supportDeskOf(app));
  desk = await merchantOf(app);
});
after(() => app.close());

const URL = '/api/licenses/message';
const TEXT = 'The old servers stop in May.\n\nPlease install <version 3> before.';

interface Outcomes {
  readonly items: readonly { readonly id: string; readonly outcome: string; readonly detail?: string }[];
}

const messageOf = (...ids: string[]) => ({
  ids,
  messageId: randomUUID(),
  subject: ' Servers stop ',
  text: TEXT,
});

async function send(body: object): Promise<Record<string, string>> {
  const { items } = await desk.call<Outcomes>('POST', URL, body);
  return Object.fromEntries(items.map(({ id, outcome, detail }) => [id, detail ?? outcome]));
}

function mailsTo(recipient: string) {
  return app.system.database.reader
    .tables<MailTables>()
    .selectFrom('mails')
    .selectAll()
    .where('recipient', '=', recipient)
    .where('kind', '=', 'license-message')
    .execute();
}

/** A customer with a proven address, and licenses. */
async function holder(quantity = 1) {
  const email = `${randomUUID()}@example.com`;
  const person = { name: 'Ann', email, emailConfirmed: true };
  const { id } = await desk.call<{ id: string }>('POST', '/api/customers/import', person);
  const requests = [{ productId: await shop.product(), quantity }];
  const provision = { ownerId: id, requests };
  const licenses = (await desk.call<{ id: string }[]>('POST', '/api/licenses/provision', provision)).map(
    (license) => license.id,
  );
  return { id, email, licenses, license: licenses[0] ?? '' };
}

test('each holder gets one mail, however many licenses and requests name them, and the audit log has it', async () => {
  const [ann, bob] = [await holder(2), await holder()];
  const message = messageOf(...ann.licenses, bob.license.toUpperCase());
  const outcomes = Object.fromEntries([...ann.licenses, bob.license].map((id) => [id, 'Sent']));
  assert.deepEqual(await send(message), outcomes);
  assert.deepEqual(await send({ ...message, ids: [ann.license] }), { [ann.license]: 'SentBefore' });
  const [mail, ...others] = await mailsTo(ann.email);
  assert.deepEqual([mail?.subject, others, (await mailsTo(bob.email)).length], ['Servers stop', [], 1]);
  assert.match(mail?.textBody ?? '', /The old servers stop in May\.\n\nPlease install <version 3> before\./);
  assert.match(mail?.textBody ?? '', /because you have a license from Demo/);
  assert.match(mail?.htmlBody ?? '', /install &lt;version 3&gt; before/);
  const { items } = await desk.call<{ items: { data: object }[] }>(
    'GET',
    `/api/audit?type=customer.messaged&subject=customer/${ann.id}`,
  );
  assert.deepEqual(
    items.map(({ data }) => data),
    [{ messageId: message.messageId }],
  );
});

test('nobody gets a mail whose address is not proven or who is deleted, and licenses of others stay unknown', async () => {
  const [ann, former] = [await holder(), await holder()];
  const product = await shop.product();
  const customer = { email: `${randomUUID()}@example.com` };
  const [{ id: unproven }] = await desk.call<[{ id: string }]>('POST', '/api/licenses/provision', {
    customer,
    requests: [{ productId: product }],
  });
  await desk.call('DELETE', `/api/customers/${former.id}`);
  const strange = randomUUID();
  assert.deepEqual(await send(messageOf(ann.license, unproven, former.license, strange)), {
    [ann.license]: 'Sent',
    [unproven]: 'Nobody has proven the email address of its holder.',
    [former.license]: 'Its holder was deleted.',
    [strange]: 'There is no such license.',
  });
  assert.deepEqual([await mailsTo(customer.email), await mailsTo(former.email)], [[], []]);
  const elsewhere = await merchantOf(app, app.other);
  const { items } = await elsewhere.call<Outcomes>('POST', URL, messageOf(ann.license));
  assert.deepEqual(items, [{ id: ann.license, outcome: 'Refused', detail: 'There is no such license.' }]);
  assert.equal((await mailsTo(ann.email)).length, 1);
});

test('a customer gets five messages a day at most', async () => {
  const { license, email } = await holder();
  for (let count = 1; count <= 5; count += 1)
    assert.deepEqual(await send(messageOf(license)), { [license]: 'Sent' });
  const sixth = messageOf(license);
  for (const attempt of ['first', 'second'])
    assert.deepEqual(
      await send(sixth),
      { [license]: 'Its holder got 5 messages within a day.' },
      `the ${attempt} attempt`,
    );
  assert.equal((await mailsTo(email)).length, 5);
  app.system.clock.advance(25 * 3_600_000);
  assert.deepEqual(await send(sixth), { [license]: 'Sent' }, 'what was refused is sent the next day');
  assert.deepEqual(await send(sixth), { [license]: 'SentBefore' });
  assert.equal((await mailsTo(email)).length, 6);
});

test('of concurrent requests with one message, one sends it', async () => {
  const { license, email } = await holder();
  const message = messageOf(license);
  const outcomes = await Promise.all([1, 2, 3].map(() => send(message)));
  assert.equal(outcomes.filter((each) => each[license] === 'Sent').length, 1);
  assert.equal(outcomes.filter((each) => each[license] === 'SentBefore').length, 2);
  assert.equal((await mailsTo(email)).length, 1);
});

test('a test goes to the operator alone; both scopes are needed, and every issue is reported', async () => {
  const { license, email } = await holder();
  const support = await operatorAtWork(app, 'Support');
  const trial = await support.call('POST', URL, { ...messageOf(license), isTest: true });
  assert.deepEqual([trial.statusCode, trial.json()], [200, { items: [] }]);
  assert.deepEqual([(await mailsTo(support.operator.email)).length, await mailsTo(email)], [1, []]);
  const blank = await desk.send('POST', URL, {
    ...messageOf(license),
    subject: ' ',
    text: '\n',
    isTest: true,
  });
  assert.deepEqual(Object.keys(blank.json().errors).toSorted(), ['isTest', 'subject', 'text']);
  const long = await desk.send('POST', URL, { ...messageOf(license), text: 'x'.repeat(10_001) });
  assert.equal(long.statusCode, 400);
  for (const scope of ['licenses:write', 'customers:write']) {
    const narrow = await merchantOf(app, app.demo, scope);
    assert.equal((await narrow.send('POST', URL, messageOf(license))).statusCode, 403, scope);
  }
  assert.deepEqual(await mailsTo(email), []);
});
