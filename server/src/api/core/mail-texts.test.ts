import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type IdentityApp, startIdentityApp } from '../../../test/identity.ts';
import { type Merchant, merchantOf } from '../../../test/merchant.ts';
import { operatorAtWork } from '../../../test/operators.ts';
import { countHits } from '../../platform/counters/rate-counters.ts';
import type { AccountsTables } from '../../modules/accounts/tables.ts';

let app: IdentityApp;
let vendor: Merchant;
before(async () => {
  app = await startIdentityApp();
  vendor = await merchantOf(app);
});
after(() => app.close());

const URL = '/api/mail-texts';
const RESET = `${URL}/reset-password/en`;

interface Words {
  readonly subject: string;
  readonly heading: string;
  readonly text: string;
}

interface MailText extends Words {
  readonly mail: string;
  readonly language: string;
  readonly standard: Words;
  readonly changed: readonly string[];
  readonly placeholders: readonly string[];
  readonly issues?: Readonly<Record<string, readonly string[]>>;
  readonly updatedAt?: string;
}

/** The mail with which Ada chooses a new password. */
async function resetMail(email: string, headers: Record<string, string> = {}) {
  await app.call('POST', 'identity/forgot-password', { query: { email }, headers });
  return (await app.mails()).findLast(
    ({ kind, recipient }) => kind === 'reset-password' && recipient === email,
  );
}

test('every mail has a standard text in each language, whose placeholders it has, and which may be saved as it is', async () => {
  const { items } = await vendor.call<{ items: MailText[] }>('GET', URL);
  assert.ok(items.some(({ mail, language }) => mail === 'receipt' && language === 'de'));
  for (const { mail, language, standard, changed, placeholders, ...item } of items) {
    const name = `${mail}/${language}`;
    assert.deepEqual([changed, item.issues], [[], undefined], name);
    assert.deepEqual([item.subject, item.heading, item.text], Object.values(standard), name);
    const { text, ...headlines } = standard;
    const preview = await vendor.call<{ subject: string; html: string; text: string }>(
      'POST',
      `${URL}/${name}/preview`,
      { ...headlines, ...(text !== '' && { text }) },
    );
    assert.deepEqual(preview, await vendor.call('POST', `${URL}/${name}/preview`, {}), name);
    assert.doesNotMatch(preview.subject + preview.html + preview.text, /\{\{|undefined/, name);
    const all = placeholders.map((placeholder) => `{{${placeholder}}}`).join(' ');
    await vendor.call('POST', `${URL}/${name}/preview`, { text: all });
  }
});

test('a mail has the words of the vendor in its language alone, and what the server composes stays', async () => {
  const { email } = await app.signUp({ name: 'Ada Lovelace' });
  const before = await resetMail(email);
  assert.match(before?.textBody ?? '', /We received a request for a new password/);
  const words = {
    subject: 'A new key, {{customer}}',
    text: 'Dear {{customer}},\n\nhere it is.\n<b>{{shop}}</b>',
  };
  const saved = await vendor.call<MailText>('PUT', RESET, words);
  assert.deepEqual(
    [saved.subject, saved.heading, saved.changed],
    [words.subject, saved.standard.heading, ['subject', 'text']],
  );
  const mail = await resetMail(email);
  assert.equal(mail?.subject, 'A new key, Ada Lovelace');
  assert.match(
    mail.textBody,
    /^Choose a new password\n\nDear Ada Lovelace,\n\nhere it is\.\n<b>Demo Audio<\/b>\n\n/,
  );
  assert.match(mail.htmlBody, /here it is\.<br>&lt;b&gt;Demo Audio&lt;\/b&gt;/);
  assert.doesNotMatch(mail.textBody, /We received a request/);
  assert.match(mail.textBody, /Choose a new password:\nhttp/);
  const german = await resetMail(email, { 'accept-language': 'de' });
  assert.match(german?.textBody ?? '', /Für Ihr Konto bei Demo Audio/);
  const back = await vendor.call<MailText>('DELETE', RESET);
  assert.deepEqual([back.changed, back.text], [[], back.standard.text]);
  assert.equal((await resetMail(email))?.subject, before?.subject);
});

test('a name that could be a message is not in the words of the vendor either', async () => {
  const { email } = await app.signUp({ name: 'win money at evil.example' });
  await vendor.call('PUT', RESET, { text: 'Dear {{customer}}' });
  const mail = await resetMail(email);
  assert.ok(mail?.textBody.includes(`Dear ${email}`));
  await vendor.call('DELETE', RESET);
});

test('every issue is reported at once, and nothing is saved', async () => {
  const wrong = { subject: 'a\nb', heading: ' ', text: '{{order}} {{total}}' };
  const at = await operatorAtWork(app, 'Admin');
  for (const [method, path] of [
    ['PUT', ''],
    ['POST', '/preview'],
    ['POST', '/test'],
  ] as const) {
    const answer = await at.call(method, `${RESET}${path}`, wrong);
    const { errors } = answer.json();
    assert.deepEqual(
      [answer.statusCode, Object.keys(errors).toSorted()],
      [400, ['heading', 'subject', 'text']],
    );
    assert.match(errors.text[0], /\{\{order\}\}, \{\{total\}\}.*\{\{shop\}\}, \{\{customer\}\}/);
  }
  assert.equal((await vendor.send('PUT', RESET, {})).statusCode, 400);
  assert.equal((await vendor.send('PUT', RESET, { text: 'x'.repeat(2_001) })).statusCode, 400);
  assert.equal((await vendor.send('PUT', `${URL}/password-changed/en`, { text: 'x' })).statusCode, 404);
  assert.equal((await vendor.send('GET', `${URL}/receipt/fr`)).statusCode, 400);
  assert.deepEqual((await vendor.call<MailText>('GET', RESET)).changed, []);
});

test('a change that was read before another one is refused, and the audit log has each', async () => {
  const url = `${URL}/newsletter-welcome/de`;
  const { etag = '' } = (await vendor.send('GET', url)).headers;
  assert.equal(etag, '"r0"');
  const first = await vendor.send('PUT', url, { heading: 'Willkommen' }, { 'if-match': etag });
  assert.equal(first.statusCode, 200, first.body);
  const stale = await vendor.send('PUT', url, { heading: 'Hallo' }, { 'if-match': etag });
  assert.equal(stale.statusCode, 412);
  const reset = await vendor.send('DELETE', url, undefined, { 'if-match': String(first.headers.etag) });
  assert.equal(reset.headers.etag, '"r0"');
  const { items } = await vendor.call<{ items: { data: Record<string, unknown> }[] }>(
    'GET',
    '/api/audit?type=mail-text.changed',
  );
  assert.deepEqual(
    items.slice(0, 2).map(({ data }) => data),
    [
      { mail: 'newsletter-welcome', language: 'de', before: { heading: 'Willkommen' }, after: {} },
      { mail: 'newsletter-welcome', language: 'de', before: {}, after: { heading: 'Willkommen' } },
    ],
  );
});

test('another account has its own texts', async () => {
  const other = await merchantOf(app, app.other);
  await vendor.call('PUT', RESET, { heading: 'Only mine' });
  assert.equal((await other.call<MailText>('GET', RESET)).heading, 'Choose a new password');
  const member = await app.signUp({}, app.other);
  await app.call('POST', 'identity/forgot-password', { query: { email: member.email }, account: app.other });
  const mail = (await app.mails(app.other)).findLast(({ kind }) => kind === 'reset-password');
  assert.doesNotMatch(mail?.textBody ?? '', /Only mine/);
  await other.call('DELETE', RESET);
  assert.equal((await vendor.call<MailText>('GET', RESET)).heading, 'Only mine');
  await vendor.call('DELETE', RESET);
});

test('a text that does not fit any more is not sent: the customer gets the standard mail, and the vendor hears of it once a day', async () => {
  await app.settings({ seller: { email: 'owner@demo.example' } });
  await vendor.call('PUT', RESET, { subject: 'Hello {{customer}}' });
  const row = await app.system.database.reader
    .tables<AccountsTables>()
    .selectFrom('accounts')
    .select('mailTexts')
    .where('id', '=', app.demo.id)
    .executeTakeFirstOrThrow();
  const old = JSON.parse(JSON.stringify(row.mailTexts).replace('{{customer}}', '{{nickname}}'));
  await app.system.database.transaction(async (tx) => {
    const update = tx.tables<AccountsTables>().updateTable('accounts').set({ mailTexts: old });
    await update.where('id', '=', app.demo.id).execute();
  });
  // Another change, so that every process reads the account again.
  await vendor.call('PUT', `${URL}/receipt/en`, { heading: 'Thanks' });
  const { email } = await app.signUp();
  for (const _time of [1, 2]) assert.match((await resetMail(email))?.subject ?? '', /^Choose a new password/);
  const mails = (await app.mails()).filter(({ kind }) => kind === 'MailText');
  assert.deepEqual(
    mails.map(({ recipient, textBody }) => [
      recipient,
      /dashboard\/settings\/mails\/reset-password\/en/.test(textBody),
    ]),
    [['owner@demo.example', true]],
  );
  const counter = `mail-texts/${app.demo.id}/reset-password/en`;
  const { system } = app;
  assert.equal(
    await countHits(system, system.database.reader, counter),
    1,
    'the second mail has no row to wait for',
  );
  const text = await vendor.call<MailText>('GET', RESET);
  assert.match(text.issues?.['subject']?.[0] ?? '', /\{\{nickname\}\}/);
  await vendor.call('DELETE', RESET);
});

test('a test goes to the operator who asks, or to the seller, with words that are not saved, and not too often', async () => {
  await app.settings({ seller: { email: 'owner@demo.example' } });
  const words = { subject: 'Thank you, {{customer}}', text: 'Enjoy {{product}}!' };
  const at = await operatorAtWork(app, 'Admin');
  const answer = await at.call('POST', `${URL}/receipt/de/test`, words);
  assert.deepEqual([answer.statusCode, answer.json()], [200, { recipient: at.operator.email }]);
  const mail = (await app.mails()).findLast(({ kind }) => kind === 'mail-text-test');
  assert.deepEqual([mail?.recipient, mail?.subject], [at.operator.email, 'Test: Thank you, Ada Lovelace']);
  assert.match(mail?.textBody ?? '', /Enjoy Demo App!\n\nIhre Lizenzen sind in Ihrem Konto/);
  const ofKey = await vendor.call<{ recipient: string }>('POST', `${URL}/receipt/de/test`, words);
  assert.equal(ofKey.recipient, 'owner@demo.example');
  await app.settings({ limits: { mailsPerAddressAndHour: 1 } });
  assert.equal((await at.call('POST', `${URL}/receipt/de/test`, words)).statusCode, 200);
  assert.equal((await at.call('POST', `${URL}/receipt/de/test`, words)).statusCode, 429);
  await app.settings({ limits: { mailsPerAddressAndHour: 0 }, seller: { email: undefined } });
  const nobody = await vendor.send('POST', `${URL}/receipt/de/test`, words);
  assert.deepEqual([nobody.statusCode, Object.keys(nobody.json().errors)], [400, ['seller.email']]);
});

test('a page shows the mail in a frame of this host, where nothing runs, to whoever may read the settings', async () => {
  const at = await operatorAtWork(app, 'ReadOnly');
  const page = await at.call('GET', `${URL}/receipt/en/preview?text=Hello+%3Cscript%3E+{{customer}}`);
  assert.equal(page.statusCode, 200);
  assert.match(page.body, /Hello &lt;script&gt; Ada Lovelace/);
  assert.match(page.body, /Withdraw from contract here/);
  assert.match(page.body, /<base target="_blank">/);
  assert.equal(page.headers['x-frame-options'], 'SAMEORIGIN');
  assert.match(String(page.headers['content-security-policy']), /default-src 'none'.*sandbox/);
  assert.equal((await at.call('PUT', RESET, { text: 'x' })).statusCode, 403);
  assert.equal((await at.call('POST', `${RESET}/test`, {})).statusCode, 403);
});
