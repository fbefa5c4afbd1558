import type { CommandTxOf } from '../../platform/context/context.ts';
import type { ChangedFields } from '../../platform/journal/changed-fields.ts';
import { record } from '../../platform/journal/record.ts';
import type { Role } from './roles.ts';
import type { LinkPurpose } from './tables.ts';

type About = { readonly operator: string };

/** Events of operators. Their names and emails stay out of the journal, which can show them by the id. */
type OperatorEvent =
  | { readonly type: 'operator.added'; readonly subjects: About; readonly data: { readonly role: Role } }
  | {
      /** The operator chose a password with a link. */
      readonly type: 'operator.password-set';
      readonly subjects: About;
      readonly data: { readonly link: LinkPurpose };
    }
  | {
      /** Somebody asked for a link for a new password, and it was mailed to the operator. */
      readonly type: 'operator.password-forgotten';
      readonly subjects: About;
      readonly data: {};
    }
  | { readonly type: 'operator.password-changed'; readonly subjects: About; readonly data: {} }
  | {
      /** All sign-ins ended, and a link for a new password was made, or a new password was set. */
      readonly type: 'operator.reset';
      readonly subjects: About;
      readonly data: {};
    }
  | { readonly type: 'operator.changed'; readonly subjects: About; readonly data: ChangedFields }
  | { readonly type: 'operator.removed'; readonly subjects: About; readonly data: { readonly role: Role } }
  | {
      readonly type: 'operator.signed-in';
      readonly subjects: About;
      readonly data: { readonly sessionId: string; readonly with: SignInMethod };
    }
  | {
      readonly type: 'operator.signed-out';
      readonly subjects: About;
      /** The ended session; null: all but the one that did it. */
      readonly data: { readonly sessionId: string | null };
    }
  | {
      /** One-time codes are needed to sign in, or no longer. */
      readonly type: 'operator.codes-changed';
      readonly subjects: About;
      readonly data: { readonly isOn: boolean };
    }
  | {
      /** A recovery code took the place of a one-time code; so many are left. */
      readonly type: 'operator.recovery-code-used';
      readonly subjects: About;
      readonly data: { readonly left: number };
    }
  | { readonly type: 'operator.recovery-codes-renewed'; readonly subjects: About; readonly data: {} }
  | {
      readonly type: 'operator.passkey-added' | 'operator.passkey-removed';
      readonly subjects: About;
      readonly data: { readonly passkeyId: string };
    }
  | {
      /** Its counter went back: there may be a copy of the passkey. */
      readonly type: 'operator.passkey-refused';
      readonly subjects: About;
      readonly data: { readonly passkeyId: string };
    };

/** How an operator proved who it is. */
export type SignInMethod =
  | 'Password'
  | 'PasswordAndCode'
  | 'PasswordAndRecoveryCode'
  | 'Passkey'
  | 'Provider'
  | 'Link';

/** Records an event of the transaction's account. @see record */
export const recordOperatorEvent: (tx: CommandTxOf<{ readonly id: string }>, event: OperatorEvent) => void =
  record;
