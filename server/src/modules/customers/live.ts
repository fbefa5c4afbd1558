import { sql } from 'kysely';
import { unindexed } from '../../platform/database/unindexed.ts';

/**
 * Customers who are not deleted, in a look-up of many at once. Nearly all customers of an account are: SQLite must not
 * read the index of them instead of that of the values.
 */
export const IS_LIVE = unindexed(sql<boolean>`not ${sql.ref('isDeleted')}`);
