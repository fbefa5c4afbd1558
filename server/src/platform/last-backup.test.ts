import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { type BackupNotes, backupState, needsBackup, readBackupNotes } from './last-backup.ts';

const now = new Date('2027-01-10T12:00:00Z');
const FAILURE: BackupNotes = { failedAt: now };

function notesOf(time: string): BackupNotes {
  return { last: { at: new Date(time), folder: '/backup' } };
}

test('the notes about backups are what their files say, if they say something', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-last-backup-'));
  try {
    assert.deepEqual(await readBackupNotes(folder), {});
    await writeFile(join(folder, 'last-backup'), 'yesterday\n/backup\n');
    assert.deepEqual(await readBackupNotes(folder), {});
    await writeFile(join(folder, 'last-backup'), '2027-01-10T03:12:00Z\n/my backup/2027-01-10\n');
    await writeFile(join(folder, 'last-backup-failure'), '2027-01-11T03:12:00Z\n');
    assert.deepEqual(await readBackupNotes(folder), {
      last: { at: new Date('2027-01-10T03:12:00Z'), folder: '/my backup/2027-01-10' },
      failedAt: new Date('2027-01-11T03:12:00Z'),
    });
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('a backup is old after two days, and on PostgreSQL other programs may make backups', () => {
  const stateOf = (notes: BackupNotes, engine: 'sqlite' | 'postgres' = 'sqlite') =>
    backupState(notes, { now, engine });
  assert.equal(stateOf(notesOf('2027-01-08T12:00:00Z')), 'Recent');
  assert.equal(stateOf(notesOf('2027-01-08T11:59:59Z')), 'Old');
  assert.equal(stateOf(notesOf('2027-01-08T11:59:59Z'), 'postgres'), 'Old');
  assert.deepEqual([stateOf({}), stateOf({}, 'postgres')], ['None', 'Elsewhere']);
  assert.equal(stateOf(FAILURE, 'postgres'), 'None');
});

test('nobody is bothered in development, in the first week, or about backups that other programs make', () => {
  const needs = (notes: BackupNotes, days: number, options: object = {}) => {
    const since = new Date(now.getTime() - days * 24 * 60 * 60 * 1_000);
    return needsBackup(notes, { isProduction: true, engine: 'sqlite', now, since, ...options });
  };
  const old = notesOf('2027-01-01T03:12:00Z');
  assert.deepEqual([needs({}, 7), needs({}, 8), needs(old, 1), needs(FAILURE, 1)], [false, true, true, true]);
  assert.deepEqual(
    [needs(notesOf('2027-01-10T03:12:00Z'), 30), needs({}, 30, { engine: 'postgres' })],
    [false, false],
  );
  const development = { isProduction: false };
  assert.deepEqual([needs({}, 30, development), needs(old, 30, development)], [false, false]);
});
