import { isUniqueViolation } from '../../../platform/database/errors.ts';
import type { CommandTx, Context } from '../../accounts/index.ts';
import { CHALLENGE_MS, type ChallengeUse, makeChallenge } from '../challenge.ts';
import { recordOperatorEvent } from '../events.ts';
import { passkeyRefused } from '../problems.ts';
import { insertPasskeyRow } from '../store/passkeys.ts';
import type { OperatorRow, PasskeyRow } from '../tables.ts';
import { type PasskeyDescriptor, passkeyDescriptor, userHandle } from './check-passkey.ts';
import { relyingParty } from './relying-party.ts';
import { ALGORITHMS, type NewCredential, takeSignedChallenge, verifyCredential } from './verify-signature.ts';

/** A passkey that a browser has made. */
export interface NewPasskey {
  readonly name: string;
  readonly credential: NewCredential;
}

/** What a browser needs to make a passkey: `PublicKeyCredentialCreationOptionsJSON` of Web Authentication. */
export interface PasskeyCreation {
  readonly rp: { readonly id: string; readonly name: string };
  readonly user: { readonly id: string; readonly name: string; readonly displayName: string };
  readonly challenge: string;
  readonly pubKeyCredParams: { alg: number; type: 'public-key' }[];
  readonly timeout: number;
  readonly excludeCredentials: PasskeyDescriptor[];
  readonly authenticatorSelection: {
    readonly residentKey: 'required';
    readonly requireResidentKey: true;
    readonly userVerification: 'required';
  };
}

/** Whose passkey it will be, and what else they have. */
interface Creator {
  readonly email: string;
  readonly name: string;
  readonly earlier: readonly PasskeyRow[];
  readonly use: ChallengeUse;
}

/** Begins to make a passkey: the answer is good for five minutes and one passkey. Raises 409 `PasskeysUnavailable`. */
export async function beginCreation(
  ctx: Context,
  { email, name: displayName, earlier, use }: Creator,
): Promise<PasskeyCreation> {
  const { id, name } = relyingParty(ctx);
  return {
    rp: { id, name },
    user: { id: userHandle(ctx, email), name: email, displayName },
    challenge: await makeChallenge(ctx, use),
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: 'public-key' })),
    timeout: CHALLENGE_MS,
    // One in each authenticator.
    excludeCredentials: earlier.map(passkeyDescriptor),
    // The sign-in page knows nobody's email, and a passkey replaces two proofs at once.
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
  };
}

/** What there is to keep of a passkey that a browser has made; the challenge is used up. Raises 400 `PasskeyRefused`. */
export async function checkCreation(
  ctx: Context,
  use: ChallengeUse,
  credential: NewCredential,
): ReturnType<typeof verifyCredential> {
  const party = relyingParty(ctx);
  const challenge = await takeSignedChallenge(ctx, use, credential.response);
  return verifyCredential(ctx, { party, challenge }, credential);
}

/** Keeps a passkey of an operator whom the transaction has locked or made. A unique index refuses one that was copied. */
export async function insertPasskey(
  tx: CommandTx,
  { accountId, id: operatorId }: Pick<OperatorRow, 'accountId' | 'id'>,
  { name, ...publicPart }: Awaited<ReturnType<typeof verifyCredential>> & { readonly name: string },
): Promise<PasskeyRow> {
  const row: PasskeyRow = {
    ...publicPart,
    accountId,
    operatorId,
    rpId: relyingParty(tx).id,
    id: tx.ids.guid(),
    name: name.trim(),
    createdAt: tx.clock.now(),
    lastUsedAt: null,
  };
  await insertPasskeyRow(tx, row);
  const subjects = { operator: operatorId };
  recordOperatorEvent(tx, { type: 'operator.passkey-added', subjects, data: { passkeyId: row.id } });
  return row;
}

/** Raises 400 `PasskeyRefused` for a passkey that is there: an authenticator never gives a name twice. */
export async function unlessCopied<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw isUniqueViolation(error) ? passkeyRefused() : error;
  }
}
