import { invalidInput, notFound } from '../../../kernel/problem.ts';
import { transaction } from '../../../platform/context/context.ts';
import { recordChange } from '../../../platform/database/record-change.ts';
import { type ChangedFields, changedFields } from '../../../platform/journal/changed-fields.ts';
import { type Account, toAccount } from '../account.ts';
import type { Context } from '../context.ts';
import { recordAccountEvent } from '../events.ts';
import { ACCOUNT_TOPIC } from '../find-account.ts';
import { type AccountSettingsInput, checkSettings, mergeSettings } from './settings.ts';
import { domainsOf, lockAccountRow, updateAccountRow } from '../store.ts';

/**
 * Changes some settings of an account and returns the account as it is afterwards: what is absent stays, `undefined`
 * sets a setting back to its default, groups such as `limits` are merged field by field.
 *
 * Raises `InvalidInput` naming every mistake; then nothing is changed.
 */
export async function updateSettings(ctx: Context, changes: AccountSettingsInput): Promise<Account> {
  return transaction(ctx, async (tx) => {
    const row = await lockAccountRow(tx, ctx.account.id);
    if (row === undefined) throw notFound();
    const settings = mergeSettings(row.settings, changes);
    const errors = checkSettings(settings);
    if (Object.keys(errors).length > 0) throw invalidInput({ errors });
    await updateAccountRow(tx, row.id, { settings });
    await recordChange(tx, row.id, ACCOUNT_TOPIC);
    const data = changedFields(row.settings, settings);
    if (data !== undefined)
      recordAccountEvent(tx, { type: 'settings.changed', subjects: {}, data: withoutPeople(data) });
    return toAccount({ ...row, settings }, await domainsOf(tx, row.id));
  });
}

/** Settings with names and addresses of people, which may have to be erased: an event, which cannot be, says that they changed. */
const PERSONAL = new Set(['seller', 'mailFrom']);

function withoutPeople({ before, after }: ChangedFields): ChangedFields {
  const withoutValues = (fields: ChangedFields['before']): ChangedFields['before'] =>
    Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [name, PERSONAL.has(name) ? 'not recorded' : value]),
    );
  return { before: withoutValues(before), after: withoutValues(after) };
}
