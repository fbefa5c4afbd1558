import { createHash } from 'node:crypto';
import type { JWTHeaderParameters } from 'jose';
import { LRUCache } from 'lru-cache';
import { decodeBase64Url } from '../../../platform/crypto/base64url.ts';
import type { VerificationKey } from '../../../platform/crypto/jws.ts';
import type { Context } from '../../accounts/index.ts';
import { activeSigningKey, findVerificationKey, verificationKeys } from '../../signing-keys/index.ts';

/** The customer and session of an access token. */
export interface AccessClaims {
  readonly customerId: string;
  readonly sessionId: string;
}

/** Distinguishes access tokens from every other JWT of the account, above all license tokens (RFC 9068). */
const TYPE = 'at+jwt';

/** The algorithms of an account's access keys; a symmetric one would let the public key sign. */
const ALGORITHMS = ['ES256', 'EdDSA'];

/** A new access token, signed with the account's access key (wire contract section 2). */
export async function signAccessToken(ctx: Context, claims: AccessClaims): Promise<string> {
  const { kid, algorithm, privateKey } = await activeSigningKey(ctx, 'Access');
  const { SignJWT } = await loadJose();
  const issuedAt = Math.floor(ctx.clock.now().getTime() / 1_000);
  return new SignJWT({ sid: claims.sessionId })
    .setProtectedHeader({ alg: algorithm, typ: TYPE, kid })
    .setIssuer(ctx.account.id)
    .setSubject(claims.customerId)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + ctx.account.settings.accessTokenSeconds)
    .sign(privateKey);
}

/** Loaded with the first token. */
function loadJose() {
  return import('jose');
}

const MAX_CHARACTERS = 8_192;

/**
 * The claims of the token; `undefined` unless one of the account's own access keys signed it for this account. The key
 * is looked up by `kid` among those keys only: keys and URLs in the header are ignored. `expired: 'Accepted'` is for
 * refresh, which accepts an access token after its expiry.
 */
export async function verifyAccessToken(
  ctx: Context,
  token: string,
  { expired = 'Refused' }: { readonly expired?: 'Refused' | 'Accepted' } = {},
): Promise<AccessClaims | undefined> {
  if (token.length > MAX_CHARACTERS) return undefined;
  const keys = await verificationKeys(ctx, 'Access');
  const name = `${ctx.account.id} ${createHash('sha256').update(token).digest('base64url')}`;
  const cached = cachedToken(name, keys);
  const good = cached ?? (await readToken(ctx, keys, token));
  if (good === undefined) return undefined;
  const isOver = good.expiresAt <= Math.floor(ctx.clock.now().getTime() / 1_000);
  if (isOver) goodTokens.delete(name);
  // A key that was found only in the database may be deleted there before this process learns of it.
  else if (cached === undefined && keys.has(good.kid)) goodTokens.set(name, good);
  return isOver && expired === 'Refused' ? undefined : good.claims;
}

type Keys = ReadonlyMap<string, VerificationKey>;

/** The content of a correctly signed token, expired or not. */
interface GoodToken {
  readonly claims: AccessClaims;
  /** Seconds since 1970. */
  readonly expiresAt: number;
  readonly kid: string;
  readonly keys: Keys;
}

/** The size of an entry, with the ids, the hash and the map's own overhead. */
const GOOD_TOKEN_BYTES = 600;
const MOST_BYTES = 16 * 1024 * 1024;

/** Tokens by their hashes: a signature is checked once, not with each of the hundreds of requests it is sent with. */
const goodTokens = new LRUCache<string, GoodToken>({
  maxSize: MOST_BYTES,
  sizeCalculation: () => GOOD_TOKEN_BYTES,
});

/** Changed keys are another object, so no cached token outlives its signing key. */
function cachedToken(name: string, keys: Keys): GoodToken | undefined {
  const entry = goodTokens.get(name);
  return entry?.keys === keys ? entry : undefined;
}

async function readToken(ctx: Context, keys: Keys, token: string): Promise<GoodToken | undefined> {
  if (!isCanonical(token)) return undefined;
  const { errors, jwtVerify } = await loadJose();
  const findKey = async ({ kid = '', alg }: JWTHeaderParameters) => {
    const key = keys.get(kid) ?? (await findVerificationKey(ctx, 'Access', kid));
    if (key === undefined || key.algorithm !== alg) throw new errors.JWKSNoMatchingKey();
    return key.key;
  };
  try {
    const { payload, protectedHeader } = await jwtVerify(token, findKey, {
      algorithms: ALGORITHMS,
      typ: TYPE,
      issuer: ctx.account.id,
      requiredClaims: ['sub', 'sid', 'iat', 'exp'],
      // None of our tokens expired before 1970, so the expiry check never fails at that time.
      currentDate: new Date(0),
    });
    const { sub, sid, exp } = payload;
    if (typeof sub !== 'string' || typeof sid !== 'string' || exp === undefined) return undefined;
    const claims = { customerId: sub, sessionId: sid };
    const { kid = '' } = protectedHeader;
    return { claims, expiresAt: exp, kid, keys };
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined;
    throw error;
  }
}

/**
 * One spelling per token: jose decodes base64url as leniently as Node does, so that different letters can mean the same
 * bytes.
 */
function isCanonical(token: string): boolean {
  return token.split('.').every((part) => decodeBase64Url(part) !== undefined);
}
