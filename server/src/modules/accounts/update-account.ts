import { notFound, refuseIssues } from '../../kernel/problem.ts';
import { checkRevision } from '../../kernel/revision.ts';
import { transaction } from '../../platform/context/context.ts';
import { recordChange } from '../../platform/database/record-change.ts';
import { type ChangedFields, changedFields } from '../../platform/journal/changed-fields.ts';
import { type Account, checkName, toAccount } from './account.ts';
import type { CommandContext, CommandTx } from './context.ts';
import { recordAccountEvent } from './events.ts';
import { ACCOUNT_TOPIC } from './find-account.ts';
import { refuseOperatorSettings } from './hosts/operator-rights.ts';
import { type AccountSettingsInput, checkSettings, mergeSettings } from './settings/settings.ts';
import { domainsOf, lockAccountRow, updateAccountRow } from './store.ts';

/** Changes of an account; an absent field stays. */
interface AccountChanges {
  /** The vendor's name; customers see it from then on, also on new receipts. */
  readonly name?: string | undefined;
  /** `undefined` resets a setting to its default; groups such as `limits` are merged field by field. */
  readonly settings?: AccountSettingsInput | undefined;
}

interface UpdateOptions {
  readonly expectedRevision?: number | undefined;
  /**
   * Issues that other modules find in the new settings, unchecked and without defaults, to be reported together with
   * those of this module; `before` are the stored ones. Called under the lock of the account.
   */
  readonly issuesOf?: (
    tx: CommandTx,
    settings: Readonly<Record<string, unknown>>,
    before: object,
  ) => Promise<Record<string, string[]>>;
}

/**
 * Changes the name and the settings of an account, and returns the new state, which every process then uses. The id
 * never changes, because tokens contain it.
 *
 * Raises `InvalidInput` with every issue, `StaleRevision`, `NotFound`, and `OperatorOnly` when an API key changes an
 * operator's setting; then nothing is changed.
 */
export async function updateAccount(
  ctx: CommandContext,
  changes: AccountChanges,
  { expectedRevision, issuesOf = async () => ({}) }: UpdateOptions = {},
): Promise<Account> {
  return transaction(ctx, async (tx) => {
    const row = await lockAccountRow(tx, ctx.account.id);
    if (row === undefined) throw notFound();
    checkRevision(row, expectedRevision);
    const name = changes.name ?? row.name;
    const settings = mergeSettings(row.settings, changes.settings ?? {});
    const nameIssues = changes.name === undefined ? {} : checkName(name);
    refuseIssues({
      ...nameIssues,
      ...checkSettings(settings, changes.settings ?? {}),
      ...(await issuesOf(tx, settings, row.settings)),
    });
    await refuseOperatorSettings(tx, changedFields(row.settings, settings));
    const changed = { name: name.trim(), settings };
    const domains = await domainsOf(tx, row.id);
    if (!recordChanges(tx, row, changed)) return toAccount(row, domains);
    await updateAccountRow(tx, row.id, changed);
    await recordChange(tx, row.id, ACCOUNT_TOPIC);
    return toAccount({ ...row, ...changed, revision: row.revision + 1 }, domains);
  });
}

/** Renames the vendor. @see updateAccount */
export function renameAccount(ctx: CommandContext, name: string): Promise<Account> {
  return updateAccount(ctx, { name });
}

/** Changes some settings of an account. @see updateAccount */
export function updateSettings(ctx: CommandContext, settings: AccountSettingsInput): Promise<Account> {
  return updateAccount(ctx, { settings });
}

type Changeable = Pick<Account, 'name'> & { readonly settings: object };

/** Records what changed; false when nothing did. */
function recordChanges(tx: CommandTx, before: Changeable, after: Changeable): boolean {
  const isRenamed = before.name !== after.name;
  if (isRenamed) {
    const data = { before: before.name, after: after.name };
    recordAccountEvent(tx, { type: 'account.renamed', subjects: {}, data });
  }
  const data = changedFields(before.settings, after.settings);
  if (data !== undefined)
    recordAccountEvent(tx, { type: 'settings.changed', subjects: {}, data: withoutPeople(data) });
  return isRenamed || data !== undefined;
}

/**
 * Settings with names and addresses of people, which may have to be erased. Events cannot be erased, so they only say
 * that these settings changed.
 */
const PERSONAL = new Set(['seller', 'mailFrom']);

function withoutPeople({ before, after }: ChangedFields): ChangedFields {
  const withoutValues = (fields: ChangedFields['before']): ChangedFields['before'] =>
    Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [name, PERSONAL.has(name) ? 'not recorded' : value]),
    );
  return { before: withoutValues(before), after: withoutValues(after) };
}
