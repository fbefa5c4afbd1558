import type { CommandTx, Context } from '../../accounts/index.ts';
import { replaceRecoveryCodeRows } from '../store/recovery-codes.ts';
import { codeSecret } from './one-time-code.ts';

const COUNT = 10;
/** Of five bits each; nobody can test a guess without the data key of the account. */
const CHARACTERS = 12;

/** Gives an operator ten codes in place of all earlier ones. They are stored as hashes: this is the only time to see them. */
export async function replaceRecoveryCodes(tx: CommandTx, operatorId: string): Promise<string[]> {
  const codes: string[] = [];
  while (codes.length < COUNT) {
    const text = (await codeSecret(Buffer.from(tx.ids.secret(), 'base64url'))).toLowerCase();
    codes.push(text.slice(0, CHARACTERS));
  }
  const owner = { accountId: tx.account.id, operatorId };
  const createdAt = tx.clock.now();
  const rows = codes.map((code) => ({
    ...owner,
    codeHash: recoveryCodeHash(tx, operatorId, code),
    createdAt,
  }));
  await replaceRecoveryCodeRows(tx, owner, rows);
  return codes.map((code) => code.replaceAll(/(.{4})(?=.)/g, '$1-'));
}

/** The stored form of a recovery code, whose hyphens and capitals say nothing. */
export function recoveryCodeHash(
  { vault, account }: CommandTx | Context,
  operatorId: string,
  code: string,
): string {
  const text = code.replaceAll('-', '').toLowerCase();
  return vault.lookupKey(account, 'operator-recovery-codes', `${operatorId}/${text}`);
}
