import type { CommandTx } from '../../accounts/index.ts';
import type { Customer } from '../../customers/index.ts';

/** Gives, in the transaction of the proof, what waited until the customer had proven their email. */
export type ReleasePurchases = (tx: CommandTx, customer: Customer) => Promise<void>;
