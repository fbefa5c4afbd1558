import { isSlug } from '../../kernel/ids.ts';
import { invalidInput } from '../../kernel/problem.ts';
import { transaction } from '../../platform/context/context.ts';
import { recordChange } from '../../platform/database/record-change.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { System } from '../../platform/system.ts';
import { insertSigningKey, newSigningKey } from '../signing-keys/index.ts';
import { type Account, checkName, toAccount } from './account.ts';
import { terminalContext } from './context.ts';
import { checkDomains } from './hosts/domain-names.ts';
import { recordAccountEvent } from './events.ts';
import { ACCOUNT_TOPIC, ALL_ACCOUNTS, hostName, HOSTS_TOPIC } from './find-account.ts';
import { accountExists, defaultAccountExists, domainInUse } from './problems.ts';
import { type AccountSettingsInput, checkSettings } from './settings/settings.ts';
import {
  defaultAccountId,
  existingAccountId,
  insertAccountRow,
  insertDomains,
  takenDomains,
} from './store.ts';

/** The initial data of a new account. */
interface NewAccount {
  /** A slug, unique on this instance. */
  readonly id: string;
  /** The vendor's name as shown to customers. */
  readonly name: string;
  readonly settings?: AccountSettingsInput;
  /** Custom domains; links use the first. */
  readonly domains?: readonly string[];
  /** Whether hosts that name no account lead here; absent: when there is no default account yet. */
  readonly isDefault?: boolean;
  /** The demo shop. */
  readonly isDemo?: boolean;
}

/**
 * Creates an account with its signing keys: RS256 for licenses, and a separate ES256 key for access tokens.
 *
 * Raises `InvalidInput` with every issue, `AccountExists`, `DomainInUse`, `DefaultAccountExists`.
 */
export async function createAccount(system: System, input: NewAccount): Promise<Account> {
  const domains = (input.domains ?? []).map(hostName);
  const errors = checkNewAccount(input, domains);
  if (Object.keys(errors).length > 0) throw invalidInput({ errors });
  const owner = { id: input.id, dataKey: system.vault.createDataKey(input.id) };
  const ctx = terminalContext(system, owner);
  const keys = await Promise.all([
    newSigningKey(ctx, 'License', 'RS256'),
    newSigningKey(ctx, 'Access', 'ES256'),
  ]);
  return transaction(ctx, async (tx) => {
    // This must come first: the row of this version is a lock, so that accounts are created one after the other.
    await recordChange(tx, ALL_ACCOUNTS, HOSTS_TOPIC);
    await refuseDuplicates(tx, input, domains);
    const isDefault = input.isDefault ?? (await defaultAccountId(tx)) === undefined;
    const settings = Object.fromEntries(
      Object.entries(input.settings ?? {}).filter(([, value]) => value !== undefined),
    );
    const row = {
      ...owner,
      name: input.name.trim(),
      settings,
      isDefault,
      isDemo: input.isDemo ?? false,
      closure: null,
      mailTexts: null,
      revision: 1,
      createdAt: system.clock.now(),
    };
    await insertAccountRow(tx, row);
    await insertDomains(tx, owner.id, domains);
    for (const key of keys) await insertSigningKey(tx, key);
    await recordChange(tx, owner.id, ACCOUNT_TOPIC);
    recordAccountEvent(tx, { type: 'account.created', subjects: {}, data: { name: row.name } });
    return toAccount(row, domains);
  });
}

function checkNewAccount(input: NewAccount, domains: readonly string[]): Record<string, string[]> {
  const errors: Record<string, string[]> = {};
  if (!isSlug(input.id)) {
    errors['id'] = [
      'must be 2 to 63 lower-case letters, digits, dots or dashes, and start with a letter or digit',
    ];
  }
  Object.assign(errors, checkName(input.name), checkDomains(domains));
  const settingsErrors = checkSettings(input.settings ?? {});
  for (const [path, messages] of Object.entries(settingsErrors)) errors[`settings.${path}`] = messages;
  return errors;
}

async function refuseDuplicates(tx: Tx, input: NewAccount, domains: readonly string[]): Promise<void> {
  if ((await existingAccountId(tx, input.id)) !== undefined) throw accountExists({ instance: input.id });
  const duplicates = await takenDomains(tx, domains);
  if (duplicates.length > 0)
    throw domainInUse({ detail: `An account of this instance already has ${duplicates.join(', ')}.` });
  const present = input.isDefault === true ? await defaultAccountId(tx) : undefined;
  if (present !== undefined) throw defaultAccountExists({ instance: present });
}
