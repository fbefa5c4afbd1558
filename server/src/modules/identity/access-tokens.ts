import { errors, jwtVerify, SignJWT, type JWTHeaderParameters } from 'jose';
import { decodeBase64Url } from '../../platform/crypto/base64url.ts';
import type { System } from '../../platform/system.ts';
import type { Account } from '../accounts/index.ts';
import { activeSigningKey, findVerificationKey, verificationKeys } from '../signing-keys/index.ts';

/** Whom an access token speaks for. */
export interface AccessClaims {
  readonly customerId: string;
  readonly sessionId: string;
}

/** Tells access tokens from every other JWT of the account, license tokens before all (RFC 9068). */
const TYPE = 'at+jwt';

/** What the account's access keys may be; anything symmetric would let the public key sign. */
const ALGORITHMS = ['ES256', 'EdDSA'];

/** A new access token, signed with the account's access key (wire contract section 2). */
export async function signAccessToken(
  system: System,
  account: Account,
  claims: AccessClaims,
): Promise<string> {
  const { kid, algorithm, privateKey } = await activeSigningKey(system, account, 'Access');
  const issuedAt = Math.floor(system.clock.now().getTime() / 1_000);
  return new SignJWT({ sid: claims.sessionId })
    .setProtectedHeader({ alg: algorithm, typ: TYPE, kid })
    .setIssuer(account.id)
    .setSubject(claims.customerId)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + account.settings.accessTokenSeconds)
    .sign(privateKey);
}

const MAX_CHARACTERS = 8_192;

/**
 * Whom the token speaks for; `undefined` unless one of the account's own access keys signed it for this account.
 * The key is found by `kid` among those keys alone: keys and URLs in the header are never looked at.
 * `expired: 'Accepted'` is for refresh, which takes an access token after its time.
 */
export async function verifyAccessToken(
  system: System,
  account: Account,
  token: string,
  { expired = 'Refused' }: { readonly expired?: 'Refused' | 'Accepted' } = {},
): Promise<AccessClaims | undefined> {
  if (!isCanonical(token)) return undefined;
  const keys = await verificationKeys(system, account, 'Access');
  const findKey = async ({ kid = '', alg }: JWTHeaderParameters) => {
    const known = keys.get(kid) ?? (await findVerificationKey(system, account, 'Access', kid));
    if (known === undefined || known.algorithm !== alg) throw new errors.JWKSNoMatchingKey();
    return known.key;
  };
  try {
    const { payload } = await jwtVerify(token, findKey, {
      algorithms: ALGORITHMS,
      typ: TYPE,
      issuer: account.id,
      requiredClaims: ['sub', 'sid', 'iat', 'exp'],
      // No token of ours expired before 1970, so seen from there none has.
      currentDate: expired === 'Accepted' ? new Date(0) : system.clock.now(),
    });
    const { sub, sid } = payload;
    return typeof sub === 'string' && typeof sid === 'string'
      ? { customerId: sub, sessionId: sid }
      : undefined;
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined;
    throw error;
  }
}

/** One spelling per token: jose reads base64url as leniently as Node does, which lets letters differ unseen. */
function isCanonical(token: string): boolean {
  return (
    token.length <= MAX_CHARACTERS && token.split('.').every((part) => decodeBase64Url(part) !== undefined)
  );
}
