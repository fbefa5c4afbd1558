import { DatabaseSync } from 'node:sqlite';
import type { KeyLedger } from '../../kernel/bulk-import.ts';

/**
 * A ledger for any number of keys, in a temporary file that no other process sees and that is deleted when it is
 * closed.
 */
export interface FileLedger extends KeyLedger {
  close(): void;
}

/** Opens an empty ledger. It takes a few megabytes of memory, regardless of the number of keys. */
export function openFileLedger(): FileLedger {
  // SQLite stores a database without a name in a temporary file.
  const database = new DatabaseSync('');
  database.exec('pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -4000');
  database.exec('create table keys (key text primary key, id text not null) without rowid; begin');
  const find = database.prepare('select id from keys where key = ?');
  const add = database.prepare('insert or replace into keys (key, id) values (?, ?)');
  return {
    find: (key) => {
      const id = find.get(key)?.['id'];
      return typeof id === 'string' ? id : undefined;
    },
    add: (key, id) => void add.run(key, id),
    close: () => database.close(),
  };
}
