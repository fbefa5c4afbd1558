import type { Role } from './roles.ts';

/** Rows of the tables that this module owns. */
export interface OperatorTables {
  operators: OperatorRow;
  operatorSessions: OperatorSessionRow;
  operatorLinks: OperatorLinkRow;
  operatorRecoveryCodes: RecoveryCodeRow;
  operatorPasskeys: PasskeyRow;
  operatorChallenges: ChallengeRow;
}

export interface OperatorRow {
  readonly accountId: string;
  readonly id: string;
  readonly email: string;
  /** The lookup form of the email; unique among those who were not removed. */
  readonly emailKey: string;
  readonly name: string;
  readonly role: Role;
  /** Null until the operator has chosen one. */
  readonly passwordHash: string | null;
  /** The secret of one-time codes, sealed; null: the operator signs in without codes. */
  readonly totpSealed: string | null;
  /** A new secret that no code has confirmed yet. */
  readonly totpPendingSealed: string | null;
  /** The step of time of the latest code: it, and earlier ones, are used up. */
  readonly totpStep: number | null;
  readonly createdAt: Date;
  /** When the operator signed in for the first time, or got a password; null: invited. */
  readonly joinedAt: Date | null;
  readonly lastSignedInAt: Date | null;
  readonly removedAt: Date | null;
  readonly revision: number;
}

/** A sign-in of an operator. A session that has ended is no row. */
export interface OperatorSessionRow {
  readonly accountId: string;
  readonly id: string;
  readonly operatorId: string;
  readonly tokenHash: string;
  readonly createdAt: Date;
  /** To the minute. */
  readonly lastUsedAt: Date;
  readonly expiresAt: Date;
  /** When the operator last confirmed a sensitive action with a password. */
  readonly confirmedAt: Date | null;
  readonly userAgent: string | null;
}

/** `SetUp` creates the first operator of an account; the others let an operator choose a password. */
export type LinkPurpose = 'SetUp' | 'Invitation' | 'Reset';

/** A link that works once. An operator has one at most, and so has the set-up of an account. */
export interface OperatorLinkRow {
  readonly accountId: string;
  readonly codeHash: string;
  readonly purpose: LinkPurpose;
  readonly operatorId: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** A code that lets an operator in once, in place of a one-time code. One that was used is no row. */
export interface RecoveryCodeRow {
  readonly accountId: string;
  readonly operatorId: string;
  readonly codeHash: string;
  readonly createdAt: Date;
}

/** What an authenticator made for an operator at the host of the account (Web Authentication). */
export interface PasskeyRow {
  readonly accountId: string;
  readonly id: string;
  readonly operatorId: string;
  /** The name that the authenticator gave it, in base64url; unique in the account. */
  readonly credentialId: string;
  /** As a COSE key, in base64url. */
  readonly publicKey: string;
  /** How often the authenticator says that it has signed; one that does not count says 0 each time. */
  readonly counter: number;
  /** How a browser reaches the authenticator, with commas between. */
  readonly transports: string;
  /** The host on which browsers let it sign; null: unknown. */
  readonly rpId: string | null;
  readonly name: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

/** What a challenge serves: a signature of a passkey, or a visit to the vendor's own provider. */
export type ChallengePurpose =
  | 'SignIn'
  | 'Confirmation'
  | 'Registration'
  | 'Welcome'
  | 'ProviderSignIn'
  | 'ProviderConfirmation';

/** Random bits that a passkey signs. One that was used is no row. */
export interface ChallengeRow {
  readonly accountId: string;
  readonly challengeHash: string;
  readonly purpose: ChallengePurpose;
  /** The session that it serves; null: nobody is signed in. */
  readonly sessionId: string | null;
  readonly expiresAt: Date;
}
