import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { merchantOf } from '../../../test/merchant.ts';
import { programVersion } from '../../platform/program-version.ts';

interface State {
  readonly version: string;
  readonly database: {
    readonly engine: string;
    readonly schema: string;
    readonly bytes?: number;
    readonly migratedAt?: string;
  };
  readonly changes: readonly { readonly changes: readonly string[] }[];
  readonly backup: object;
  readonly retention: object;
}

let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());

const URL = '/api/settings/server';
const DAY = 24 * 60 * 60 * 1_000;
const note = (name: string, text: string) => writeFile(join(app.system.config.dataDir, name), text);
const isSqlite = () => app.system.database.engine === 'sqlite';

test('the state of the server has its version, what is new in it, and its database', async () => {
  const owner = await merchantOf(app);
  const { version, database, changes } = await owner.call<State>('GET', URL);
  assert.equal(version, programVersion());
  assert.ok((changes[0]?.changes.length ?? 0) > 0);
  assert.equal(database.engine, isSqlite() ? 'SQLite' : 'PostgreSQL');
  assert.equal(database.schema, app.system.database.schema);
  assert.ok((database.bytes ?? 0) > 100_000);
  assert.ok(!Number.isNaN(Date.parse(database.migratedAt ?? '')));
});

test('the state of the server has the last backup and a failure after it', async () => {
  const owner = await merchantOf(app);
  const backup = async () => (await owner.call<State>('GET', URL)).backup;
  assert.deepEqual(await backup(), { state: isSqlite() ? 'None' : 'Elsewhere', needsAttention: false });
  const at = app.system.clock.now().toISOString();
  await note('last-backup', `${at}\n/backup/today\n`);
  const recent = { state: 'Recent', needsAttention: false, at, folder: '/backup/today' };
  assert.deepEqual(await backup(), recent);
  app.system.clock.advance(3 * DAY);
  await note('last-backup-failure', `${at}\n`);
  assert.deepEqual(await backup(), { ...recent, state: 'Old', failedAt: at });
  await rm(join(app.system.config.dataDir, 'last-backup'));
  assert.deepEqual(await backup(), { state: 'None', needsAttention: false, failedAt: at });
});

test('another account sees neither the size of the database nor a folder of the server', async () => {
  const other = await merchantOf(app, app.other);
  await note('last-backup', `${app.system.clock.now().toISOString()}\n/backup/today\n`);
  const { database, backup } = await other.call<State>('GET', URL);
  assert.deepEqual(Object.keys(database).toSorted(), ['engine', 'schema']);
  assert.equal('folder' in backup, false);
});

test('the state of the server needs the scope of settings', async () => {
  const headers = await app.apiKey(app.demo, 'orders:read');
  assert.equal((await app.inject({ url: URL, headers })).statusCode, 403);
});

test('the state of the server says how long things are kept, as its configuration does', async () => {
  const fixed = { mails: 90, endedSessions: 30, guestCarts: 30, customerCarts: 90 };
  const retention = async (each: TestApp) =>
    (await (await merchantOf(each)).call<State>('GET', URL)).retention;
  assert.deepEqual(await retention(app), { ...fixed, events: 30 });
  const strict = await startTestApp({
    LATCHKEY_EVENT_RETENTION_DAYS: '60',
    LATCHKEY_AUDIT_RETENTION_DAYS: '400',
  });
  try {
    assert.deepEqual(await retention(strict), { ...fixed, events: 60, auditLog: 400 });
  } finally {
    await strict.close();
  }
});
