import { record } from '../../platform/journal/record.ts';
import type { KeyCommandTx } from './account-keys.ts';
import type { SigningPurpose } from './tables.ts';

/** What happens to the signing keys of an account. */
export type SigningKeyEvent = {
  /** A new key signs; the one before is retired. */
  readonly type: 'signing-key.rotated' | 'signing-key.imported' | 'signing-key.removed';
  readonly subjects: { readonly signingKey: string };
  readonly data: { readonly purpose: SigningPurpose; readonly isActive: boolean };
};

/** @see record */
export const recordSigningKeyEvent: (tx: KeyCommandTx, event: SigningKeyEvent) => void = record;
