import { sql } from 'kysely';
import type { Reader, Tx } from './database.ts';

type Tables = Record<'rows', { readonly accountId: string }>;

/** A table, and one that its rows refer to. */
interface Reference {
  readonly name: string;
  readonly parent: string | null;
}

/**
 * The tables whose rows name their account in `account_id`, each before those that its rows refer to, so that an
 * account's rows can be deleted in this order. Read from the schema, so that no table can be missed.
 */
export async function accountTables(db: Reader): Promise<string[]> {
  const references = db.engine === 'sqlite' ? await sqliteReferences(db) : await postgresReferences(db);
  const children = new Map<string, Set<string>>();
  for (const { name } of references) children.set(name, new Set());
  for (const { name, parent } of references) {
    if (parent !== null && parent !== name) children.get(parent)?.add(name);
  }
  return childrenFirst(children);
}

function childrenFirst(children: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const ordered = new Set<string>();
  while (ordered.size < children.size) {
    const free = [...children].filter(
      ([name, below]) => !ordered.has(name) && [...below].every((child) => ordered.has(child)),
    );
    if (free.length === 0) throw new Error('tables refer to each other in a circle');
    for (const [name] of free) ordered.add(name);
  }
  return [...ordered];
}

async function sqliteReferences(db: Reader): Promise<Reference[]> {
  const { rows } = await sql<Reference>`
    select m.name as name, f."table" as parent
    from sqlite_master m left join pragma_foreign_key_list(m.name) f
    where m.type = 'table'
      and exists (select 1 from pragma_table_info(m.name) c where c.name = 'account_id')`.execute(
    db.tables(),
  );
  return rows;
}

async function postgresReferences(db: Reader): Promise<Reference[]> {
  const { rows } = await sql<Reference>`
    select t.relname as name, p.relname as parent
    from pg_class t
    join pg_attribute c on c.attrelid = t.oid and c.attname = 'account_id' and not c.attisdropped
    left join pg_constraint f on f.conrelid = t.oid and f.contype = 'f'
    left join pg_class p on p.oid = f.confrelid
    where t.relkind = 'r' and t.relnamespace = current_schema()::regnamespace`.execute(db.tables());
  return rows;
}

/** Deletes the rows of an account from such a table, and returns their number. */
export async function deleteRowsOf(tx: Tx, table: string, accountId: string): Promise<number> {
  // Kysely only accepts tables that are named in the code: this one gets its name here.
  const name = table as 'rows';
  const { numDeletedRows } = await tx
    .tables<Tables>()
    .deleteFrom(name)
    .where('accountId', '=', accountId)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** The number of rows of an account in such a table. */
export async function countRowsOf(db: Reader, table: string, accountId: string): Promise<number> {
  const name = table as 'rows';
  const { rows } = await db
    .tables<Tables>()
    .selectFrom(name)
    .select(({ fn }) => fn.countAll<number | string>().as('rows'))
    .where('accountId', '=', accountId)
    .executeTakeFirstOrThrow();
  return Number(rows);
}
