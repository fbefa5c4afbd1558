import { record } from '../../platform/journal/record.ts';
import type { CommandTx } from '../accounts/index.ts';

/** Before a merge: its owner was asked whether an account may go, and did not want it, or the vendor no longer does. The id of the other comes first. */
interface MergeRequestEvent {
  readonly type: 'customer.merge-asked' | 'customer.merge-declined' | 'customer.merge-withdrawn';
  readonly subjects: { readonly customer: readonly [into: string, from: string] };
  readonly data: { readonly from: string; readonly into: string; readonly reason: string };
}

/** @see record */
export const recordMergeRequest: (tx: CommandTx, event: MergeRequestEvent) => void = record;
