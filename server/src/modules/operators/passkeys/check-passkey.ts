import type { CommandTx, Context } from '../../accounts/index.ts';
import { emailKey } from '../../customers/index.ts';
import { recordOperatorEvent } from '../events.ts';
import { passkeyRefused } from '../problems.ts';
import { findPasskeyRow, touchPasskeyRow } from '../store/passkeys.ts';
import type { OperatorRow, PasskeyRow } from '../tables.ts';
import { relyingParty } from './relying-party.ts';
import { type PasskeySignature, verifySignature } from './verify-signature.ts';

/** What stands for an operator in an authenticator, in base64url: it says nothing to others, not even the email. */
export function userHandle({ vault, account }: CommandTx | Context, email: string): string {
  return vault.lookupKey(account, 'operator-passkeys', emailKey(email));
}

/** A passkey by which a browser finds its authenticator. */
export interface PasskeyDescriptor {
  readonly id: string;
  readonly type: 'public-key';
  transports?: string[];
}

/** How a browser finds the authenticator of a passkey. */
export function passkeyDescriptor({
  credentialId: id,
  transports,
}: Pick<PasskeyRow, 'credentialId' | 'transports'>): PasskeyDescriptor {
  return { id, type: 'public-key', ...(transports !== '' && { transports: transports.split(',') }) };
}

/** A passkey that has signed, for whom, and what it counts now. */
export interface PasskeyProof {
  readonly passkey: PasskeyRow;
  readonly handle: string | undefined;
  readonly counter: number;
}

/**
 * Finds the passkey of a signature, and checks that it has signed a challenge that is used up. Raises 400 `PasskeyRefused`.
 * `recordUse` comes next.
 */
export async function checkPasskey(
  ctx: Context,
  challenge: string,
  signature: PasskeySignature,
): Promise<PasskeyProof> {
  const party = relyingParty(ctx);
  const claim = { accountId: ctx.account.id, credentialId: signature.id };
  const passkey = await findPasskeyRow(ctx.database.reader, claim);
  if (passkey === undefined) throw passkeyRefused();
  const counter = await verifySignature(ctx, { party, challenge }, signature, passkey);
  return { passkey, handle: signature.response.userHandle, counter };
}

/**
 * Records the use of a passkey whose operator the transaction has locked. False when the authenticator made it for somebody else,
 * it was removed meanwhile, or its counter went back, which is journaled: the transaction has to commit, and the caller refuses.
 */
export async function recordUse(
  tx: CommandTx,
  { email }: Pick<OperatorRow, 'email'>,
  { passkey, handle, counter }: PasskeyProof,
): Promise<boolean> {
  if (handle !== undefined && handle !== userHandle(tx, email)) return false;
  if (await touchPasskeyRow(tx, passkey, { counter, lastUsedAt: tx.clock.now() })) return true;
  if ((await findPasskeyRow(tx, passkey)) === undefined) return false;
  recordOperatorEvent(tx, {
    type: 'operator.passkey-refused',
    subjects: { operator: passkey.operatorId },
    data: { passkeyId: passkey.id },
  });
  return false;
}
