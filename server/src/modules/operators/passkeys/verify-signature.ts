import { isRecord } from '../../../kernel/json.ts';
import type { Context } from '../../accounts/index.ts';
import { type ChallengeUse, takeChallenge } from '../challenge.ts';
import { passkeyRefused } from '../problems.ts';
import type { PasskeyRow } from '../tables.ts';
import type { RelyingParty } from './relying-party.ts';

/** What a browser sends of a new passkey: `RegistrationResponseJSON` of Web Authentication, as far as we read it. */
export interface NewCredential {
  readonly id: string;
  readonly rawId: string;
  readonly response: {
    readonly clientDataJSON: string;
    readonly attestationObject: string;
    readonly transports?: readonly string[] | undefined;
  };
}

/** What a browser sends of a signature: `AuthenticationResponseJSON` of Web Authentication, as far as we read it. */
export interface PasskeySignature {
  readonly id: string;
  readonly rawId: string;
  readonly response: {
    readonly clientDataJSON: string;
    readonly authenticatorData: string;
    readonly signature: string;
    readonly userHandle?: string | undefined;
  };
}

/** Ed25519, ES256 and RS256, the best first: Node still calls those against quantum computers experimental. */
export const ALGORITHMS: readonly number[] = [-8, -7, -257];

/** What a challenge was made for, and by whom. */
interface Expectation {
  readonly party: RelyingParty;
  readonly challenge: string;
}

/**
 * Checks a new passkey: made at this address for this challenge, after the authenticator has made sure who uses it. Raises
 * 400 `PasskeyRefused`. Certificates of authenticators are refused: nobody asked for them, and checking one would
 * fetch an address that it names.
 */
export async function verifyCredential(
  ctx: Pick<Context, 'log'>,
  { party, challenge }: Expectation,
  { id, rawId, response }: NewCredential,
): Promise<Pick<PasskeyRow, 'credentialId' | 'publicKey' | 'counter' | 'transports'>> {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers');
  const { clientDataJSON, attestationObject, transports = [] } = response;
  const credential = await orRefuse(ctx, async () => {
    const statement = decodeAttestationObject(bytesOf(attestationObject));
    const isPlain = ['none', 'packed'].includes(statement.get('fmt'));
    if (!isPlain || statement.get('attStmt').get('x5c') !== undefined) return undefined;
    const { registrationInfo } = await verifyRegistrationResponse({
      response: {
        id,
        rawId,
        type: 'public-key',
        response: { clientDataJSON, attestationObject },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: [...ALGORITHMS],
    });
    return registrationInfo?.credential;
  });
  return {
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    transports: transports.join(),
  };
}

/**
 * Checks that a passkey has signed this challenge at this address, after the authenticator has made sure who uses it, and
 * returns what it counts. Raises 400 `PasskeyRefused`.
 */
export async function verifySignature(
  ctx: Pick<Context, 'log'>,
  { party, challenge }: Expectation,
  { id, rawId, response }: PasskeySignature,
  { credentialId, publicKey }: Pick<PasskeyRow, 'credentialId' | 'publicKey'>,
): Promise<number> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const { clientDataJSON, authenticatorData, signature } = response;
  const { newCounter } = await orRefuse(ctx, async () => {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        id,
        rawId,
        type: 'public-key',
        response: { clientDataJSON, authenticatorData, signature },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      // The library looks at the counter before the signature. Ours is compared afterwards, when it means something.
      credential: { id: credentialId, publicKey: bytesOf(publicKey), counter: 0 },
    });
    return verified ? authenticationInfo : undefined;
  });
  return newCounter;
}

/** The library raises a plain error for whatever is wrong with what the browser sent. */
async function orRefuse<Result>(
  { log }: Pick<Context, 'log'>,
  check: () => Promise<Result | undefined>,
): Promise<Result> {
  let result: Result | undefined;
  try {
    result = await check();
  } catch (error) {
    log.info({ err: error }, 'a passkey was refused');
  }
  if (result === undefined) throw passkeyRefused();
  return result;
}

function bytesOf(base64url: string) {
  return new Uint8Array(Buffer.from(base64url, 'base64url'));
}

/**
 * Uses up the challenge that a browser says was signed, whether the signature is right or not. Raises 400 `PasskeyRefused` when
 * it serves something else, was used, or is too old.
 */
export async function takeSignedChallenge(
  ctx: Context,
  use: ChallengeUse,
  { clientDataJSON }: { readonly clientDataJSON: string },
): Promise<string> {
  const challenge = challengeIn(clientDataJSON);
  if (challenge === undefined || !(await takeChallenge(ctx, use, challenge))) throw passkeyRefused();
  return challenge;
}

function challengeIn(clientDataJSON: string): string | undefined {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString());
    return isRecord(data) && typeof data['challenge'] === 'string' ? data['challenge'] : undefined;
  } catch {
    return undefined;
  }
}
