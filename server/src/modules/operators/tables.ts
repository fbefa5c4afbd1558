import type { Role } from './roles.ts';

/** Rows of the tables that this module owns. */
export interface OperatorTables {
  operators: OperatorRow;
  operatorSessions: OperatorSessionRow;
  operatorLinks: OperatorLinkRow;
  operatorRecoveryCodes: RecoveryCodeRow;
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
  /** When the operator chose a password for the first time; null: invited. */
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
