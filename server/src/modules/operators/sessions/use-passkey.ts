import { unauthorized } from '../../../kernel/problem.ts';
import { transaction } from '../../../platform/context/context.ts';
import { hashSecret } from '../../../platform/crypto/hash-secret.ts';
import type { CommandTx, Context } from '../../accounts/index.ts';
import { CHALLENGE_MS, type ChallengeUse, makeChallenge } from '../challenge.ts';
import type { OperatorSession } from '../operator.ts';
import {
  checkPasskey,
  type PasskeyDescriptor,
  passkeyDescriptor,
  type PasskeyProof,
  recordUse,
} from '../passkeys/check-passkey.ts';
import { relyingParty } from '../passkeys/relying-party.ts';
import { type PasskeySignature, takeSignedChallenge } from '../passkeys/verify-signature.ts';
import { passkeyRefused } from '../problems.ts';
import { lockOperatorRow } from '../store/operators.ts';
import { listPasskeyRows } from '../store/passkeys.ts';
import { touchSessionRow } from '../store/sessions.ts';
import type { OperatorRow } from '../tables.ts';
import { CONFIRMATION_MS } from './confirm-session.ts';
import { forgetGuesses, limitGuess, sessionSubject } from './limit-guess.ts';
import { type SignedInOperator, startSession } from './start-session.ts';

/** What a browser needs to ask for a passkey: `PublicKeyCredentialRequestOptionsJSON` of Web Authentication. */
interface PasskeyRequest {
  readonly challenge: string;
  readonly rpId: string;
  readonly timeout: number;
  readonly allowCredentials?: PasskeyDescriptor[];
  readonly userVerification: 'required';
}

const SIGN_IN: ChallengeUse = { purpose: 'SignIn', sessionId: null };

/**
 * Asks for a passkey of this dashboard, whoever it belongs to: the answer is good for five minutes and one try. Raises 409
 * `PasskeysUnavailable`.
 */
export function beginPasskeySignIn(ctx: Context): Promise<PasskeyRequest> {
  return requestFor(ctx, SIGN_IN);
}

/**
 * Signs in the operator whose passkey has signed, in place of password and one-time code: the authenticator has checked a
 * finger, a face or a PIN. Raises 400 `PasskeyRefused`, and 429 after several wrong signatures in the name of the same passkey.
 */
export async function signInWithPasskey(
  ctx: Context,
  signature: PasskeySignature,
): Promise<SignedInOperator> {
  const subject = `passkey/${hashSecret(signature.id)}`;
  const challenge = await takeSignedChallenge(ctx, SIGN_IN, signature.response);
  const proof = await limitGuess(ctx, subject, () => checkPasskey(ctx, challenge, signature));
  return withPasskey(ctx, proof, async (tx, operator) => {
    await forgetGuesses(ctx, tx, subject);
    return startSession(tx, operator, 'Passkey');
  });
}

/** The same for a confirmation by the operator of a session, with the passkeys that they have. */
export async function beginPasskeyConfirmation(
  ctx: Context,
  { id, operatorId }: OperatorSession,
): Promise<PasskeyRequest> {
  const owner = { accountId: ctx.account.id, operatorId };
  const passkeys = await listPasskeyRows(ctx.database.reader, owner);
  const request = await requestFor(ctx, { purpose: 'Confirmation', sessionId: id });
  return { ...request, allowCredentials: passkeys.map(passkeyDescriptor) };
}

/**
 * Confirms with a passkey that its operator uses the session, as `confirmSession` does with the password. Raises 400
 * `PasskeyRefused`, also for the passkey of somebody else, and 429 after several wrong tries.
 */
export async function confirmWithPasskey(
  ctx: Context,
  { id, operatorId }: OperatorSession,
  signature: PasskeySignature,
): Promise<Date> {
  const use = { purpose: 'Confirmation', sessionId: id } as const;
  const challenge = await takeSignedChallenge(ctx, use, signature.response);
  const proof = await limitGuess(ctx, sessionSubject(id), async () => {
    const checked = await checkPasskey(ctx, challenge, signature);
    if (checked.passkey.operatorId !== operatorId) throw passkeyRefused();
    return checked;
  });
  return withPasskey(ctx, proof, async (tx, { accountId }) => {
    const confirmedAt = tx.clock.now();
    if (!(await touchSessionRow(tx, { accountId, id }, { confirmedAt }))) throw unauthorized();
    await forgetGuesses(ctx, tx, sessionSubject(id));
    return new Date(confirmedAt.getTime() + CONFIRMATION_MS);
  });
}

async function requestFor(ctx: Context, use: ChallengeUse): Promise<PasskeyRequest> {
  const { id: rpId } = relyingParty(ctx);
  const challenge = await makeChallenge(ctx, use);
  return { challenge, rpId, timeout: CHALLENGE_MS, userVerification: 'required' };
}

/** Does what a passkey allows its operator. Raises 400 `PasskeyRefused` when either was removed meanwhile, or its counter went back. */
async function withPasskey<Result extends object>(
  ctx: Context,
  proof: PasskeyProof,
  work: (tx: CommandTx, operator: OperatorRow) => Promise<Result>,
): Promise<Result> {
  const { accountId, operatorId } = proof.passkey;
  const result = await transaction(ctx, async (tx) => {
    const operator = await lockOperatorRow(tx, accountId, operatorId);
    if (operator === undefined || operator.removedAt !== null) return undefined;
    return (await recordUse(tx, operator, proof)) ? work(tx, operator) : undefined;
  });
  if (result === undefined) throw passkeyRefused();
  return result;
}
