import type { Kysely, Transaction } from 'kysely';
import type { Reader, Tx } from './database.ts';
import { newestFirst, type RowPage } from './newest-first.ts';

/** Columns of every row of such a table. */
interface AccountRow {
  readonly accountId: string;
  readonly id: string;
  readonly createdAt: Date;
  readonly isArchived: boolean;
}

/** The part of a list to read, newest first. */
export interface ArchivablePage extends RowPage {
  /** Only archived rows, or only those that are not. */
  readonly isArchived: boolean;
}

/** Reads and writes one kind of row of accounts, each with an id that is unique in its account. */
export interface AccountRows<Row> {
  /** The row, even if archived. */
  readonly find: (db: Reader, accountId: string, id: string) => Promise<Row | undefined>;
  /** The row, locked until the transaction ends. */
  readonly lock: (tx: Tx, accountId: string, id: string) => Promise<Row | undefined>;
  /** Newest first; returns up to one row more than `limit`, to show whether there are more. */
  readonly page: (db: Reader, accountId: string, page: ArchivablePage) => Promise<Row[]>;
  /** Adds a row; `false`, and nothing changed, when the account already has one with this id. */
  readonly insert: (tx: Tx, row: Row) => Promise<boolean>;
  /** Replaces the row with the same id. */
  readonly save: (tx: Tx, row: Row) => Promise<void>;
}

type Tables = Record<'rows', AccountRow>;

/** The store of a table with primary key `(account_id, id)` whose rows are archived, not deleted. */
export function accountRows<Row extends AccountRow>(table: string): AccountRows<Row> {
  // Kysely only accepts tables that are named in the code: this one gets its name, and its row type back, here.
  const name = table as 'rows';
  const rowsOf = (db: Reader, accountId: string) =>
    (db.tables<Tables>() as Kysely<Tables>).selectFrom(name).selectAll().where('accountId', '=', accountId);
  return {
    find: async (db, accountId, id) =>
      (await rowsOf(db, accountId).where('id', '=', id).executeTakeFirst()) as Row | undefined,
    lock: async (tx, accountId, id) =>
      (await rowsOf(tx, accountId).where('id', '=', id).forUpdate().executeTakeFirst()) as Row | undefined,
    page: async (db, accountId, page) => {
      const rows = rowsOf(db, accountId).where('isArchived', '=', page.isArchived);
      return (await newestFirst(rows, page).execute()) as unknown as Row[];
    },
    insert: async (tx, row) => {
      const inserted = await writer(tx)
        .insertInto(name)
        .values(row)
        .onConflict((conflict) => conflict.columns(['accountId', 'id']).doNothing())
        .returning('id')
        .executeTakeFirst();
      return inserted !== undefined;
    },
    save: async (tx, row) => {
      // When a key is set, even to its current value, SQLite reads every row that may refer to it.
      const { accountId, id, ...changes } = row;
      const update = writer(tx).updateTable(name).set(changes);
      await update.where('accountId', '=', accountId).where('id', '=', id).execute();
    },
  };
}

function writer(tx: Tx): Transaction<Tables> {
  return tx.tables<Tables>();
}
