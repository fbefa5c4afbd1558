import { record } from '../../platform/journal/record.ts';
import type { CommandTx } from '../accounts/index.ts';

/** The vendor had a mail sent to a customer again. */
interface SentMailEvent {
  readonly type: 'customer.mail-sent-again';
  readonly subjects: { readonly customer: string };
  readonly data: { readonly kind: string; readonly mailId: string };
}

/** @see record */
export const recordSentMailEvent: (tx: CommandTx, event: SentMailEvent) => void = record;
