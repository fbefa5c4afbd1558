import type { Account, Context } from '../../accounts/index.ts';

/** Whether a provider's keys move money. */
export type ProviderMode = 'Test' | 'Live';

/** The adapter's data about a connection, without secrets. */
export type ProviderSettings = Readonly<Record<string, string | boolean | null>>;

/** An account's access to a payment provider. */
export interface Credentials {
  /** Only `Live` moves money. An account has keys of one mode at a time. */
  readonly mode: ProviderMode;
  /** Secret texts by name: never logged, recorded or shown. */
  readonly secrets: Readonly<Record<string, string>>;
  /** The adapter's data about the connection, without secrets. */
  readonly settings: ProviderSettings;
}

/** How a vendor connects an account to a provider with their own keys. */
export interface ProviderConnection {
  /** The mode of a key by its format; `undefined` when it is not a secret key of this provider. */
  modeOf(key: string): ProviderMode | undefined;
  /** The provider's name for the account of the key; null when the key does not reveal it. */
  identify(ctx: Context, key: ProviderKey): Promise<string | null>;
  /** Whether the key belongs to the account in which a payment with this reference was made. */
  reaches(ctx: Context, key: ProviderKey, reference: string): Promise<boolean>;
  /**
   * Checks the key and lets the provider report events to the account's address. Called again for a connected account
   * it changes the key and the switches, and keeps the address. Rejects with a sentence for the vendor.
   */
  connect(ctx: Context, input: ConnectInput, before: Credentials | undefined): Promise<Credentials>;
  /**
   * Raises `ProviderRefused` where settings of the account contradict those of the connection. Also called under the
   * lock of the account: its settings may change while `connect` waits for the provider.
   */
  refuseContradiction(account: Account, settings: ProviderSettings): void;
  /** What works and what does not. */
  check(ctx: Context, credentials: Credentials): Promise<readonly ConnectionCheck[]>;
  /** How the provider reports events: to an address that was registered here, to one of the vendor's, or not at all. */
  reportsOf(credentials: Credentials): 'Registered' | 'Own' | 'None';
  /** Ends all other reports to the account's address, once a connection is stored; `before` is the one that it replaces. */
  tidy(ctx: Context, credentials: Credentials, before: Credentials | undefined): Promise<void>;
  /** Takes back what `connect` has registered for a connection that is not stored after all. */
  abandon(ctx: Context, credentials: Credentials, before: Credentials | undefined): Promise<void>;
  /** Stops the provider's reports of events. */
  disconnect(ctx: Context, credentials: Credentials): Promise<void>;
}

/** A key of a vendor, and the mode of its format. */
export type ProviderKey = Pick<ConnectInput, 'key' | 'mode'>;

/** A vendor's input for a connection; an absent switch stays unchanged. */
export interface ConnectInput {
  readonly key: string;
  readonly mode: ProviderMode;
  /** For the provider's script in the checkout page. */
  readonly publishableKey?: string | null | undefined;
  /** The checkout page shows the provider's form on its own, too, not only in a frame of the shop. */
  readonly hasFormInPage?: boolean | undefined;
  /** For an events address that the vendor created by hand, or that forwards. */
  readonly webhookSecret?: string | undefined;
  /** False: the provider gets no address. Absent: as before, and at first it gets one. */
  readonly hasWebhook?: boolean | undefined;
  /** The provider sells in its own name. */
  readonly isManaged?: boolean | undefined;
  /** The provider calculates taxes, and prices include them or not. */
  readonly automaticTax?: 'inclusive' | 'exclusive' | 'off' | undefined;
  /** The default for products without one. */
  readonly taxCode?: string | undefined;
}

export interface ConnectionCheck {
  readonly name: string;
  /** `Note`: information that is not a problem. */
  readonly result: 'Fine' | 'Note' | 'Wrong';
  /** A sentence for the vendor. */
  readonly text: string;
}
