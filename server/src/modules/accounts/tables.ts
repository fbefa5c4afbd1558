import type { MailTexts } from './mail/mail-texts.ts';

/** Rows of the tables that this module owns. */
export interface AccountsTables {
  accounts: AccountRow;
  accountDomains: AccountDomainRow;
  apiKeys: ApiKeyRow;
}

export interface AccountRow {
  id: string;
  name: string;
  /** The explicit settings; defaults are filled in on read, so that a better default reaches existing accounts. */
  settings: Record<string, unknown>;
  /** The account's data key, sealed under the instance secret. */
  dataKey: string;
  isDefault: boolean;
  isDemo: boolean;
  /** How the store is closed; null: it is open. */
  closure: StoreClosure | null;
  /** The vendor's own texts of mails; null: none. */
  mailTexts: MailTexts | null;
  /** Covers the name, the settings, the domains, the default flag, the closure and the texts of mails. */
  revision: number;
  createdAt: Date;
}

/**
 * `Closed` refuses shops and applications; `Released` only ends the sale, and makes the licenses of customers
 * independent of this server (policies section 4).
 */
export type StoreClosure = 'Closed' | 'Released';

interface AccountDomainRow {
  /** A host name in lower case, without a port. */
  domain: string;
  accountId: string;
  /** Links use the domain with the lowest position. */
  position: number;
}

export interface ApiKeyRow {
  accountId: string;
  id: string;
  name: string;
  keyHash: string;
  /** The beginning of the secret, which identifies it; null for keys older than prefixes. */
  prefix: string | null;
  /** The secret before the last rotation, and the time until which it works. */
  previousHash: string | null;
  previousExpiresAt: Date | null;
  scopes: string[];
  createdAt: Date;
  expiresAt: Date | null;
  revokedAt: Date | null;
  lastUsedAt: Date | null;
  revision: number;
}
