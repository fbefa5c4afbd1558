import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { openTestSystem } from '../test/harness.ts';
import { within } from '../test/waiting.ts';
import { CHORES, startHousekeeping } from './housekeeping.ts';
import { createAccount } from './modules/accounts/index.ts';
import { queueMail } from './platform/mail/mail.ts';
import type { MailTables } from './platform/mail/tables.ts';

let opened: Awaited<ReturnType<typeof openTestSystem>>;
before(async () => {
  opened = await openTestSystem();
});
after(() => opened.close());

test('every chore has nothing to do on an empty database', async () => {
  for (const [name, chore] of Object.entries(CHORES)) assert.equal(await chore(opened.system), 0, name);
});

test('everything that can be purged is purged by a chore', async () => {
  const sources = await Array.fromAsync(glob('**/*.ts', { cwd: import.meta.dirname }));
  const texts = sources.map((file) => readFileSync(join(import.meta.dirname, file), 'utf8'));
  const names = texts.flatMap((text) =>
    Array.from(text.matchAll(/^export (?:async )?function (purge\w+)/gm), ([, name = '']) => name),
  );
  assert.ok(names.length > 5, 'hardly anything can be purged');
  // A chore is the function itself or calls it by its name.
  const chores = Object.values(CHORES).map(String).join('\n');
  assert.deepEqual(
    names.filter((name) => !chores.includes(name)),
    [],
  );
});

test('mails are kept for 90 days', async () => {
  const { system } = opened;
  await createAccount(system, { id: 'demo', name: 'Demo Audio' });
  const mail = {
    accountId: 'demo',
    kind: 'Receipt',
    recipient: 'ann@example.com',
    subject: 'Thanks',
    text: 'Thanks',
  };
  await system.database.transaction((tx) => queueMail(system, tx, { ...mail, html: '<p>Thanks</p>' }));
  await system.database.transaction((tx) =>
    tx.tables<MailTables>().updateTable('mails').set({ status: 'Kept' }).execute(),
  );
  system.clock.advance(90 * 86_400_000);
  assert.equal(await CHORES['mails']?.(system), 0);
  system.clock.advance(1);
  assert.equal(await CHORES['mails']?.(system), 1);
});

test('a chore is repeated until nothing is left, and one that fails keeps no other from its work', async () => {
  const counts = [3, 2, 1];
  const done = Promise.withResolvers<void>();
  const housekeeping = startHousekeeping(opened.system, {
    firstAfterMs: 0,
    chores: {
      failing: async () => {
        throw new Error('on purpose');
      },
      working: async () => counts.pop() ?? 0,
      last: async () => {
        done.resolve();
        return 0;
      },
    },
  });
  await within('the last chore', done.promise);
  assert.deepEqual(counts, []);
  await housekeeping.stop();
});

test('stops without waiting for the next round', async () => {
  const housekeeping = startHousekeeping(opened.system, { firstAfterMs: 3_600_000, chores: {} });
  await housekeeping.stop();
});
