/** Rows of the tables that this module owns. */
export interface AccountsTables {
  accounts: AccountRow;
  accountDomains: AccountDomainRow;
  apiKeys: ApiKeyRow;
}

export interface AccountRow {
  id: string;
  name: string;
  /** The explicit settings; defaults are filled in on read, so that a better default reaches old accounts. */
  settings: Record<string, unknown>;
  /** The account's data key, sealed under the instance secret. */
  dataKey: string;
  isDefault: boolean;
  isDemo: boolean;
  /** Of the name, the settings, the domains and the default flag together. */
  revision: number;
  createdAt: Date;
}

export interface AccountDomainRow {
  /** A host name in lower case, without a port. */
  domain: string;
  accountId: string;
  /** The domain with the lowest position is the one that links are made with. */
  position: number;
}

export interface ApiKeyRow {
  accountId: string;
  id: string;
  name: string;
  keyHash: string;
  /** The beginning of the secret, which recognizes it; null for keys from before there were prefixes. */
  prefix: string | null;
  /** The secret before the last rotation, and until when it works. */
  previousHash: string | null;
  previousExpiresAt: Date | null;
  scopes: string[];
  createdAt: Date;
  expiresAt: Date | null;
  revokedAt: Date | null;
  lastUsedAt: Date | null;
  revision: number;
}
