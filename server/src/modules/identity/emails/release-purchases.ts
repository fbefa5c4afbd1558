import type { Tx } from '../../../platform/database/database.ts';
import type { Customer } from '../../customers/index.ts';

/** Gives, in the transaction of the proof, what waited until the customer had proven their email. */
export type ReleasePurchases = (tx: Tx, customer: Customer) => Promise<void>;
