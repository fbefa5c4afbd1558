import { record } from '../../platform/journal/record.ts';
import type { CommandTx } from '../accounts/index.ts';

/** Events of withdrawals: the buyer declares one, and the vendor or a setting decides on its lines. */
interface WithdrawalEvent {
  readonly type: 'withdrawal.declared' | 'withdrawal.granted' | 'withdrawal.declined';
  readonly subjects: {
    readonly withdrawal: string;
    readonly order: string;
    readonly customer: string | null;
    readonly refund?: string;
  };
  readonly data: { readonly lineIds: readonly string[] };
}

/** @see record */
export const recordWithdrawalEvent: (tx: CommandTx, event: WithdrawalEvent) => void = record;
