import { readerOf, transaction } from '../../../platform/context/context.ts';
import {
  accountUrl,
  type CommandTx,
  type Context,
  updateSettings,
  vendorAddresses,
} from '../../accounts/index.ts';
import { deleteCredentials, readConnection, readCredentials, writeCredentials } from './credentials.ts';
import { recordPaymentEvent } from '../events.ts';
import { NO_PROVIDER } from '../find-provider.ts';
import {
  connectionChanged,
  notConnected,
  notConnectable,
  paymentsPending,
  providerAccountsMixed,
  providerModesMixed,
  publishableKeyOnly,
  wrongProviderKey,
} from '../problems.ts';
import type {
  ConnectInput,
  ConnectionCheck,
  Credentials,
  ProviderConnection,
  ProviderKey,
} from './provider-connection.ts';
import type { PaymentProvider } from '../provider.ts';
import { countPendingPayments, readConnectionRow, readUnsettled } from './store-credentials.ts';
import type { ProviderMode, ProviderSettings } from './provider-connection.ts';

/** The setting with the provider's name for the connected account. */
const ACCOUNT = 'accountId';
/**
 * The setting that stays the same for as long as the keys are certainly of one account, even if they do not reveal
 * which.
 */
const CONNECTION = 'connectionId';

/** An account's connection to a provider, without secrets. */
interface ProviderStatus {
  readonly provider: string;
  readonly mode: ProviderMode;
  readonly settings: ProviderSettings;
  /** How the provider reports events. */
  readonly reports: 'Registered' | 'Own' | 'None';
  readonly checks: readonly ConnectionCheck[];
}

/**
 * Connects the account to a provider with a key of the vendor, and accepts payments with it from then on. If it is
 * already connected, it changes the key and the switches. What no provider could charge is tried again at once. Keys are sealed; the journal records only the mode.
 *
 * Raises `ProviderNotConnectable`, `WrongProviderKey` for a text that is not a secret key, and `ProviderModesMixed` for
 * a key of another mode than the account's. While payments or refunds are pending, `PaymentsPending` for a first
 * connection, and `ProviderAccountsMixed` for a key of another account at the provider. `ProviderRefused` where
 * settings of the account contradict the switches. `PaymentConnectionChanged` when another command has connected or
 * disconnected the account meanwhile; then nothing changes.
 */
export async function connectProvider(
  ctx: Context,
  name: string,
  input: Omit<ConnectInput, 'mode'>,
): Promise<ProviderMode> {
  const connection = connectionOf(ctx.payments.providers, name);
  const mode = connection.modeOf(input.key);
  if (mode === undefined) throw input.key.startsWith('pk_') ? publishableKeyOnly() : wrongProviderKey();
  const since = await readConnectionRow(ctx.database.reader, ctx.account.id, name);
  const before = await readCredentials(ctx, name);
  await refuseMixture(ctx, name, mode);
  const key = { key: input.key, mode };
  const account = before && (await accountOfKey(ctx, { name, connection, key, before }));
  if (account?.isOther === true) await refuseUnsettled(ctx, name);
  const { settings, ...access } = await connection.connect(ctx, { ...input, mode }, before);
  const accountId = account === undefined ? await connection.identify(ctx, key) : account.id;
  const connectionId = (account?.isOther === false && before?.settings[CONNECTION]) || ctx.ids.guid();
  const credentials = {
    ...access,
    settings: { ...settings, [ACCOUNT]: accountId, [CONNECTION]: connectionId },
  };
  const store = transaction(ctx, async (tx) => {
    // Locks the account: of two concurrent commands, the second sees what the first has stored.
    const current = await updateSettings(tx, { paymentProvider: name });
    connection.refuseContradiction(current, credentials.settings);
    await refuseMixture(tx, name, mode);
    const now = await readConnectionRow(readerOf(tx), tx.account.id, name);
    if (now?.updatedAt.getTime() !== since?.updatedAt.getTime()) throw connectionChanged();
    if (account?.isOther === true) await refuseUnsettled(tx, name);
    await writeCredentials(tx, name, credentials);
    for (const owner of Object.values(tx.payments.methodOwners ?? {})) await owner.connected?.(tx);
    recordPaymentEvent(tx, {
      type: 'payment-provider.connected',
      subjects: {},
      data: { provider: name, mode },
    });
  });
  await store.catch(async (error: unknown) => {
    await quietly(ctx, () => connection.abandon(ctx, credentials, before));
    throw error;
  });
  await quietly(ctx, () => connection.tidy(ctx, credentials, before));
  return mode;
}

/** What a provider still has of an earlier connection does no harm: its messages are refused. */
async function quietly(ctx: Context, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    ctx.log.warn({ error: String(error) }, 'an earlier address for events is still at the payment provider');
  }
}

/** Checks the connection with the provider. Raises `ProviderNotConnectable` and `ProviderNotConnected`. */
export async function providerStatus(ctx: Context, name: string): Promise<ProviderStatus> {
  const status = await connectionStatus(ctx, name);
  if (status === undefined) throw notConnected();
  return status;
}

/** The same; `undefined` where the account is not connected. Raises `ProviderNotConnectable`. */
export async function connectionStatus(ctx: Context, name: string): Promise<ProviderStatus | undefined> {
  const connection = connectionOf(ctx.payments.providers, name);
  const credentials = await readCredentials(ctx, name);
  if (credentials === undefined) return undefined;
  const { mode, settings } = credentials;
  const checks = await connection.check(ctx, credentials);
  const isInUse = ctx.account.settings.paymentProvider === name;
  const use: ConnectionCheck = isInUse
    ? { name: 'use', result: 'Fine', text: 'The checkout takes payments with it.' }
    : { name: 'use', result: 'Wrong', text: `The setting paymentProvider is not ${name}.` };
  const reports = connection.reportsOf(credentials);
  return {
    provider: name,
    mode,
    settings,
    reports,
    checks: [use, accountCheck(settings), ...checks, await mailCheck(ctx)],
  };
}

/**
 * Deletes the keys of the account and ends the reports of the provider; the account accepts no payments from then on.
 * Raises `ProviderNotConnectable`, `ProviderNotConnected`, and `PaymentsPending` unless it is forced: those payments
 * fail at their deadline. The keys are deleted whatever the provider responds. Returns the reason why it still reports,
 * or null.
 */
export async function disconnectProvider(
  ctx: Context,
  name: string,
  { isForced = false }: { readonly isForced?: boolean } = {},
): Promise<Error | null> {
  const connection = connectionOf(ctx.payments.providers, name);
  const credentials = await readCredentials(ctx, name);
  if (credentials === undefined) throw notConnected();
  await transaction(ctx, async (tx) => {
    await updateSettings(tx, { paymentProvider: NO_PROVIDER });
    if (!isForced) await refusePending(tx, name);
    await deleteCredentials(tx, name);
    const data = { provider: name, mode: credentials.mode };
    recordPaymentEvent(tx, { type: 'payment-provider.disconnected', subjects: {}, data });
  });
  try {
    await connection.disconnect(ctx, credentials);
    return null;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** Raises `ProviderNotConnectable` unless accounts can connect to a provider with this name. */
export function refuseUnconnectable(providers: readonly PaymentProvider[], name: string): void {
  connectionOf(providers, name);
}

function connectionOf(providers: readonly PaymentProvider[], name: string): ProviderConnection {
  const connection = providers.find((provider) => provider.name === name)?.connection;
  if (connection === undefined) {
    const connectable = providers.filter((provider) => provider.connection);
    const names = connectable.map((provider) => provider.name);
    throw notConnectable({
      detail: `There is no payment provider "${name}" to connect. Accounts connect to: ${names.join(', ')}.`,
    });
  }
  return connection;
}

interface KeyOfAccount {
  readonly name: string;
  readonly connection: ProviderConnection;
  readonly key: ProviderKey;
  readonly before: Credentials;
}

/** The provider account of a key, and whether it may differ from the connected one. */
async function accountOfKey(
  ctx: Context,
  { name, connection, key, before }: KeyOfAccount,
): Promise<{ readonly id: string | null; readonly isOther: boolean }> {
  const id = await connection.identify(ctx, key);
  const idBefore = before.settings[ACCOUNT];
  if (id !== null && typeof idBefore === 'string') return { id, isOther: id !== idBefore };
  // One of the keys may not reveal it: a key that can read a payment of the account belongs to it.
  const unsettled = await readUnsettled(ctx.database.reader, ctx.account.id, name);
  const reference = unsettled?.providerReference ?? null;
  const isSame = reference !== null && (await connection.reaches(ctx, key, reference));
  return { id: id ?? (isSame && typeof idBefore === 'string' ? idBefore : null), isOther: !isSame };
}

async function refuseUnsettled(ctx: Context | CommandTx, name: string): Promise<void> {
  if ((await readUnsettled(readerOf(ctx), ctx.account.id, name)) !== undefined) throw providerAccountsMixed();
}

function accountCheck({ [ACCOUNT]: id }: ProviderSettings): ConnectionCheck {
  return typeof id === 'string'
    ? { name: 'account', result: 'Fine', text: `The key is of the account ${id}.` }
    : {
        name: 'account',
        result: 'Note',
        text: 'Which account the key is of is unknown: the key may not tell.',
      };
}

/** Who learns by mail of failed payments, undue money and disputes. */
async function mailCheck(ctx: Context): Promise<ConnectionCheck> {
  const addresses = await vendorAddresses(ctx);
  const text = `Mails about payments go to ${addresses.join(', ')}.`;
  if (ctx.account.settings.seller.email !== undefined) return { name: 'mails', result: 'Fine', text };
  const missing = `Set seller.email, at ${accountUrl(ctx.config, ctx.account)}/dashboard/settings:`;
  const instead =
    addresses.length > 0
      ? `until then mails about payments go to the owners, ${addresses.join(', ')}.`
      : 'nobody gets a mail when a bank does not pay, when money arrives that is not due, or when a buyer disputes a payment.';
  return { name: 'mails', result: 'Note', text: `${missing} ${instead}` };
}

async function refuseMixture(ctx: Context | CommandTx, name: string, mode: ProviderMode): Promise<void> {
  const row = await readConnection(ctx, name);
  if (row?.mode === mode) return;
  if (row !== undefined)
    throw providerModesMixed({
      detail: `This account is connected with keys of the ${row.mode.toLowerCase()} mode, and this key is of the ${mode.toLowerCase()} mode. Disconnect the account first.`,
    });
  await refusePending(ctx, name);
}

async function refusePending(ctx: Context | CommandTx, name: string): Promise<void> {
  const count = await countPendingPayments(readerOf(ctx), ctx.account.id, name);
  if (count === 0) return;
  throw paymentsPending({
    detail: `${count} ${count === 1 ? 'payment is' : 'payments are'} pending at the provider. Wait until that has ended, which takes an hour, or days for bank transfers.`,
  });
}
