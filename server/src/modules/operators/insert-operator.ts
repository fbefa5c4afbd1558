import type { CommandTx } from '../accounts/index.ts';
import { emailKey } from '../customers/index.ts';
import { recordOperatorEvent } from './events.ts';
import type { Role } from './roles.ts';
import { insertOperatorRow } from './store/operators.ts';
import type { OperatorRow } from './tables.ts';

interface NewOperator {
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  /** Null: the operator chooses a password with a link, or has a passkey. */
  readonly passwordHash: string | null;
  /** Default: with a password. */
  readonly hasJoined?: boolean;
}

/** Adds an operator whose input was checked. A unique index refuses an email that another operator has. */
export async function insertOperator(
  tx: CommandTx,
  { email, name, role, passwordHash, hasJoined = passwordHash !== null }: NewOperator,
): Promise<OperatorRow> {
  const now = tx.clock.now();
  const row: OperatorRow = {
    accountId: tx.account.id,
    id: tx.ids.guid(),
    email,
    emailKey: emailKey(email),
    name: name.trim(),
    role,
    passwordHash,
    totpSealed: null,
    totpPendingSealed: null,
    totpStep: null,
    createdAt: now,
    joinedAt: hasJoined ? now : null,
    lastSignedInAt: null,
    removedAt: null,
    revision: 1,
  };
  await insertOperatorRow(tx, row);
  recordOperatorEvent(tx, { type: 'operator.added', subjects: { operator: row.id }, data: { role } });
  return row;
}
