/** A sign-in that lasts: the family of all refresh tokens that follow from it. */
export interface Session {
  readonly accountId: string;
  readonly id: string;
  readonly customerId: string;
  /** Counts the refresh tokens given out; the one with this number is the only one that rotates. */
  readonly generation: number;
  /** The refresh token of this generation, sealed, so that it can be delivered again. */
  readonly tokenSealed: string;
  readonly rotatedAt: Date;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly revokedAt: Date | null;
  readonly revokedReason: SessionEnd | null;
}

/** Why a session ended before its time. */
export type SessionEnd = 'SignedOut' | 'TokenReused' | 'PasswordChanged' | 'CustomerDeleted';

/** A refresh token that was ever given out, known by its hash. */
export interface RefreshToken {
  readonly accountId: string;
  readonly tokenHash: string;
  readonly sessionId: string;
  readonly generation: number;
}

export interface IdentityTables {
  sessions: Session;
  refreshTokens: RefreshToken;
}
