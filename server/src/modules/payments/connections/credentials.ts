import { readerOf } from '../../../platform/context/context.ts';
import { recordChange } from '../../../platform/database/record-change.ts';
import { versionedCache } from '../../../platform/database/versioned-cache.ts';
import type { AccountContext, CommandTx, QueryContext } from '../../accounts/index.ts';
import {
  type ConnectionRow,
  deleteCredentialRow,
  readConnectionRow,
  readCredentialRow,
  upsertCredentialRow,
} from './store-credentials.ts';
import type { Credentials } from './provider-connection.ts';
import type { CredentialRow } from '../tables.ts';

/** The topic of the change feed for connections to payment providers. */
const TOPIC = 'payment-connections';

/** Every cart needs it several times. */
const connections = versionedCache<ConnectionRow | undefined>({
  topic: TOPIC,
  load: ({ database }, accountId, provider) => readConnectionRow(database.reader, accountId, provider),
});

/**
 * The account's connection to the provider, if any, without secrets: from memory until a change is committed, and in a
 * transaction from the database.
 */
export function readConnection(ctx: QueryContext, provider: string): Promise<ConnectionRow | undefined> {
  return 'database' in ctx
    ? connections.get(ctx, ctx.account.id, provider)
    : readConnectionRow(readerOf(ctx), ctx.account.id, provider);
}

/** Whether the account takes payments with test keys of its provider, which move no money. */
export async function takesTestPayments(ctx: QueryContext): Promise<boolean> {
  const { paymentProvider } = ctx.account.settings;
  return paymentProvider !== undefined && (await readConnection(ctx, paymentProvider))?.mode === 'Test';
}

/** The account's access to the provider; `undefined` when it is not connected. */
export async function readCredentials(ctx: QueryContext, provider: string): Promise<Credentials | undefined> {
  const row = await readCredentialRow(readerOf(ctx), ctx.account.id, provider);
  if (row === undefined) return undefined;
  const { mode, settings } = row;
  return { mode, settings, secrets: openSecrets(ctx, row) };
}

/** Stores, or replaces, the account's access to the provider. */
export async function writeCredentials(
  tx: CommandTx,
  provider: string,
  { mode, secrets, settings }: Credentials,
): Promise<void> {
  const now = tx.clock.now();
  const secretsSealed = tx.vault.seal(tx.account, sealOf(provider), JSON.stringify(secrets));
  const row = { accountId: tx.account.id, provider, mode, secretsSealed, settings };
  const times = { eventsUntil: null, eventsAskedAt: null, createdAt: now, updatedAt: now };
  await upsertCredentialRow(tx, { ...row, ...times });
  await recordChange(tx, tx.account.id, TOPIC);
}

/** Deletes the account's access to the provider. */
export async function deleteCredentials(tx: CommandTx, provider: string): Promise<void> {
  await deleteCredentialRow(tx, tx.account.id, provider);
  await recordChange(tx, tx.account.id, TOPIC);
}

function openSecrets(
  { vault, account }: AccountContext,
  { provider, secretsSealed }: CredentialRow,
): Record<string, string> {
  const content: unknown = JSON.parse(vault.open(account, sealOf(provider), secretsSealed));
  return Object.fromEntries(
    Object.entries(content ?? {}).map(([name, secret]): [string, string] => [name, String(secret)]),
  );
}

/** The name under which the secrets of a provider are sealed. */
function sealOf(provider: string): string {
  return `payment-credentials/${provider}`;
}
