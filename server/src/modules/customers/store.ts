import { sql } from 'kysely';
import type { Reader, Tx } from '../../platform/database/database.ts';
import { inList } from '../../platform/database/lists.ts';
import { newestFirst, type RowPage } from '../../platform/database/newest-first.ts';
import { unindexed } from '../../platform/database/unindexed.ts';
import { emailKey } from './domain/email.ts';
import { emailInUse } from './problems.ts';
import { findReservation } from './store-email-changes.ts';
import { adoptSubscription } from './store-newsletter.ts';
import { insertTerms, replaceTerms } from './store-search.ts';
import { IS_LIVE } from './store-owners.ts';
import type { Customer, CustomerName, CustomerTables } from './tables.ts';

/** The customer with this id, even if deleted; `undefined` when the account has none. */
export function findCustomer(db: Reader, accountId: string, id: string): Promise<Customer | undefined> {
  return byId(db, accountId, id).executeTakeFirst();
}

/** The customer with this email, in any case; deleted customers have none. */
export function findCustomerByEmail(
  db: Reader,
  accountId: string,
  email: string,
): Promise<Customer | undefined> {
  return db
    .tables<CustomerTables>()
    .selectFrom('customers')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('emailKey', '=', emailKey(email))
    .where('isDeleted', '=', false)
    .executeTakeFirst();
}

/** The customer with this external id, even if deleted; `undefined` when the account has none. */
export function findCustomerByExternalId(
  db: Reader,
  accountId: string,
  externalId: string,
): Promise<Customer | undefined> {
  return db
    .tables<CustomerTables>()
    .selectFrom('customers')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('externalId', '=', externalId)
    .executeTakeFirst();
}

/** The filters of a list of customers; an absent one filters nothing. */
export interface CustomerFilter extends RowPage {
  readonly isDeleted?: boolean | undefined;
  readonly email?: string | undefined;
  readonly externalId?: string | undefined;
  readonly createdBefore?: Date | undefined;
  readonly createdAfter?: Date | undefined;
}

/** Newest first, or oldest first; returns up to one row more than `limit`, to show whether there are more. */
export function listCustomers(db: Reader, accountId: string, filter: CustomerFilter): Promise<Customer[]> {
  return newestFirst(matching(db, accountId, filter), filter).execute();
}

/** A page of customers in the order of their addresses. */
export interface EmailPage extends Omit<CustomerFilter, 'after' | 'isOldestFirst'> {
  /** The lookup form of the address that ended the previous page. */
  readonly afterKey: string | undefined;
  readonly isDescending: boolean;
}

/** By the lookup form of their addresses; returns up to one row more than `limit`. */
export function listCustomersByEmail(
  db: Reader,
  accountId: string,
  { limit, afterKey, isDescending, isDeleted, ...filter }: EmailPage,
): Promise<Customer[]> {
  const sorted = matching(db, accountId, filter)
    .orderBy('emailKey', isDescending ? 'desc' : 'asc')
    .limit(limit + 1);
  // Nearly all are in one state: an index of that would have to be sorted.
  const ofState =
    isDeleted === undefined
      ? sorted
      : sorted.where(unindexed(sql<boolean>`${sql.ref('isDeleted')} = ${isDeleted}`));
  if (afterKey === undefined) return ofState.execute();
  return ofState.where('emailKey', isDescending ? '<' : '>', afterKey).execute();
}

function matching(db: Reader, accountId: string, filter: Omit<CustomerFilter, 'limit'>) {
  const { isDeleted, email, externalId, createdBefore, createdAfter } = filter;
  let customers = db
    .tables<CustomerTables>()
    .selectFrom('customers')
    .selectAll()
    .where('accountId', '=', accountId);
  if (isDeleted !== undefined) customers = customers.where('isDeleted', '=', isDeleted);
  if (email !== undefined) customers = customers.where('emailKey', '=', emailKey(email));
  if (externalId !== undefined) customers = customers.where('externalId', '=', externalId);
  if (createdBefore !== undefined) customers = customers.where('createdAt', '<', createdBefore);
  if (createdAfter !== undefined) customers = customers.where('createdAt', '>', createdAfter);
  return customers;
}

/** The customer, locked against changes until the transaction ends; `undefined` when unknown or deleted. */
export function lockCustomer(tx: Tx, accountId: string, id: string): Promise<Customer | undefined> {
  return byId(tx, accountId, id).where('isDeleted', '=', false).forUpdate().executeTakeFirst();
}

/**
 * Adds a customer, who gets the address's newsletter subscriptions (`adoptSubscription`); returns `undefined`, and changes nothing,
 * when the account has a customer with this email or external id. Raises 409 `EmailInUse` when a customer can still go
 * back to the email.
 */
export async function insertCustomer(
  tx: Tx,
  customer: Customer,
  now = customer.createdAt,
): Promise<Customer | undefined> {
  const { accountId, emailKey: key } = customer;
  const inserted = await tx
    .tables<CustomerTables>()
    .insertInto('customers')
    .values(customer)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  if (inserted === undefined) return undefined;
  await insertTerms(tx, [inserted]);
  // After the insert, which waits for a change of email that is just being written.
  if ((await findReservation(tx, accountId, key, now)) !== undefined) throw emailInUse();
  return adoptSubscription(tx, inserted);
}

/** The fields of a customer that can change. */
export type CustomerChanges = Partial<Omit<Customer, 'accountId' | 'id' | 'revision' | 'createdAt'>>;

/** Changes only the fields that are set; returns the updated customer, `undefined` when there is none. */
export async function updateCustomer(
  tx: Tx,
  accountId: string,
  id: string,
  changes: CustomerChanges,
): Promise<Customer | undefined> {
  if (Object.keys(changes).length === 0) return findCustomer(tx, accountId, id);
  const updated = await tx
    .tables<CustomerTables>()
    .updateTable('customers')
    .set(changes)
    .set((eb) => ({ revision: eb('revision', '+', 1) }))
    .where('accountId', '=', accountId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  if (updated !== undefined && SEARCHABLE_FIELDS.some((field) => field in changes))
    await replaceTerms(tx, updated);
  return updated;
}

/** The fields that search terms are built from. */
const SEARCHABLE_FIELDS = ['name', 'businessName', 'email', 'isDeleted'] as const;

/** Those who were merged into a customer are merged into whom that customer is merged into. */
export async function passMergesOn(
  tx: Tx,
  accountId: string,
  { from, into }: { readonly from: string; readonly into: string },
): Promise<void> {
  await tx
    .tables<CustomerTables>()
    .updateTable('customers')
    .set({ mergedInto: into })
    .where('accountId', '=', accountId)
    .where('mergedInto', '=', from)
    .execute();
}

/** Those who were merged into a customer. */
export function customersMergedInto(db: Reader, accountId: string, id: string): Promise<Customer[]> {
  return db
    .tables<CustomerTables>()
    .selectFrom('customers')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('mergedInto', '=', id)
    .execute();
}

/** Of these customers, those who were merged into another, with the id of that one. */
export async function findMerges(
  db: Reader,
  accountId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .tables<CustomerTables>()
    .selectFrom('customers')
    .select(['id', 'mergedInto'])
    .where('accountId', '=', accountId)
    .where(inList(db, 'id', ids))
    .execute();
  return new Map(
    rows.flatMap(({ id, mergedInto }) => (mergedInto === null ? [] : [[id, mergedInto] as const])),
  );
}

/** Of these customers, those who are not deleted, as people are told apart. */
export function findNames(db: Reader, accountId: string, ids: readonly string[]): Promise<CustomerName[]> {
  return db
    .tables<CustomerTables>()
    .selectFrom('customers')
    .select(['id', 'name', 'email'])
    .where('accountId', '=', accountId)
    .where(inList(db, 'id', ids))
    .where(IS_LIVE)
    .execute();
}

/** A customer of any account. */
export interface ErasedCustomer {
  readonly accountId: string;
  readonly customerId: string;
}

/** Those, at most `most`, who are erased while an address is left of somebody who was merged into them. */
export async function findErasedWithRemains(db: Reader, most: number): Promise<ErasedCustomer[]> {
  const rows = await db
    .tables<CustomerTables>()
    .selectFrom('customers as merged')
    .select(['merged.accountId', 'merged.mergedInto as customerId'])
    .distinct()
    .where('merged.mergedInto', 'is not', null)
    .where('merged.email', 'not like', '%@deleted.invalid')
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('customers as erased')
          .select('erased.id')
          .whereRef('erased.accountId', '=', 'merged.accountId')
          .whereRef('erased.id', '=', 'merged.mergedInto')
          .where('erased.isDeleted', '=', true),
      ),
    )
    .limit(most)
    .execute();
  return rows.flatMap(({ accountId, customerId }) =>
    customerId === null ? [] : [{ accountId, customerId }],
  );
}

/** Invalidates everything that the customer's sessions have prepared so far, such as checkout links. */
export async function increaseSessionEpoch(tx: Tx, accountId: string, id: string): Promise<void> {
  await tx
    .tables<CustomerTables>()
    .updateTable('customers')
    .set((eb) => ({ sessionEpoch: eb('sessionEpoch', '+', 1) }))
    .where('accountId', '=', accountId)
    .where('id', '=', id)
    .execute();
}

function byId(db: Reader, accountId: string, id: string) {
  return db
    .tables<CustomerTables>()
    .selectFrom('customers')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('id', '=', id);
}
