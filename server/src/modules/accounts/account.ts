import type { MailTexts } from './mail/mail-texts.ts';
import { completeSettings, type AccountSettings } from './settings/settings.ts';
import type { AccountRow, StoreClosure } from './tables.ts';

/** A merchant on this instance: the tenant that every customer, product and order belongs to. */
export interface Account {
  /** A slug; it is also the `iss` of tokens and the `tenantId` of customers. */
  readonly id: string;
  /** The vendor's name as shown to customers. */
  readonly name: string;
  readonly settings: AccountSettings;
  /** Seals the account's secrets at rest; itself sealed under the instance secret. */
  readonly dataKey: string;
  /** Whether hosts that name no account lead to this one. */
  readonly isDefault: boolean;
  /** The demo shop: its secrets are in a file and on the terminal, so it is disabled without development features. */
  readonly isDemo: boolean;
  /** How the store is closed; null: it is open. */
  readonly closure: StoreClosure | null;
  /** Custom domains, lower case and without a port; links use the first. */
  readonly domains: readonly string[];
  /** The vendor's own texts of mails. */
  readonly mailTexts: MailTexts;
  /** Covers the name, the settings, the domains, the default flag, the closure and the texts of mails. */
  readonly revision: number;
  readonly createdAt: Date;
}

/** The account in the form that the code above uses. Throws when its stored settings are invalid. */
export function toAccount(row: AccountRow, domains: readonly string[]): Account {
  const settings = completeSettings(row.settings);
  if (settings === undefined) throw new Error(`the stored settings of account ${row.id} are not valid`);
  return { ...row, settings, domains, mailTexts: row.mailTexts ?? {} };
}

/** All issues of a vendor's name, as field path → messages. */
export function checkName(name: string): Record<string, string[]> {
  const { length } = name.trim();
  return length === 0 || length > 200 ? { name: ['must have 1 to 200 characters'] } : {};
}
