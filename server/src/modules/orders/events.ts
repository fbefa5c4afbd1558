import { record } from '../../platform/journal/record.ts';
import type { CommandTx } from '../accounts/index.ts';

/** What happens to orders. Carts change with every click and are no events. */
export type OrderJournalEvent = {
  readonly type: 'order.completed';
  readonly subjects: {
    readonly order: string;
    readonly payment: string;
    /** Absent while it waits for a proof of the address. */
    readonly customer: string | null;
  };
  readonly data: {
    readonly currency: string;
    readonly totalMinor: number;
    /** What was granted, per line; the licenses are events of their own. */
    readonly grants: readonly {
      readonly lineId: string;
      readonly productId: string;
      readonly quantity: number;
    }[];
  };
};

/** @see record */
export const recordOrderEvent: (tx: CommandTx, event: OrderJournalEvent) => void = record;
