import type { SigningAlgorithm } from '../../platform/crypto/key-pairs.ts';

/** Rows of the table that this module owns. */
export interface SigningKeysTables {
  signingKeys: SigningKeyRow;
}

/** The purpose of a key: to sign license tokens, or the access tokens of customers. */
export type SigningPurpose = 'License' | 'Access';

export interface SigningKeyRow {
  accountId: string;
  /** The key's `kid`: the RFC 7638 thumbprint of its public half. */
  id: string;
  purpose: SigningPurpose;
  algorithm: SigningAlgorithm;
  /** SPKI */
  publicPem: string;
  /** PKCS#8, sealed for this row under the account's data key. */
  privateSealed: string;
  /** One key per purpose signs; a retired one still verifies. */
  status: 'Active' | 'Retired';
  createdAt: Date;
  retiredAt: Date | null;
}
