import type { Tx } from '../../platform/database/database.ts';
import { NO_MAIL, type Preferences } from './domain/preferences.ts';
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
 * The name and mail preferences of an address: those of its customer, who is locked, or else those of the subscription,
 * which the caller has locked.
 */
export async function lockChoice(
  tx: Tx,
  accountId: string,
  emailKey: string,
): Promise<{ name: string | null; preferences: Preferences }> {
  const customer = await tx
    .tables<CustomerTables>()
    .selectFrom('customers')
    .select([
      'name',
      'acceptsNewsletter',
      'newsletterOptedInAt',
      'acceptsProductUpdates',
      'productUpdatesOptedInAt',
    ])
    .where('accountId', '=', accountId)
    .where('emailKey', '=', emailKey)
    .forUpdate()
    .executeTakeFirst();
  if (customer !== undefined) {
    const { name, ...preferences } = customer;
    return { name, preferences };
  }
  const subscription = await tx
    .tables<CustomerTables>()
    .selectFrom('newsletterSubscriptions')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('emailKey', '=', emailKey)
    .executeTakeFirst();
  return subscription === undefined
    ? { name: null, preferences: NO_MAIL }
    : { name: subscription.name, preferences: preferencesOfSubscription(subscription) };
}

/** Stores the mail preferences of an address, with its customer if it has one. */
export async function savePreferences(
  tx: Tx,
  accountId: string,
  choice: Pick<NewsletterSubscription, 'email' | 'emailKey'> & {
    readonly preferences: Preferences;
    readonly now: Date;
  },
): Promise<void> {
  const { email, emailKey, preferences, now } = choice;
  const db = tx.tables<CustomerTables>();
  const { numUpdatedRows } = await db
    .updateTable('customers')
    .set(preferences)
    .set((eb) => ({ revision: eb('revision', '+', 1) }))
    .where('accountId', '=', accountId)
    .where('emailKey', '=', emailKey)
    .executeTakeFirstOrThrow();
  // A customer's preferences are stored with the customer; a second record of them would diverge.
  if (numUpdatedRows > 0n) return deleteSubscription(tx, accountId, emailKey);
  const changes = {
    isNewsletter: preferences.acceptsNewsletter,
    isProductUpdates: preferences.acceptsProductUpdates,
    changedAt: now,
  };
  await db
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

/** Transfers the subscriptions of an address to its new customer; returns the customer as stored. */
export async function adoptSubscription(tx: Tx, customer: Customer): Promise<Customer> {
  const { accountId, id, emailKey } = customer;
  const subscription = await lockSubscription(tx, accountId, emailKey);
  if (subscription === undefined) return customer;
  await deleteSubscription(tx, accountId, emailKey);
  const before = preferencesOfSubscription(subscription);
  const adopted = {
    ...(before.acceptsNewsletter && !customer.acceptsNewsletter && pickNewsletter(before)),
    ...(before.acceptsProductUpdates && !customer.acceptsProductUpdates && pickProductUpdates(before)),
  };
  if (Object.keys(adopted).length === 0) return customer;
  return tx
    .tables<CustomerTables>()
    .updateTable('customers')
    .set(adopted)
    .where('accountId', '=', accountId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
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

function preferencesOfSubscription(subscription: NewsletterSubscription): Preferences {
  const { isNewsletter, isProductUpdates, changedAt } = subscription;
  return {
    acceptsNewsletter: isNewsletter,
    newsletterOptedInAt: isNewsletter ? changedAt : null,
    acceptsProductUpdates: isProductUpdates,
    productUpdatesOptedInAt: isProductUpdates ? changedAt : null,
  };
}

function pickNewsletter({ acceptsNewsletter, newsletterOptedInAt }: Preferences) {
  return { acceptsNewsletter, newsletterOptedInAt };
}

function pickProductUpdates({ acceptsProductUpdates, productUpdatesOptedInAt }: Preferences) {
  return { acceptsProductUpdates, productUpdatesOptedInAt };
}
