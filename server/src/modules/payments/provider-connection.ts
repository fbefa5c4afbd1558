import type { Account, Context } from '../accounts/index.ts';

/** Whether a provider's keys move money. */
export type ProviderMode = 'Test' | 'Live';

/** What an adapter knows about a connection, without secrets. */
export type ProviderSettings = Readonly<Record<string, string | boolean | null>>;

/** An account's access to a payment provider. */
export interface Credentials {
  /** Money moves in `Live` only. An account has keys of one mode at a time. */
  readonly mode: ProviderMode;
  /** Secret texts by name: never logged, recorded or shown. */
  readonly secrets: Readonly<Record<string, string>>;
  /** What the adapter knows about the connection, without secrets. */
  readonly settings: ProviderSettings;
}

/** How a vendor connects an account to a provider with keys of their own. */
export interface ProviderConnection {
  /** The mode of a key by its form; `undefined` when it is none of this provider's secret keys. */
  modeOf(key: string): ProviderMode | undefined;
  /** The provider's name for the account that the key is of; null when the key may not tell. */
  identify(ctx: Context, key: ProviderKey): Promise<string | null>;
  /** Whether the key is of the account in which a payment of this reference was made. */
  reaches(ctx: Context, key: ProviderKey, reference: string): Promise<boolean>;
  /**
   * Checks the key and lets the provider report events to the account's address. Called again for a connected account it
   * changes the key and the switches, and keeps the address. Rejects with a sentence for the vendor.
   */
  connect(ctx: Context, input: ConnectInput, before: Credentials | undefined): Promise<Credentials>;
  /**
   * Raises `ProviderRefused` where settings of the account contradict those of the connection. Asked under the lock of the
   * account, too: its settings may change while `connect` waits for the provider.
   */
  refuseContradiction(account: Account, settings: ProviderSettings): void;
  /** What works and what does not. */
  check(ctx: Context, credentials: Credentials): Promise<readonly ConnectionCheck[]>;
  /** Lets the provider report no more events. */
  disconnect(ctx: Context, credentials: Credentials): Promise<void>;
}

/** A key of a vendor, and the mode that its form tells. */
export type ProviderKey = Pick<ConnectInput, 'key' | 'mode'>;

/** What a vendor says about a connection; an absent switch stays as it is. */
export interface ConnectInput {
  readonly key: string;
  readonly mode: ProviderMode;
  /** For the provider's script in the checkout page. */
  readonly publishableKey?: string | undefined;
  /** The checkout page shows the provider's form on its own, too, not only in a frame of the shop. */
  readonly hasFormInPage?: boolean | undefined;
  /** Of an address for events that the vendor made by hand, or forwards. */
  readonly webhookSecret?: string | undefined;
  /** False: the provider is not told an address. */
  readonly hasWebhook: boolean;
  /** The provider sells in its own name. */
  readonly isManaged?: boolean | undefined;
  /** The provider calculates taxes, and prices include them or not. */
  readonly automaticTax?: 'inclusive' | 'exclusive' | 'off' | undefined;
  /** Of products that have none. */
  readonly taxCode?: string | undefined;
}

export interface ConnectionCheck {
  readonly name: string;
  /** `Note`: something to know that is not wrong. */
  readonly result: 'Fine' | 'Note' | 'Wrong';
  /** A sentence for the vendor. */
  readonly text: string;
}
