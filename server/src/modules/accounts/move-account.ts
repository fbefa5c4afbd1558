import { type Static, Type } from '../../kernel/schema.ts';
import { isSlug } from '../../kernel/ids.ts';
import { type CommandTxOf, transaction } from '../../platform/context/context.ts';
import { changedTopics, recordChange } from '../../platform/database/record-change.ts';
import type { Config } from '../../platform/config.ts';
import type { Reader, Tx } from '../../platform/database/database.ts';
import type { Context } from './context.ts';
import { recordAccountEvent } from './events.ts';
import { ACCOUNT_TOPIC, ALL_ACCOUNTS, hostName, HOSTS_TOPIC } from './find-account.ts';
import { refuseMovedHosts, withoutOperatorSettings } from './hosts/operator-rights.ts';
import { accountExists, domainInUse } from './problems.ts';
import { MailTexts } from './mail/mail-texts.ts';
import { completeSettings } from './settings/settings.ts';
import {
  defaultAccountId,
  existingAccountId,
  findAccountRow,
  insertAccountRow,
  takenDomains,
} from './store.ts';

/** The parts of an account that move with it: neither its data key nor its role as the default account. */
export const MovedAccount = Type.Object({
  id: Type.String(),
  name: Type.String(),
  settings: Type.Record(Type.String(), Type.Unknown()),
  isDemo: Type.Boolean(),
  closure: Type.Union([Type.Literal('Closed'), Type.Literal('Released'), Type.Null()]),
  /** Absent in exports of earlier versions. */
  mailTexts: Type.Optional(Type.Union([MailTexts, Type.Null()])),
  revision: Type.Integer(),
  createdAt: Type.String(),
});
export type MovedAccount = Static<typeof MovedAccount>;

/** The account to move to another instance; `undefined` when there is none. */
export async function movedAccount(db: Reader, id: string): Promise<MovedAccount | undefined> {
  const row = await findAccountRow(db, id);
  if (row === undefined) return undefined;
  const { name, settings, isDemo, closure, mailTexts, revision, createdAt } = row;
  return { id, name, settings, isDemo, closure, mailTexts, revision, createdAt: createdAt.toISOString() };
}

/** Records in the journal that the whole account was exported, with or without the key to its secrets. */
export async function recordExport(ctx: Context, hasKeys: boolean): Promise<void> {
  await transaction(ctx, async (tx) =>
    recordAccountEvent(tx, { type: 'account.exported', subjects: {}, data: { hasKeys } }),
  );
}

/**
 * Raises `AccountExists` and `DomainInUse` when the instance has no place for the account, and `InvalidInput` and
 * `OperatorOnly` when its domains are invalid, or belong to the instance.
 */
export async function refuseMovedAccount(
  db: Reader,
  config: Config,
  { id }: MovedAccount,
  domains: readonly string[],
): Promise<void> {
  refuseMovedHosts(config, { id, isDefault: (await defaultAccountId(db)) === undefined }, domains);
  if ((await existingAccountId(db, id)) !== undefined) {
    const detail = `This instance already has an account ${id}: import into another instance, or delete that account first.`;
    throw accountExists({ instance: id, detail });
  }
  const duplicates = await takenDomains(db, domains);
  if (duplicates.length > 0)
    throw domainInUse({ detail: `An account of this instance already has ${duplicates.join(', ')}.` });
}

/** The hosts that will lead to the account, in addition to those that name no account while it is the default one. */
export function hostsOfMovedAccount(
  { platformDomain }: Pick<Config, 'platformDomain'>,
  { id }: MovedAccount,
  domains: readonly string[],
): string[] {
  return platformDomain === undefined ? [...domains] : [...domains, `${id}.${hostName(platformDomain)}`];
}

/** Blocks other imports of an account until this transaction ends. */
export function lockMovedAccounts(tx: Tx): Promise<void> {
  return recordChange(tx, ALL_ACCOUNTS, HOSTS_TOPIC);
}

/** The origin of an account, for its journal. */
interface AccountOrigin {
  readonly exportedAt: Date;
  /** The end of its chain there. */
  readonly headSequence: number;
  readonly headHash: string;
  /** Whether the journal was intact there. */
  readonly isIntact: boolean;
}

/**
 * Adds the account of another instance, without its domains and other data, in the transaction that adds these. It
 * becomes the default account when there is none. On an instance with other accounts, unless it trusts them, the
 * operator's settings are omitted, and named. Raises what `refuseMovedAccount` raises; throws when the settings are
 * invalid.
 */
export async function insertMovedAccount(
  tx: CommandTxOf<{ readonly id: string; readonly dataKey: string }>,
  moved: MovedAccount,
  { domains, origin }: { readonly domains: readonly string[]; readonly origin: AccountOrigin },
): Promise<{ readonly isDefault: boolean; readonly omittedSettings: readonly string[] }> {
  if (!isSlug(moved.id) || completeSettings(moved.settings) === undefined)
    throw new Error('the settings of the account are not those of this version of Latchkey');
  // This must come first: the row of this version is a lock, so that accounts are created one after the other.
  await lockMovedAccounts(tx);
  await refuseMovedAccount(tx, tx.config, moved, domains);
  const { settings, omitted } = await withoutOperatorSettings(tx, tx.config, moved);
  const isDefault = (await defaultAccountId(tx)) === undefined;
  const createdAt = new Date(moved.createdAt);
  const { mailTexts = null } = moved;
  const { dataKey } = tx.account;
  await insertAccountRow(tx, { ...moved, settings, mailTexts, dataKey, isDefault, createdAt });
  // A deleted account may have had the same id: its cached data is dropped.
  for (const topic of new Set([ACCOUNT_TOPIC, ...(await changedTopics(tx, moved.id))]))
    await recordChange(tx, moved.id, topic);
  recordAccountEvent(tx, { type: 'account.imported', subjects: {}, data: { ...origin } });
  return { isDefault, omittedSettings: omitted };
}
