import { DatabaseSync } from 'node:sqlite';

/** Texts in their order, in a temporary file that no other process sees and that is deleted when it is closed. */
export interface FileSpool {
  add(text: string): void;
  /** All texts, oldest first. */
  read(): Iterable<string>;
  close(): void;
}

/** Opens an empty spool. It takes a few megabytes of memory, regardless of the number of texts. */
export function openFileSpool(): FileSpool {
  // SQLite stores a database without a name in a temporary file.
  const database = new DatabaseSync('');
  database.exec('pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -4000');
  database.exec('create table texts (id integer primary key, text text not null); begin');
  const add = database.prepare('insert into texts (text) values (?)');
  const all = database.prepare('select text from texts order by id');
  return {
    add: (text) => void add.run(text),
    *read() {
      for (const { text } of all.iterate()) yield String(text);
    },
    close: () => database.close(),
  };
}
