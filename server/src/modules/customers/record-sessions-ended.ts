import type { CommandTx } from '../accounts/index.ts';
import { recordCustomerEvent } from './events.ts';

/** Records that somebody who acts for the vendor ended so many sessions of a customer: one by its id, or all. */
export function recordSessionsEnded(
  tx: CommandTx,
  customerId: string,
  { sessions, sessionId }: { readonly sessions: number; readonly sessionId: string | undefined },
): void {
  recordCustomerEvent(tx, {
    type: 'customer.sessions-ended',
    subjects: { customer: customerId },
    data: { sessions, ...(sessionId !== undefined && { sessionId }) },
  });
}
