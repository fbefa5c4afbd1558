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
  /**
   * One key per purpose is active. Of access keys, it signs, and the retired ones only verify. Of license keys, it is
   * the default, which signs the first tokens of devices; every key signs the tokens that renew its own.
   */
  status: 'Active' | 'Retired';
  createdAt: Date;
  retiredAt: Date | null;
}
