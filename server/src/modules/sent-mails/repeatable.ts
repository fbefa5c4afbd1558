import type { Customer } from '../customers/index.ts';
import type { MailSummary } from '../../platform/mail/store.ts';

/** The mails whose link a new one replaces. */
const CONFIRMATIONS: ReadonlySet<string> = new Set(['confirm-account', 'confirm-email']);

/** How a mail is sent again: as it was, as the receipt of its order, or with a new link. */
export type Repetition =
  | { readonly as: 'Copy' }
  | { readonly as: 'Receipt'; readonly orderId: string }
  | { readonly as: 'Confirmation' | 'PasswordReset' };

const ORDER = /^order\/([0-9a-f-]{36})$/;

/**
 * How a mail to a customer is sent again; undefined where it is not: its link worked once and cannot be made anew, it told
 * what had just happened, or nothing was kept of it.
 */
export function repetitionOf(
  { kind, about, hasCopy }: Pick<MailSummary, 'kind' | 'about' | 'hasCopy'>,
  { id, isEmailConfirmed, isDeleted }: Pick<Customer, 'id' | 'isEmailConfirmed' | 'isDeleted'>,
): Repetition | undefined {
  if (isDeleted) return undefined;
  // An address may have been somebody else's when the mail was sent.
  if (hasCopy) return about === `customer/${id}` ? { as: 'Copy' } : undefined;
  const [, orderId] = ORDER.exec(about ?? '') ?? [];
  if (kind === 'Receipt' && orderId !== undefined) return { as: 'Receipt', orderId };
  if (kind === 'reset-password') return { as: 'PasswordReset' };
  return CONFIRMATIONS.has(kind) && !isEmailConfirmed ? { as: 'Confirmation' } : undefined;
}

/** Whether `sendMailAgain` sends this mail to this customer. */
export function canSendAgain(...mail: Parameters<typeof repetitionOf>): boolean {
  return repetitionOf(...mail) !== undefined;
}
