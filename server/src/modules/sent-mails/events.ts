import { record } from '../../platform/journal/record.ts';
import type { CommandTx } from '../accounts/index.ts';

type SentMailEvent =
  /** The vendor had a mail sent to a customer again. */
  | {
      readonly type: 'customer.mail-sent-again';
      readonly subjects: { readonly customer: string };
      readonly data: { readonly kind: string; readonly mailId: string };
    }
  /** The vendor wrote to a customer about a license. */
  | {
      readonly type: 'customer.messaged';
      readonly subjects: { readonly customer: string };
      readonly data: { readonly messageId: string };
    };

/** @see record */
export const recordSentMailEvent: (tx: CommandTx, event: SentMailEvent) => void = record;
