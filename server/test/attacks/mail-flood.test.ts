import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { findAccount, queueAccountMail } from '../../src/modules/accounts/index.ts';
import { testTx } from '../context.ts';
import { type IdentityApp, PASSWORD, startIdentityApp } from '../identity.ts';

// A stranger triggers mails to an address that is not theirs.

let app: IdentityApp;
before(async () => {
  app = await startIdentityApp();
  await app.settings({ limits: { mailsPerAddressAndHour: 3 } });
});
after(() => app.close());

const HOUR_MS = 3_600_000;
const someone = (): string => `${randomUUID()}@example.com`;

/** The account with its present limits. */
async function account() {
  return (await findAccount(app.system, 'demo')) ?? assert.fail('no account');
}

async function mailsTo(recipient: string): Promise<string[]> {
  return (await app.mails()).filter((mail) => mail.recipient === recipient).map(({ kind }) => kind);
}

function send(recipient: string, kind: string, limit: 'PerAddress' | 'None') {
  const { system } = app;
  const text = { subject: 'A mail', heading: 'A mail', paragraphs: ['Something.'] };
  return system.database.transaction(async (tx) =>
    queueAccountMail(testTx(system, tx, await account()), { kind, limit, recipient, ...text }),
  );
}

test('an address gets so many mails of a kind an hour, in whatever case it is written, and then more again', async () => {
  const email = someone();
  for (let count = 0; count < 5; count += 1)
    await send(count % 2 ? email : email.toUpperCase(), 'receipt', 'PerAddress');
  await send(email, 'another', 'PerAddress');
  await send(someone(), 'receipt', 'PerAddress');
  assert.equal([...(await mailsTo(email)), ...(await mailsTo(email.toUpperCase()))].length, 4);
  app.system.clock.advance(HOUR_MS);
  await send(email, 'receipt', 'PerAddress');
  assert.equal((await mailsTo(email)).filter((kind) => kind === 'receipt').length, 2);
});

test('mandatory mails always arrive', async () => {
  const email = someone();
  for (let count = 0; count < 5; count += 1) await send(email, 'receipt', 'None');
  assert.equal((await mailsTo(email)).length, 5);
});

test('a mail that was never sent, for its transaction failed, counts for nothing', async () => {
  const email = someone();
  for (let count = 0; count < 5; count += 1) {
    const failed = app.system.database.transaction(async (tx) => {
      await queueAccountMail(testTx(app.system, tx, await account()), {
        kind: 'receipt',
        limit: 'PerAddress',
        recipient: email,
        subject: 'A mail',
        heading: 'A mail',
        paragraphs: ['Something.'],
      });
      throw new Error('the order was not paid');
    });
    await assert.rejects(failed, /not paid/);
  }
  await send(email, 'receipt', 'PerAddress');
  assert.equal((await mailsTo(email)).length, 1);
});

test('changes of emails flood neither the address that is left nor the one that is taken', async () => {
  const member = await app.signUp();
  for (let count = 0; count < 8; count += 1) {
    await app.call('PATCH', 'identity', { token: member.accessToken, json: { email: someone() } });
  }
  const notices = (await mailsTo(member.email)).filter((kind) => kind === 'email-changed');
  assert.ok(notices.length <= 4, `${notices.length} mails`);
});

test('a person who signed up with a stranger’s address cannot flood it by changing the password repeatedly', async () => {
  const member = await app.signUp();
  let currentPassword = PASSWORD;
  for (let count = 0; count < 6; count += 1) {
    const newPassword = `Sesame, open ${count} times`;
    const changed = await app.call('POST', 'identity/set-password', {
      token: member.accessToken,
      json: { currentPassword, newPassword },
    });
    assert.equal(changed.statusCode, 200, changed.body);
    currentPassword = newPassword;
  }
  assert.equal((await mailsTo(member.email)).filter((kind) => kind === 'password-changed').length, 3);
});

test('an email that goes away and comes back again and again floods nobody', async () => {
  const member = await app.signUp();
  const elsewhere = someone();
  for (let count = 0; count < 12; count += 1) {
    const email = count % 2 === 0 ? elsewhere : member.email;
    await app.call('PATCH', 'identity', { token: member.accessToken, json: { email } });
  }
  for (const recipient of [member.email, elsewhere])
    for (const [kind, mails] of Object.entries(Object.groupBy(await mailsTo(recipient), (each) => each)))
      assert.ok((mails?.length ?? 0) <= 4, `${mails?.length} of ${kind}`);
});
