import type { Tx } from '../../platform/database/database.ts';
import { type Preferences, preferencesOf, withOptIns } from './domain/preferences.ts';
import type { Customer, CustomerTables, NewsletterSubscription } from './tables.ts';

/** The subscription of an address, locked until the transaction ends. */
export function lockSubscription(
  tx: Tx,
  accountId: string,
  emailKey: string,
): Promise<NewsletterSubscription | undefined> {
  return tx
    .tables<CustomerTables>()
    .selectFrom('newsletterSubscriptions')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('emailKey', '=', emailKey)
    .forUpdate()
    .executeTakeFirst();
}

/**
 * Stores the newest code of an address; its subscriptions stay unchanged, and so does the name once it is confirmed.
 */
export async function saveRequest(
  tx: Tx,
  request: Pick<
    NewsletterSubscription,
    | 'accountId'
    | 'emailKey'
    | 'email'
    | 'name'
    | 'wantsNewsletter'
    | 'wantsProductUpdates'
    | 'codeHash'
    | 'codeExpiresAt'
  > & { readonly now: Date },
): Promise<void> {
  const { now, ...row } = request;
  const { accountId: _account, emailKey: _key, name, ...changes } = row;
  await tx
    .tables<CustomerTables>()
    .insertInto('newsletterSubscriptions')
    .values({
      ...row,
      isNewsletter: false,
      isProductUpdates: false,
      requestedAt: now,
      confirmedAt: null,
      changedAt: now,
    })
    .onConflict((conflict) =>
      conflict.columns(['accountId', 'emailKey']).doUpdateSet((eb) => ({
        ...changes,
        name: eb
          .case()
          .when('newsletterSubscriptions.confirmedAt', 'is', null)
          .then(name)
          .else(eb.ref('newsletterSubscriptions.name'))
          .end(),
        requestedAt: now,
      })),
    )
    .execute();
}

export async function useUpSubscriptionCode(
  tx: Tx,
  accountId: string,
  emailKey: string,
  now: Date,
): Promise<void> {
  await tx
    .tables<CustomerTables>()
    .updateTable('newsletterSubscriptions')
    .set({ codeHash: null, codeExpiresAt: null, confirmedAt: now })
    .where('accountId', '=', accountId)
    .where('emailKey', '=', emailKey)
    .execute();
}

/**
 * What is stored about the mail that an address gets, locked until the transaction ends: the customer first, as when they
 * prove the address, so that the two wait for each other instead of deadlocking.
 */
export async function lockChoice(
  tx: Tx,
  accountId: string,
  emailKey: string,
): Promise<{ customer: Customer | undefined; subscription: NewsletterSubscription | undefined }> {
  const customer = await lockOwner(tx, accountId, emailKey);
  const subscription = await lockSubscription(tx, accountId, emailKey);
  // One who signed up meanwhile has got the subscription already.
  return { customer: customer ?? (await lockOwner(tx, accountId, emailKey)), subscription };
}

function lockOwner(tx: Tx, accountId: string, emailKey: string): Promise<Customer | undefined> {
  return tx
    .tables<CustomerTables>()
    .selectFrom('customers')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('emailKey', '=', emailKey)
    .forUpdate()
    .executeTakeFirst();
}

/** Stores the mail preferences of a customer. */
export async function savePreferences(
  tx: Tx,
  { accountId, id }: Pick<Customer, 'accountId' | 'id'>,
  changes: Partial<Preferences>,
): Promise<void> {
  await tx
    .tables<CustomerTables>()
    .updateTable('customers')
    .set(changes)
    .set((eb) => ({ revision: eb('revision', '+', 1) }))
    .where('accountId', '=', accountId)
    .where('id', '=', id)
    .execute();
}

/** Stores the mail preferences that the owner of an address has chosen. */
export async function saveSubscription(
  tx: Tx,
  accountId: string,
  choice: Pick<NewsletterSubscription, 'email' | 'emailKey'> & {
    readonly preferences: Preferences;
    readonly now: Date;
  },
): Promise<void> {
  const { email, emailKey, preferences, now } = choice;
  const changes = {
    isNewsletter: preferences.acceptsNewsletter,
    isProductUpdates: preferences.acceptsProductUpdates,
    changedAt: now,
  };
  await tx
    .tables<CustomerTables>()
    .insertInto('newsletterSubscriptions')
    .values({
      accountId,
      email,
      emailKey,
      name: null,
      wantsNewsletter: false,
      wantsProductUpdates: false,
      ...changes,
      requestedAt: now,
      confirmedAt: now,
    })
    .onConflict((conflict) => conflict.columns(['accountId', 'emailKey']).doUpdateSet(changes))
    .execute();
}

/** Changes what an address subscribes to, if it subscribes to anything: the vendor answers for the address. */
export async function changeSubscription(
  tx: Tx,
  { accountId, emailKey }: Pick<Customer, 'accountId' | 'emailKey'>,
  { acceptsNewsletter, acceptsProductUpdates }: Partial<Preferences>,
): Promise<void> {
  if (acceptsNewsletter === undefined && acceptsProductUpdates === undefined) return;
  await tx
    .tables<CustomerTables>()
    .updateTable('newsletterSubscriptions')
    .set({
      ...(acceptsNewsletter !== undefined && { isNewsletter: acceptsNewsletter }),
      ...(acceptsProductUpdates !== undefined && { isProductUpdates: acceptsProductUpdates }),
    })
    .where('accountId', '=', accountId)
    .where('emailKey', '=', emailKey)
    .execute();
}

/** Deletes at most `most` rows, of all accounts, that subscribe to nothing and wait for no confirmation. */
export async function deleteEmptySubscriptions(tx: Tx, now: Date, most: number): Promise<number> {
  const db = tx.tables<CustomerTables>();
  const empty = await db
    .selectFrom('newsletterSubscriptions')
    .select(['accountId', 'emailKey'])
    // In the form of the partial index: the engines do not accept a parameter for it.
    .where((eb) => eb.and([eb.not('isNewsletter'), eb.not('isProductUpdates')]))
    .where((eb) => eb.or([eb('codeExpiresAt', 'is', null), eb('codeExpiresAt', '<=', now)]))
    .limit(most)
    .forUpdate()
    .execute();
  if (empty.length === 0) return 0;
  const { numDeletedRows } = await db
    .deleteFrom('newsletterSubscriptions')
    .where((eb) => eb.or(empty.map((row) => eb.and(row))))
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/**
 * Gives a customer the subscriptions of their address, and returns the customer as stored. Somebody with a password who
 * has not proven the address may not be its owner: they get nothing, and neither do they see it. Without a password nobody
 * can sign in: the customer gets a copy, and the subscriptions stay until a proof, also if the customer is removed.
 * `replaces`: what the owner has chosen takes the place of what another person chose for the address.
 */
export async function adoptSubscription(
  tx: Tx,
  customer: Customer,
  { replaces = false }: { readonly replaces?: boolean } = {},
): Promise<Customer> {
  const { accountId, id, emailKey, isEmailConfirmed, passwordHash } = customer;
  if (!isEmailConfirmed && passwordHash !== null) return customer;
  const subscription = await lockSubscription(tx, accountId, emailKey);
  if (subscription === undefined) return customer;
  if (isEmailConfirmed) await endSubscription(tx, subscription);
  const before = preferencesOfSubscription(subscription);
  const adopted =
    replaces && subscription.confirmedAt !== null ? before : withOptIns(preferencesOf(customer), before);
  return tx
    .tables<CustomerTables>()
    .updateTable('customers')
    .set(adopted)
    .where('accountId', '=', accountId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** A customer's preferences are stored with the customer; only a code that was mailed stays valid. */
async function endSubscription(
  tx: Tx,
  { accountId, emailKey, codeHash }: NewsletterSubscription,
): Promise<void> {
  if (codeHash === null) return deleteSubscription(tx, accountId, emailKey);
  await changeSubscription(
    tx,
    { accountId, emailKey },
    { acceptsNewsletter: false, acceptsProductUpdates: false },
  );
}

/** Deletes the subscriptions of an address, and the code that awaits its confirmation. */
export async function deleteSubscription(tx: Tx, accountId: string, emailKey: string): Promise<void> {
  await tx
    .tables<CustomerTables>()
    .deleteFrom('newsletterSubscriptions')
    .where('accountId', '=', accountId)
    .where('emailKey', '=', emailKey)
    .execute();
}

/** What the owner of an address has chosen. */
export function preferencesOfSubscription(subscription: NewsletterSubscription): Preferences {
  const { isNewsletter, isProductUpdates, changedAt } = subscription;
  return {
    acceptsNewsletter: isNewsletter,
    newsletterOptedInAt: isNewsletter ? changedAt : null,
    acceptsProductUpdates: isProductUpdates,
    productUpdatesOptedInAt: isProductUpdates ? changedAt : null,
  };
}
