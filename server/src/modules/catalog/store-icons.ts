import type { Reader } from '../../platform/database/database.ts';
import { inList } from '../../platform/database/lists.ts';
import type { CatalogTables } from './tables.ts';

/** The files of all icons of an account, each once. */
export async function iconKeysOf(db: Reader, accountId: string): Promise<string[]> {
  const ofTable = (table: 'products' | 'bundles') =>
    db
      .tables<CatalogTables>()
      .selectFrom(table)
      .select('iconKey')
      .where('accountId', '=', accountId)
      .where('iconKey', 'is not', null)
      .execute();
  const rows = [...(await ofTable('products')), ...(await ofTable('bundles'))];
  return [...new Set(rows.flatMap(({ iconKey }) => (iconKey === null ? [] : [iconKey])))];
}

/** Those of the files that are icons of any account; identical content is stored once for all accounts. */
export async function usedIconKeys(db: Reader, keys: readonly string[]): Promise<Set<string>> {
  const ofTable = (table: 'products' | 'bundles') =>
    db
      .tables<CatalogTables>()
      .selectFrom(table)
      .select('iconKey')
      .where(inList(db, 'iconKey', keys))
      .execute();
  const rows = [...(await ofTable('products')), ...(await ofTable('bundles'))];
  return new Set(rows.flatMap(({ iconKey }) => (iconKey === null ? [] : [iconKey])));
}
