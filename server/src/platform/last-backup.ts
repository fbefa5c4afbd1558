import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Engine } from './database/database.ts';

/** What `deploy/backup` notes in the data folder. */
export interface BackupNotes {
  /** The last backup that ended well, and the folder with its database. */
  readonly last?: { readonly at: Date; readonly folder: string };
  /** When a backup failed, if none has ended well since. */
  readonly failedAt?: Date;
}

/** The notes that `deploy/backup` left in a data folder; a note that is missing or cannot be read is left out. */
export async function readBackupNotes(dataDir: string): Promise<BackupNotes> {
  const [last, failure] = await Promise.all([
    readNote(path.join(dataDir, 'last-backup')),
    readNote(path.join(dataDir, 'last-backup-failure')),
  ]);
  return {
    ...(last !== undefined && { last: { at: last.at, folder: last.text } }),
    ...(failure !== undefined && { failedAt: failure.at }),
  };
}

/** A note has the time in its first line, and a text in the others. */
async function readNote(file: string): Promise<{ readonly at: Date; readonly text: string } | undefined> {
  const note = await readFile(file, 'utf8').catch(() => '');
  const [time = '', ...lines] = note.trimEnd().split('\n');
  const at = new Date(time);
  return Number.isNaN(at.getTime()) ? undefined : { at, text: lines.join('\n') };
}

const HOUR = 60 * 60 * 1_000;
/** The timer makes one every night; one may fail. */
const OLD_MILLISECONDS = 48 * HOUR;
/** Who has just set a server up makes backups soon enough. */
const NEW_MILLISECONDS = 7 * 24 * HOUR;

/**
 * `Recent`: the last one is at most two days old. `Old`: it is older. `None`: there is none. `Elsewhere`: on PostgreSQL,
 * `deploy/backup` was never run, but other programs may make backups.
 */
export type BackupState = 'Recent' | 'Old' | 'None' | 'Elsewhere';

/** What is to be said about the backups of a server. */
export function backupState(
  { last, failedAt }: BackupNotes,
  { now, engine }: { readonly now: Date; readonly engine: Engine },
): BackupState {
  if (last !== undefined) return now.getTime() - last.at.getTime() <= OLD_MILLISECONDS ? 'Recent' : 'Old';
  return engine === 'sqlite' || failedAt !== undefined ? 'None' : 'Elsewhere';
}

/**
 * Whether somebody should do something about the backups: in production, if the last one is old, if the only ones failed,
 * or if there is none a week after `since`, the creation of the account.
 */
export function needsBackup(
  notes: BackupNotes,
  options: {
    readonly isProduction: boolean;
    readonly now: Date;
    readonly since: Date;
    readonly engine: Engine;
  },
): boolean {
  if (!options.isProduction) return false;
  const state = backupState(notes, options);
  const isSetUp = options.now.getTime() - options.since.getTime() > NEW_MILLISECONDS;
  return state === 'Old' || (state === 'None' && (isSetUp || notes.failedAt !== undefined));
}
