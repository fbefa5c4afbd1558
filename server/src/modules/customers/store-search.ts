import { sql } from 'kysely';
import type { Reader, Tx } from '../../platform/database/database.ts';
import { rowsFrom } from '../../platform/database/lists.ts';
import { searchTerms } from './domain/search-terms.ts';
import type { Customer, CustomerTables } from './tables.ts';

/** The start of a page of a search: after this term of this customer. */
export interface SearchPosition {
  readonly term: string;
  readonly customerId: string;
}

/** A customer, and the first of their terms that the search matches. */
export type SearchMatch = Customer & { readonly term: string };

/** Sorts after every character of a term, on both engines. */
const LAST_CHARACTER = '\u{10ffff}';

/**
 * Customers with a term that starts with the text, sorted by that term, then by id; up to one more than `limit`. Each
 * appears once, however many of their terms match.
 */
export function findMatches(
  db: Reader,
  accountId: string,
  search: { readonly prefix: string; readonly limit: number; readonly after?: SearchPosition | undefined },
): Promise<SearchMatch[]> {
  const { prefix, limit, after } = search;
  const end = `${prefix}${LAST_CHARACTER}`;
  return db
    .tables<CustomerTables>()
    .selectFrom('customerSearchTerms as terms')
    .innerJoin('customers', (join) =>
      join
        .onRef('customers.accountId', '=', 'terms.accountId')
        .onRef('customers.id', '=', 'terms.customerId'),
    )
    .selectAll('customers')
    .select('terms.term')
    .where('terms.accountId', '=', accountId)
    .where('terms.term', '<', end)
    .$if(after === undefined, (query) => query.where('terms.term', '>=', prefix))
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(${sql.ref('terms.term')}, ${sql.ref('terms.customerId')}) > (${after?.term}, ${after?.customerId})`,
      ),
    )
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('customerSearchTerms as earlier')
            .select('earlier.term')
            .whereRef('earlier.accountId', '=', 'terms.accountId')
            .whereRef('earlier.customerId', '=', 'terms.customerId')
            .where('earlier.term', '>=', prefix)
            .whereRef('earlier.term', '<', 'terms.term'),
        ),
      ),
    )
    .orderBy('terms.term')
    .orderBy('terms.customerId')
    .limit(limit + 1)
    .execute();
}

const COLUMNS = { accountId: 'TEXT', customerId: 'TEXT', term: 'TEXT' } as const;

/** Stores the search terms of these customers, who have none yet. */
export async function insertTerms(tx: Tx, customers: readonly Customer[]): Promise<void> {
  const rows = customers.flatMap((customer) =>
    searchTerms(customer).map((term) => ({
      accountId: customer.accountId,
      customerId: customer.id,
      term,
    })),
  );
  if (rows.length === 0) return;
  const db = tx.tables<CustomerTables>();
  const names = ['accountId', 'customerId', 'term'] as const;
  await db
    .insertInto('customerSearchTerms')
    .columns(names)
    .expression(db.selectFrom(rowsFrom(tx, COLUMNS, rows).as('given')).select(names))
    .execute();
}

/** Replaces the search terms of a customer. */
export async function replaceTerms(tx: Tx, customer: Customer): Promise<void> {
  await tx
    .tables<CustomerTables>()
    .deleteFrom('customerSearchTerms')
    .where('accountId', '=', customer.accountId)
    .where('customerId', '=', customer.id)
    .execute();
  await insertTerms(tx, [customer]);
}
