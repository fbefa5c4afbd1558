import { record } from '../../platform/journal/record.ts';
import type { CommandTx } from '../accounts/index.ts';

/** Events of a customer. Personal data stays with the customer: events contain only the id and the names of fields. */
type CustomerEvent =
  | {
      readonly type: 'customer.created' | 'customer.imported';
      readonly subjects: CustomerSubject;
      readonly data: { readonly hasPassword: boolean; readonly isEmailConfirmed: boolean };
    }
  | {
      readonly type: 'customer.updated';
      readonly subjects: CustomerSubject;
      readonly data: { readonly fields: readonly string[] };
    }
  | {
      readonly type: 'customer.email-changed';
      readonly subjects: CustomerSubject;
      readonly data: { readonly isConfirmed: boolean };
    }
  /** The last change of email was undone. */
  | { readonly type: 'customer.email-restored'; readonly subjects: CustomerSubject; readonly data: {} }
  /** The customer was deleted, with all personal data; without what others bought for an address that was not theirs. */
  | {
      readonly type: 'customer.erased';
      /** With those who were merged into the customer. */
      readonly subjects: { readonly customer: readonly string[] };
      readonly data: { readonly keepsAddress?: true };
    }
  /** Two customers are one person: what one had is the other's, whose id comes first. The numbers are of what moved. */
  | {
      readonly type: 'customer.merged';
      readonly subjects: { readonly customer: readonly [into: string, from: string] };
      readonly data: { readonly from: string; readonly into: string; readonly reason: string } & MovedThings;
    }
  /** The text of a note is personal, and goes with the customer. */
  | {
      readonly type: 'customer.note-added' | 'customer.note-removed';
      readonly subjects: CustomerSubject;
      readonly data: { readonly noteId: string };
    }
  /** Somebody who acts for the vendor ended sessions of the customer; of one, it names it. */
  | {
      readonly type: 'customer.sessions-ended';
      readonly subjects: CustomerSubject;
      readonly data: { readonly sessions: number; readonly sessionId?: string };
    }
  /** Somebody who acts for the vendor got everything that is stored about the customer. */
  | { readonly type: 'customer.exported'; readonly subjects: CustomerSubject; readonly data: {} }
  | { readonly type: 'customer.email-confirmed'; readonly subjects: CustomerSubject; readonly data: {} }
  | { readonly type: 'customer.password-changed'; readonly subjects: CustomerSubject; readonly data: {} };

/** How many things of a customer became another's. */
export type MovedThings = Readonly<
  Record<'orders' | 'licenses' | 'subscriptions' | 'trials' | 'vouchers', number>
>;

type CustomerSubject = { readonly customer: string };

/** @see record */
export const recordCustomerEvent: (tx: CommandTx, event: CustomerEvent) => void = record;
