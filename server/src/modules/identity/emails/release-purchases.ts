import type { CommandTx } from '../../accounts/index.ts';
import type { Customer } from '../../customers/index.ts';

/** Grants, in the transaction of the proof, everything that waited until the customer had proven their email. */
export type ReleasePurchases = (tx: CommandTx, customer: Customer) => Promise<void>;

/** What others bought, or are paying, for an address whose owner has not proven it. */
export interface WaitingPurchases {
  readonly release: ReleasePurchases;
  /** Whether anything waits until this customer proves their email. */
  readonly exist: (tx: CommandTx, customer: Customer) => Promise<boolean>;
}
