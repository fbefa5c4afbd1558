import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { createTransport } from 'nodemailer';
import { testClock } from '../../../test/clock.ts';
import { openTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { type SmtpServer, startSmtpServer } from '../../../test/smtp-server.ts';
import { randomIds } from '../../kernel/ids.ts';
import type { Database } from '../database/database.ts';
import { DatabaseUnavailable } from '../database/errors.ts';
import { type JobWorkerOptions, startJobWorker } from '../jobs/start-job-worker.ts';
import type { JobTables } from '../jobs/tables.ts';
import { createLog } from '../log.ts';
import { defaultSender, MailRefused } from './addresses.ts';
import { mailJob } from './mail-job.ts';
import { type NewMail, purgeMails, queueMail } from './mail.ts';
import type { MailTables } from './tables.ts';
import { createMailTransport, type MailTransport } from './transport.ts';

const START = new Date('2026-03-01T12:00:00.000Z');
const HOUR_MS = 3_600_000;
const MAIL: NewMail = {
  accountId: 'demo',
  kind: 'reset-password',
  recipient: "Ada.O'Hara+1@Example.com",
  subject: 'Grüße 🎹',
  text: 'the code is s3cret',
  html: '<p>the code is s3cret</p>',
};

interface AccountTables {
  accounts: {
    id: string;
    name: string;
    settings: object;
    dataKey: string;
    isDefault: boolean;
    createdAt: Date;
  };
}

const clock = testClock(START);
let db: TestDatabase;
let smtp: SmtpServer;
let logged: string[] = [];
before(async () => {
  db = await openTestDatabase({ clock });
  const account = { id: 'demo', name: 'Demo', settings: {}, dataKey: '', isDefault: true, createdAt: START };
  await db.database.transaction((tx) =>
    tx.tables<AccountTables>().insertInto('accounts').values(account).execute(),
  );
});
after(() => db.close());
beforeEach(async () => {
  clock.set(START);
  logged = [];
  smtp = await startSmtpServer();
  await db.database.transaction(async (tx) => {
    await tx.tables<JobTables>().deleteFrom('jobs').execute();
    await tx.tables<MailTables>().deleteFrom('mails').execute();
  });
});

afterEach(() => smtp.close());

const queue = (change: Partial<NewMail> = {}) =>
  db.database.transaction((tx) => queueMail({ ids: randomIds, clock }, tx, { ...MAIL, ...change }));

const jobs = () => db.database.reader.tables<JobTables>().selectFrom('jobs').selectAll().execute();

const mails = () => db.database.reader.tables<MailTables>().selectFrom('mails').selectAll().execute();

async function onlyMail(): Promise<MailTables['mails']> {
  const [mail, ...others] = await mails();
  assert.ok(mail !== undefined);
  assert.deepEqual(others, []);
  return mail;
}

/** A worker that sends mails, and only runs on request. */
function sender(
  transport: MailTransport | undefined,
  options: JobWorkerOptions = {},
  database: Database = db.database,
) {
  const log = createLog('trace', { write: (line) => void logged.push(line) });
  const handler = mailJob.handler({
    database,
    clock,
    log,
    transport,
    sender: defaultSender('https://shop.example/x'),
  });
  const deps = { database: db.database, clock, log, ids: randomIds, random: () => 0.5 };
  return startJobWorker(deps, { [mailJob.kind]: handler }, { pollIntervalMs: 0, ...options });
}

async function sendDue(transport: MailTransport | undefined = createMailTransport(smtp.url)): Promise<void> {
  const worker = sender(transport);
  await worker.drain();
  await worker.stop();
}

/** The source with its long headers on one line each. */
function unfolded(source = ''): string {
  return source.replaceAll(/\n[ \t]+/g, ' ');
}

describe('a mail that is sent', () => {
  test('reaches exactly its recipient, in both forms, and is known as sent', async () => {
    clock.hold('it compares when a mail was sent with the clock');
    const id = await queue();
    clock.advance(5000);
    await sendDue();
    const [first, ...others] = smtp.mails;
    assert.deepEqual(others, []);
    assert.equal(first?.from, 'no-reply@shop.example');
    // The case of a domain does not matter; that of the part before the @ belongs to the recipient.
    assert.deepEqual(first?.to, ["Ada.O'Hara+1@example.com"]);
    const source = unfolded(first?.source);
    assert.match(source, /^From: no-reply@shop\.example$/m);
    assert.match(source, /^To: Ada\.O'Hara\+1@example\.com$/m);
    assert.match(source, new RegExp(`^Message-ID: <${id}@shop\\.example>$`, 'm'));
    assert.match(source, /^Date: Sun, 01 Mar 2026 12:00:00 \+0000$/m);
    assert.match(source, /^Subject: =\?UTF-8\?/m);
    assert.match(source, /^Auto-Submitted: auto-generated$/m);
    assert.doesNotMatch(source, /^X-Mailer/m);
    assert.match(
      source,
      /^Content-Type: text\/plain[^]*the code is s3cret[^]*^Content-Type: text\/html[^]*<p>the code is s3cret<\/p>/m,
    );
    const mail = await onlyMail();
    assert.equal(mail.status, 'Sent');
    assert.deepEqual(mail.sentAt, new Date(START.getTime() + 5000));
    assert.deepEqual(await jobs(), []);
  });

  test('leaves no secret in the database and none in the log', async () => {
    const id = await queue();
    await sendDue();
    const mail = await onlyMail();
    assert.equal(mail.recipient, MAIL.recipient);
    assert.doesNotMatch(JSON.stringify(mail), /s3cret/);
    assert.match(logged.join(''), new RegExp(id));
    assert.doesNotMatch(logged.join(''), /s3cret|Example\.com|Gr/);
  });

  test('comes from the sender it names', async () => {
    await queue({ from: { name: 'Demo "Audio", Ltd', address: 'hello@demo.example' } });
    await sendDue();
    assert.equal(smtp.mails[0]?.from, 'hello@demo.example');
    assert.match(unfolded(smtp.mails[0]?.source), /^From: "Demo \\"Audio\\", Ltd" <hello@demo\.example>$/m);
    assert.match(unfolded(smtp.mails[0]?.source), /^Message-ID: <[0-9a-f-]+@demo\.example>$/m);
  });

  test('uses the name and password of the URL', async () => {
    await queue();
    await sendDue(createMailTransport(smtp.url.replace('//', '//robot:p%40ss@')));
    assert.deepEqual(smtp.signedIn, ['robot:p@ss']);
    assert.equal(smtp.mails.length, 1);
  });

  test('is not sent again by a job that is repeated', async () => {
    const id = await queue();
    const [job] = await jobs();
    assert.ok(job !== undefined);
    await sendDue();
    await db.database.transaction((tx) => tx.tables<JobTables>().insertInto('jobs').values(job).execute());
    await sendDue();
    assert.equal(smtp.mails.length, 1);
    assert.equal((await onlyMail()).id, id);
    assert.deepEqual(await jobs(), []);
  });

  test('twice, for lack of a commit, can be told as one by its Message-ID', async () => {
    await queue();
    const failing: Database = {
      ...db.database,
      transaction: async () => {
        throw new DatabaseUnavailable('away');
      },
    };
    const broken = sender(createMailTransport(smtp.url), {}, failing);
    await broken.drain();
    await broken.stop();
    assert.equal((await onlyMail()).status, 'Queued');
    clock.advance(HOUR_MS);
    await sendDue();
    assert.equal((await onlyMail()).status, 'Sent');
    const ids = smtp.mails.map(({ source }) => /^(?:Message-ID|Date): .*$/gm[Symbol.match](source));
    assert.equal(ids.length, 2);
    assert.deepEqual(ids[0], ids[1]);
  });
});

describe('a mail that the server does not take', () => {
  test('permanently, because of its recipient or its content, is failed and not tried again', async () => {
    for (const [command, reply] of [
      ['RCPT', "550 5.1.1 <Ada.O'Hara+1@Example.com> no such user"],
      ['.', '554 5.7.1 refused'],
    ] as const) {
      smtp.replies.set(command, reply);
      await queue();
      await sendDue();
      const mail = await onlyMail();
      assert.equal(mail.status, 'Failed');
      assert.match(mail.failure ?? '', new RegExp(reply.slice(0, 9)));
      assert.equal(mail.textBody, '');
      assert.deepEqual(await jobs(), []);
      assert.match(logged.join(''), /refused for good/);
      assert.doesNotMatch(logged.join(''), /s3cret|Example\.com/);
      smtp.replies.clear();
      await db.database.transaction((tx) => tx.tables<MailTables>().deleteFrom('mails').execute());
    }
    assert.deepEqual(smtp.mails, []);
  });

  test('now is tried again until it is taken, and its recipient is not logged', async () => {
    for (const [command, reply] of [
      ['RCPT', "451 4.2.1 <Ada.O'Hara+1@Example.com> busy"],
      ['.', '452 full'],
      ['MAIL', '550 no such sender'],
      ['EHLO', '421 later'],
    ] as const) {
      smtp.replies.set(command, reply);
      await queue();
      await sendDue();
      assert.equal((await onlyMail()).status, 'Queued', command);
      const [job] = await jobs();
      assert.equal(job?.attempts, 1);
      assert.match(job?.lastError ?? '', new RegExp(`^MailNotTaken: .*${reply.slice(0, 3)}`));
      assert.doesNotMatch(`${logged.join('')}${job?.lastError}`, /s3cret|Example\.com/);
      smtp.replies.clear();
      clock.advance(HOUR_MS);
      await sendDue();
      assert.equal((await onlyMail()).status, 'Sent', command);
      await db.database.transaction((tx) => tx.tables<MailTables>().deleteFrom('mails').execute());
    }
  });

  test('because there is no server waits for one', async () => {
    const server = await startSmtpServer();
    await server.close();
    await queue();
    await sendDue(createMailTransport(server.url));
    assert.equal((await onlyMail()).status, 'Queued');
    assert.match((await jobs())[0]?.lastError ?? '', /ECONNREFUSED/);
  });

  test('is tried for a day before an operator has to look at it', async () => {
    smtp.replies.set('EHLO', '421 later');
    await queue();
    for (;;) {
      await sendDue();
      const [job = assert.fail()] = await jobs();
      if (job.status === 'Dead') break;
      clock.set(job.runAt);
    }
    const hours = (clock.now().getTime() - START.getTime()) / HOUR_MS;
    assert.ok(hours > 23 && hours < 26, `${hours} hours`);
    assert.equal((await onlyMail()).status, 'Queued');
  });

  test('before its link ends is dropped, and no reader gets a link that does not work', async () => {
    smtp.replies.set('EHLO', '421 later');
    await queue({ linkEndsAt: new Date(START.getTime() + HOUR_MS) });
    await sendDue();
    assert.equal((await onlyMail()).status, 'Queued', 'it still works');
    smtp.replies.clear();
    clock.advance(HOUR_MS);
    await sendDue();
    const { status, failure, textBody } = await onlyMail();
    assert.deepEqual([status, failure, textBody], ['Failed', 'LinkEnded', '']);
    assert.deepEqual([smtp.mails, await jobs()], [[], []]);
    assert.match(logged.join(''), /not sent before its link ended/);
  });

  test('before the worker must stop is released immediately', async () => {
    smtp.replies.set('EHLO', 'hang');
    await queue();
    const worker = sender(createMailTransport(smtp.url), { stopGraceSeconds: 0 });
    worker.wake();
    await smtp.connected;
    await worker.stop();
    const [job] = await jobs();
    assert.equal(job?.attempts, 0);
    assert.equal(job?.leaseToken, null);
    assert.equal((await onlyMail()).status, 'Queued');
  });
});

describe('without a mail server', () => {
  test('a mail is kept to be read, and the log names it without its content', async () => {
    assert.equal(createMailTransport(undefined), undefined);
    const id = await queue();
    const worker = sender(undefined);
    await worker.drain();
    await worker.stop();
    const mail = await onlyMail();
    assert.equal(mail.status, 'Kept');
    assert.equal(mail.sentAt, null);
    assert.equal(mail.textBody, MAIL.text);
    assert.equal(mail.htmlBody, MAIL.html);
    assert.deepEqual(await jobs(), []);
    assert.match(logged.join(''), new RegExp(id));
    assert.doesNotMatch(logged.join(''), /s3cret|Example\.com|Gr/);
  });
});

describe('queueing', () => {
  const refused = async (change: Partial<NewMail>): Promise<void> => {
    await assert.rejects(queue(change), MailRefused, JSON.stringify(change));
    assert.deepEqual(await mails(), []);
    assert.deepEqual(await jobs(), []);
  };

  test('refuses every header that could become two', async () => {
    for (const end of [
      '\r\nBcc: eve@evil.example',
      '\nBcc: eve@evil.example',
      '\rx',
      '\0',
      '\u2028x',
      '\u0085x',
    ]) {
      await refused({ subject: `Hello${end}` });
      await refused({ recipient: `ada@example.com${end}` });
      await refused({ from: { address: `ada@example.com${end}` } });
      await refused({ from: { name: `Ada${end}`, address: 'ada@example.com' } });
    }
  });

  test('refuses every recipient that is not one plain mailbox', async () => {
    const wrong = [
      '',
      'ada',
      '@example.com',
      'ada@',
      'a@b@c',
      'a@x.example,b@x.example',
      'a@x.example;b@x.example',
    ];
    const sly = [
      '<a@x.example>',
      'Ada <a@x.example>',
      '"a b"@x.example',
      'a@x.example (b)',
      'a @x.example',
      'g:a@x.example;',
    ];
    for (const recipient of [...wrong, ...sly, `${'a'.repeat(400)}@x.example`]) await refused({ recipient });
  });

  test('takes out of a body the one character that PostgreSQL does not store', async () => {
    await queue({ text: 'a\0b', html: '<p>\0</p>' });
    const { textBody, htmlBody } = await onlyMail();
    assert.deepEqual([textBody, htmlBody], ['ab', '<p></p>']);
  });
});

test('any transport of nodemailer will do', async () => {
  const stream = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  const sources: string[] = [];
  const transport: MailTransport = {
    sendMail: async (mail) => {
      const { message } = await stream.sendMail(mail);
      assert.ok(Buffer.isBuffer(message));
      sources.push(message.toString());
    },
  };
  const id = await queue();
  await sendDue(transport);
  assert.equal(sources.length, 1);
  assert.match(unfolded(sources[0]), new RegExp(`^Message-ID: <${id}@shop\\.example>$`, 'm'));
});

test('purging deletes old mails that wait for nothing, a bounded number at a time', async () => {
  clock.hold('it purges in the last millisecond in which nothing is old');
  for (let count = 0; count < 3; count += 1) await queue();
  await sendDue();
  await queue();
  clock.advance(30 * 24 * HOUR_MS);
  await queue();
  assert.equal(await purgeMails({ clock }, db.database, 30), 0);
  clock.advance(1);
  assert.equal(await purgeMails({ clock }, db.database, 30, 2), 2);
  assert.equal(await purgeMails({ clock }, db.database, 30, 2), 1);
  assert.deepEqual(
    (await mails()).map(({ status }) => status),
    ['Queued', 'Queued'],
  );
});
