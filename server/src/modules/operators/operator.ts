import { scopesOf, type Role } from './roles.ts';
import type { OperatorRow, OperatorSessionRow } from './tables.ts';

/** Somebody who works for the vendor of an account, and signs in to its dashboard. */
export interface Operator {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  /** What the role allows, as scopes of API keys. */
  readonly scopes: readonly string[];
  /** `Invited` until the operator has joined. */
  readonly status: 'Invited' | 'Active' | 'Removed';
  /** Whether signing in needs a one-time code. */
  readonly hasCodes: boolean;
  /** False: a passkey, or the vendor's own provider, is the only way in. */
  readonly hasPassword: boolean;
  readonly createdAt: Date;
  readonly lastSignedInAt: Date | null;
  readonly revision: number;
}

/** The operator without secrets. */
export function toOperator(row: OperatorRow): Operator {
  const { id, email, name, role, createdAt, lastSignedInAt, revision } = row;
  return {
    id,
    email,
    name,
    role,
    scopes: scopesOf(role),
    status: row.removedAt !== null ? 'Removed' : row.joinedAt === null ? 'Invited' : 'Active',
    hasCodes: row.totpSealed !== null,
    hasPassword: row.passwordHash !== null,
    createdAt,
    lastSignedInAt,
    revision,
  };
}

/** A sign-in of an operator, without its token. */
export type OperatorSession = Omit<OperatorSessionRow, 'tokenHash' | 'accountId'>;

/** The session without its secret. */
export function toSession(row: OperatorSessionRow): OperatorSession {
  const { accountId: _, tokenHash: __, ...session } = row;
  return session;
}
