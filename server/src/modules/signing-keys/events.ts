import { record } from '../../platform/journal/record.ts';
import type { KeyCommandTx } from './account-keys.ts';
import type { SigningPurpose } from './tables.ts';

/** Events of an account's signing keys. */
export type SigningKeyEvent = {
  /** A new key; `rotated`: it signs in place of the previous one. */
  readonly type:
    | 'signing-key.created'
    | 'signing-key.rotated'
    | 'signing-key.imported'
    | 'signing-key.removed';
  readonly subjects: { readonly signingKey: string };
  readonly data: { readonly purpose: SigningPurpose; readonly isActive: boolean };
};

/** @see record */
export const recordSigningKeyEvent: (tx: KeyCommandTx, event: SigningKeyEvent) => void = record;
