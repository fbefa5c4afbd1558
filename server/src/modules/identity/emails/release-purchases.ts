import type { CommandTx } from '../../accounts/index.ts';
import type { Customer } from '../../customers/index.ts';

/** Grants, in the transaction of the proof, everything that waited until the customer had proven their email. */
export type ReleasePurchases = (tx: CommandTx, customer: Customer) => Promise<void>;
