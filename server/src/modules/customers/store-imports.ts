import type { Reader, Tx } from '../../platform/database/database.ts';
import { inList, rowsFrom } from '../../platform/database/lists.ts';
import { emailKey } from './domain/email.ts';
import { adoptSubscription } from './store-newsletter.ts';
import { IS_LIVE } from './store-owners.ts';
import { insertTerms } from './store-search.ts';
import type { Customer, CustomerTables } from './tables.ts';

/** A customer who has, or can go back to, an email of an import, or has an external id of it. */
export type ExistingCustomer = Pick<
  Customer,
  'id' | 'externalId' | 'emailKey' | 'isEmailConfirmed' | 'passwordHash'
>;

interface Names {
  readonly id?: string | undefined;
  readonly email: string;
  readonly externalId?: string | undefined;
}

/** The customers who conflict with new ones: by id or external id, including deleted ones, or by email. */
export async function findExistingCustomers(
  db: Reader,
  accountId: string,
  names: readonly Names[],
  now: Date,
): Promise<{ of(name: Names): ExistingCustomer | undefined }> {
  const emailKeys = [...new Set(names.map(({ email }) => emailKey(email)))];
  const externalIds = [...new Set(names.flatMap(({ externalId }) => externalId ?? []))];
  const ids = [...new Set(names.flatMap(({ id }) => id?.toLowerCase() ?? []))];
  const customers = (column: 'id' | 'emailKey' | 'externalId', values: readonly string[]) =>
    db
      .tables<CustomerTables>()
      .selectFrom('customers')
      .select(['id', 'emailKey', 'externalId', 'isEmailConfirmed', 'passwordHash'])
      .where('accountId', '=', accountId)
      .where(inList(db, column, values));
  const byExternalId = new Map(
    (externalIds.length === 0 ? [] : await customers('externalId', externalIds).execute()).map((row) => [
      row.externalId,
      row,
    ]),
  );
  const byId = new Map(
    (ids.length === 0 ? [] : await customers('id', ids).execute()).map((row) => [row.id, row]),
  );
  const live = await customers('emailKey', emailKeys).where(IS_LIVE).execute();
  const byEmail = new Map<string, ExistingCustomer>(live.map((row) => [row.emailKey, row]));
  for (const { key, ...owner } of await reservations(db, accountId, emailKeys, now))
    if (!byEmail.has(key)) byEmail.set(key, owner);
  return {
    of: ({ id, email, externalId }) =>
      (id === undefined ? undefined : byId.get(id.toLowerCase())) ??
      (externalId === undefined ? undefined : byExternalId.get(externalId)) ??
      byEmail.get(emailKey(email)),
  };
}

/** The customers who have left one of these addresses and can still go back to it. */
function reservations(db: Reader, accountId: string, emailKeys: readonly string[], now: Date) {
  return db
    .tables<CustomerTables>()
    .selectFrom('emailChanges')
    .innerJoin('customers', (join) =>
      join
        .onRef('customers.accountId', '=', 'emailChanges.accountId')
        .onRef('customers.id', '=', 'emailChanges.customerId'),
    )
    .select([
      'customers.id',
      'customers.externalId',
      'customers.emailKey',
      'customers.isEmailConfirmed',
      'customers.passwordHash',
      'emailChanges.emailKey as key',
    ])
    .where('emailChanges.accountId', '=', accountId)
    .where(inList(db, 'emailChanges.emailKey', emailKeys))
    .where('emailChanges.wasConfirmed', '=', true)
    .where('emailChanges.expiresAt', '>', now)
    .execute();
}

const COLUMNS = {
  accountId: 'TEXT',
  id: 'TEXT',
  name: 'TEXT',
  businessName: 'TEXT',
  taxId: 'TEXT',
  email: 'TEXT',
  emailKey: 'TEXT',
  isEmailConfirmed: 'BOOLEAN',
  phone: 'TEXT',
  address: 'JSON',
  passwordHash: 'TEXT',
  sessionEpoch: 'INTEGER',
  acceptsNewsletter: 'BOOLEAN',
  newsletterOptedInAt: 'TIMESTAMP',
  acceptsProductUpdates: 'BOOLEAN',
  productUpdatesOptedInAt: 'TIMESTAMP',
  privacyAcceptedAt: 'TIMESTAMP',
  termsAcceptedAt: 'TIMESTAMP',
  externalId: 'TEXT',
  properties: 'JSON',
  isDeleted: 'BOOLEAN',
  mergedInto: 'TEXT',
  revision: 'INTEGER',
  createdAt: 'TIMESTAMP',
} as const satisfies Record<keyof Customer, string>;

const COLUMN_NAMES = Object.keys(COLUMNS).filter((name): name is keyof Customer => name in COLUMNS);

/**
 * Stores new customers, who get the newsletter subscriptions of their addresses (`adoptSubscription`). Throws when another transaction
 * has taken an email or external id in the meantime; the transaction must then be rolled back.
 */
export async function insertNewCustomers(
  tx: Tx,
  customers: readonly Customer[],
  now: Date,
): Promise<readonly Customer[]> {
  const [first] = customers;
  if (first === undefined) return [];
  const db = tx.tables<CustomerTables>();
  // In a fixed order, so that two imports of the same list do not wait for each other.
  const rows = customers.toSorted((one, other) => (one.emailKey < other.emailKey ? -1 : 1));
  await db
    .insertInto('customers')
    .columns(COLUMN_NAMES)
    .expression(db.selectFrom(rowsFrom(tx, COLUMNS, rows).as('given')).select(COLUMN_NAMES))
    .execute();
  await insertTerms(tx, rows);
  const keys = rows.map((row) => row.emailKey);
  // After the insert, which waits for a change of email that is just being written.
  const [owner] = await reservations(tx, first.accountId, keys, now);
  if (owner !== undefined) throw new Error('an email of the import was reserved in the meantime');
  const subscribers = await db
    .selectFrom('newsletterSubscriptions')
    .select('emailKey')
    .where('accountId', '=', first.accountId)
    .where(inList(tx, 'emailKey', keys))
    .execute();
  const subscriberKeys = new Set(subscribers.map((row) => row.emailKey));
  for (const row of rows) if (subscriberKeys.has(row.emailKey)) await adoptSubscription(tx, row);
  return customers;
}
