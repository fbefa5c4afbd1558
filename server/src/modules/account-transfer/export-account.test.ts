import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import type { JournalTables } from '../../platform/journal/tables.ts';
import { exportAccount } from './export-account.ts';

let app: TestApp;
let folder: string;
before(async () => {
  app = await startTestApp();
  folder = await mkdtemp(join(tmpdir(), 'latchkey-exports-'));
});
after(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

test('the journal says of each export whether it had the key to the secrets of the account', async () => {
  for (const [name, passphrase] of [
    ['plain', undefined],
    ['sealed', 'correct horse battery staple'],
  ] as const)
    await exportAccount(app.ctx, {
      folder: join(folder, name),
      copiesFiles: false,
      ...(passphrase && { passphrase }),
    });
  const events = await app.system.database.reader
    .tables<JournalTables>()
    .selectFrom('journalEvents')
    .select('data')
    .where('accountId', '=', app.demo.id)
    .where('type', '=', 'account.exported')
    .orderBy('id')
    .execute();
  assert.deepEqual(
    events.map(({ data }) => data),
    [{ hasKeys: false }, { hasKeys: true }],
  );
});
