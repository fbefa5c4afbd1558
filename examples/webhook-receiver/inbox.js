// What has arrived, in a file of SQLite. A real program uses the database that it has.
import { DatabaseSync } from 'node:sqlite';

const SCHEMA = `
  create table if not exists events (
    id text primary key, sequence integer not null, event text not null, handled integer not null default 0
  );
  create table if not exists subjects (subject text primary key, sequence integer not null, data text not null);
  create table if not exists place (one integer primary key check (one = 1), sequence integer not null);
  insert or ignore into place values (1, 0);
`;

/** Opens the inbox at this path. */
export function openInbox(path) {
  const database = new DatabaseSync(path);
  database.exec(SCHEMA);
  const add = database.prepare('insert or ignore into events (id, sequence, event) values (?, ?, ?)');
  const next = database.prepare('select id, event from events where handled = 0 order by sequence limit 1');
  const done = database.prepare('update events set handled = 1 where id = ?');
  // Out of order: only a later event of a subject replaces what is known of it.
  const know = database.prepare(`
    insert into subjects values (?, ?, ?) on conflict (subject)
    do update set sequence = excluded.sequence, data = excluded.data where sequence < excluded.sequence`);
  const place = database.prepare('select sequence from place');
  const move = database.prepare('update place set sequence = max(sequence, ?)');
  return {
    /** Stores an event. One that arrives twice has the same id, and is stored once. */
    add: (event) => add.run(event.id, event.sequence, JSON.stringify(event)),
    /** Handles each stored event once, and keeps the newest state of each subject, in one transaction. */
    handleAll: (handle) => {
      for (let row = next.get(); row !== undefined; row = next.get()) {
        const event = JSON.parse(row.event);
        const { type, id, sequence } = event.subject;
        database.exec('begin');
        const { changes } = know.run(`${type}/${id}`, sequence, JSON.stringify(event.data));
        handle(event, changes > 0);
        done.run(row.id);
        database.exec('commit');
      }
    },
    /** The last event that was read from the list. */
    place: () => Number(place.get().sequence),
    moveTo: (sequence) => move.run(sequence),
  };
}
