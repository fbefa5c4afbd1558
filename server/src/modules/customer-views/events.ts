import { record } from '../../platform/journal/record.ts';
import type { CommandTx } from '../accounts/index.ts';

/** A look at a customer's account by whoever the event names as its actor. */
type CustomerViewEvent =
  | {
      readonly type: 'customer.view-begun';
      readonly subjects: { readonly customer: string };
      readonly data: { readonly viewId: string; readonly reason: string; readonly expiresAt: string };
    }
  | {
      readonly type: 'customer.view-ended';
      readonly subjects: { readonly customer: string };
      readonly data: { readonly viewId: string; readonly how: 'Closed' | 'Expired' };
    };

/** @see record */
export const recordViewEvent: (tx: CommandTx, event: CustomerViewEvent) => void = record;
