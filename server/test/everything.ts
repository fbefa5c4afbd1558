import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { migrations } from '../migrations/index.ts';
import type { Reader } from '../src/platform/database/database.ts';
import { portableDdl } from '../src/platform/database/migrate.ts';

const STATEMENTS = migrations.flatMap(({ statements }) =>
  statements.map((statement) => portableDdl(statement, 'sqlite')),
);
/** The tables whose rows belong to an account. */
const TABLES = STATEMENTS.filter((statement) => /\baccount_id\b/.test(statement)).flatMap(
  (statement) => /^\s*create table (\w+)/i.exec(statement)?.[1] ?? [],
);

/** Every row of an account as JSON, table by table. */
export async function everythingOf(reader: Reader, accountId: string): Promise<Record<string, string[]>> {
  assert.ok(TABLES.length > 25, 'hardly any table was found');
  const db = reader.tables<unknown>();
  const rowsByTable: Record<string, string[]> = {};
  for (const name of ['accounts', ...TABLES]) {
    const owner = sql.ref(name === 'accounts' ? 'id' : 'account_id');
    const { rows } = await sql`select * from ${sql.table(name)} where ${owner} = ${accountId}`.execute(db);
    rowsByTable[name] = rows.map((row) => JSON.stringify(row)).toSorted();
  }
  return rowsByTable;
}
