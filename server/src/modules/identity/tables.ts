/** A persistent sign-in: the family of all refresh tokens that follow from it. */
export interface Session {
  readonly accountId: string;
  readonly id: string;
  readonly customerId: string;
  /** Counts the issued refresh tokens; only the one with this number can be exchanged. */
  readonly generation: number;
  /** The refresh token of this generation, sealed, so that it can be delivered again. */
  readonly tokenSealed: string;
  readonly rotatedAt: Date;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly revokedAt: Date | null;
  readonly revokedReason: SessionEnd | null;
  /** The client's name, by which the customer recognizes the session. */
  readonly userAgent: string | null;
}

/** The reason for an early end of the session. */
export type SessionEnd =
  | 'SignedOut'
  | 'TokenReused'
  | 'PasswordChanged'
  | 'CustomerDeleted'
  | 'EmailChangeUndone'
  | 'EmailUnproved'
  /** The vendor changed the customer's email. */
  | 'EmailReplaced';

/** An issued refresh token, identified by its hash. */
export interface RefreshToken {
  readonly accountId: string;
  readonly tokenHash: string;
  readonly sessionId: string;
  readonly generation: number;
}

/** The purpose of a code that was sent by mail. */
export type CodePurpose = 'ConfirmAccount' | 'ConfirmEmail' | 'ChangeEmail' | 'DenyAccount' | 'ResetPassword';

/** The valid code of a customer for a purpose: a newer one replaces it, and its use removes it. */
export interface IdentityCode {
  readonly accountId: string;
  readonly customerId: string;
  readonly purpose: CodePurpose;
  readonly codeHash: string;
  /** The address the code was sent to; for `ChangeEmail` the new address. */
  readonly email: string;
  readonly emailKey: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/**
 * A code that proves an address and belongs to no customer: it applies to the customer who has the address when it is
 * used.
 */
export interface AddressCode {
  readonly accountId: string;
  readonly codeHash: string;
  readonly email: string;
  readonly emailKey: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

export interface IdentityTables {
  addressCodes: AddressCode;
  identityCodes: IdentityCode;
  sessions: Session;
  refreshTokens: RefreshToken;
}
