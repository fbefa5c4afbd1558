import type { CommandTx, Context } from '../../accounts/index.ts';
import { recordOperatorEvent } from '../events.ts';
import { passkeyRefused } from '../problems.ts';
import { findPasskeyRow, touchPasskeyRow } from '../store/passkeys.ts';
import type { PasskeyRow } from '../tables.ts';
import { relyingParty } from './relying-party.ts';
import { type PasskeySignature, verifySignature } from './verify-signature.ts';

/** What stands for an operator in an authenticator, in base64url. */
export function userHandle(operatorId: string): string {
  return Buffer.from(operatorId).toString('base64url');
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

/** A passkey that has signed, and what it counts now. */
export interface PasskeyProof {
  readonly passkey: PasskeyRow;
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
  const handle = signature.response.userHandle;
  if (handle !== undefined && handle !== userHandle(passkey.operatorId)) throw passkeyRefused();
  return { passkey, counter };
}

/**
 * Records the use of a passkey whose operator the transaction has locked. False when it was removed meanwhile, or its
 * counter went back, which is journaled: the transaction has to commit, and the caller refuses.
 */
export async function recordUse(tx: CommandTx, { passkey, counter }: PasskeyProof): Promise<boolean> {
  if (await touchPasskeyRow(tx, passkey, { counter, lastUsedAt: tx.clock.now() })) return true;
  if ((await findPasskeyRow(tx, passkey)) === undefined) return false;
  recordOperatorEvent(tx, {
    type: 'operator.passkey-refused',
    subjects: { operator: passkey.operatorId },
    data: { passkeyId: passkey.id },
  });
  return false;
}
