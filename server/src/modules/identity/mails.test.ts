import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { testContext } from '../../../test/context.ts';
import { openTestSystem, type TestSystem } from '../../../test/harness.ts';
import { transaction } from '../../platform/context/context.ts';
import type { JobTables } from '../../platform/jobs/tables.ts';
import type { MailTables } from '../../platform/mail/tables.ts';
import { type CommandTx, type Context, createAccount } from '../accounts/index.ts';
import { type Customer, ensureCustomer } from '../customers/index.ts';
import {
  proofUrl,
  queueCodeMail,
  queueConfirmationMail,
  queueEmailChangedMails,
  queueUndoMail,
} from './mails.ts';

let system: TestSystem;
let close: () => Promise<void>;
let ctx: Context;
let ada: Customer;
before(async () => {
  ({ system, close } = await openTestSystem());
  ctx = testContext(system, await createAccount(system, { id: 'demo', name: 'Demo Audio' }));
  ada = await transaction(ctx, (tx) => ensureCustomer(tx, { email: 'ada@example.com', name: 'Ada' }));
});
after(() => close());

/** The mails that this queues, in their order: kind, recipient, the pages of their links, and the text. */
async function mailsOf(queue: (tx: CommandTx) => Promise<void>) {
  const mails = () =>
    system.database.reader.tables<MailTables>().selectFrom('mails').selectAll().orderBy('id').execute();
  const before = new Set((await mails()).map(({ id }) => id));
  await transaction(ctx, queue);
  return (await mails())
    .filter(({ id }) => !before.has(id))
    .map(({ kind, recipient, textBody }) => ({
      kind,
      recipient,
      pages: [...textBody.matchAll(/https?:\/\/[^/\s]+(\/[\w/-]*)#/g)].map(([, page]) => page),
      text: textBody,
    }));
}

test('a mail about a link is only sent until the code in it ends', async () => {
  system.clock.hold('it compares the end of a code with the clock');
  const hours = [
    ['ResetPassword', 0.5],
    ['ChangeEmail', 24],
    ['ConfirmEmail', 24],
    ['ConfirmAccount', 24],
  ] as const;
  for (const [purpose, lifetime] of hours) {
    const before = await linkEnds();
    await mailsOf((tx) => queueCodeMail(tx, { customer: ada, purpose, code: 'secret', limit: 'None' }));
    const end = new Date(system.clock.now().getTime() + lifetime * 3_600_000).toISOString();
    assert.deepEqual(await linkEnds(), [...before, end].toSorted(), purpose);
  }
});

/** When the links of the mails to send end. */
async function linkEnds(): Promise<string[]> {
  const jobs = await system.database.reader
    .tables<JobTables>()
    .selectFrom('jobs')
    .select('payload')
    .execute();
  return jobs
    .map(({ payload }) => payload['linkEndsAt'])
    .filter((end) => typeof end === 'string')
    .toSorted();
}

const IGNORE = /ignore|nothing/i;

test('the mail of a code has one link, and only that of a confirmation a second one, which removes the account', async () => {
  const codes = [
    ['ResetPassword', 'reset-password'],
    ['ChangeEmail', 'change-email'],
    ['ConfirmEmail', 'confirm-email'],
  ] as const;
  for (const [purpose, kind] of codes) {
    const [mail] = await mailsOf((tx) =>
      queueCodeMail(tx, { customer: ada, purpose, code: 'secret', limit: 'None' }),
    );
    assert.deepEqual([mail?.kind, mail?.recipient, mail?.pages.length], [kind, ada.email, 1], purpose);
    assert.doesNotMatch(mail?.text ?? '', /undefined/);
  }
  for (const [purpose, kind] of [
    ['ConfirmAccount', 'confirm-account'],
    ['ConfirmEmail', 'confirm-email'],
  ] as const) {
    const [mail] = await mailsOf((tx) => queueConfirmationMail(tx, ada, { purpose, limit: 'None' }));
    assert.deepEqual([mail?.kind, mail?.pages.length], [kind, 2], purpose);
    assert.notEqual(mail?.pages[0], mail?.pages[1]);
    assert.match(mail?.text ?? '', /Ada/);
  }
});

test('the mail that confirms an address can be ignored only where nothing can be denied', async () => {
  const send = (denial?: string) =>
    mailsOf((tx) =>
      queueCodeMail(tx, {
        customer: ada,
        purpose: 'ConfirmEmail',
        code: 'secret',
        limit: 'None',
        ...(denial !== undefined && { denial }),
      }),
    );
  const [[plain], [deniable]] = [await send(), await send('other')];
  assert.match(plain?.text ?? '', IGNORE);
  assert.doesNotMatch(deniable?.text ?? '', IGNORE);
});

test('whoever has no password chooses a first one, and others a new one', async () => {
  const send = (customer: Customer) =>
    mailsOf((tx) => queueCodeMail(tx, { customer, purpose: 'ResetPassword', code: 'secret', limit: 'None' }));
  const [[first], [next]] = [await send(ada), await send({ ...ada, passwordHash: 'a hash' })];
  assert.match(first?.text ?? '', /first=true/);
  assert.doesNotMatch(next?.text ?? '', /first=true/);
});

test('the link of a receipt proves the address that it goes to, and no other', async () => {
  const urlFor = (recipient: string, customer = ada) =>
    transaction(ctx, (tx) => proofUrl(tx, customer, { recipient, lifetimeSeconds: 60 }));
  assert.match((await urlFor('ADA@example.com')) ?? '', /first=true/);
  assert.doesNotMatch((await urlFor(ada.email, { ...ada, passwordHash: 'a hash' })) ?? '', /first=true/);
  assert.equal(await urlFor('other@example.com'), undefined);
});

test('an address that was replaced is told; only the one before the first change gets the link that undoes it', async () => {
  const now = system.clock.now();
  const undo = {
    accountId: 'demo',
    customerId: ada.id,
    id: system.ids.guid(),
    email: ada.email,
    emailKey: ada.emailKey,
    wasConfirmed: true,
    changedAt: now,
    expiresAt: new Date(now.getTime() + 86_400_000),
  };
  const between = { ...ada, email: 'between@example.com', emailKey: 'between@example.com' };
  const kinds = async (customer: Customer, code: string | undefined, change = code && undo) =>
    (
      await mailsOf((tx) =>
        queueEmailChangedMails(tx, { customer, undo: change || undefined, code, isFirst: true }),
      )
    ).map(({ kind, recipient, pages }) => [kind, recipient, pages.length]);
  assert.deepEqual(await kinds(ada, 'secret'), [['email-changed', ada.email, 1]]);
  assert.deepEqual(await kinds(between, 'secret'), [
    ['email-changed', ada.email, 1],
    ['email-replaced', between.email, 0],
  ]);
  assert.deepEqual(await kinds(ada, undefined), [['email-replaced', ada.email, 0]]);
  const [[changed], [reset]] = [
    await mailsOf((tx) =>
      queueUndoMail(tx, { customer: ada, undo, code: 'secret', limit: 'None', reason: 'Changed' }),
    ),
    await mailsOf((tx) =>
      queueUndoMail(tx, { customer: ada, undo, code: 'secret', limit: 'None', reason: 'Reset' }),
    ),
  ];
  const year = String(now.getUTCFullYear());
  const moments = (text = '') => text.split(year).length - 1;
  assert.equal(moments(changed?.text), moments(reset?.text) + 1, 'a change says when it was made');
});
