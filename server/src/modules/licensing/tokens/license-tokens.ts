import { normaliseGuid } from '../../../kernel/ids.ts';
import { signJws, type VerificationKey, verifyJws } from '../../../platform/crypto/jws.ts';
import type { Context } from '../../accounts/index.ts';
import {
  activeSigningKey,
  findVerificationKey,
  type SigningKey,
  verificationKeys,
} from '../../signing-keys/index.ts';
import type { TokenClaims } from '../domain/claims.ts';
import type { PresentedToken } from '../domain/token-decision.ts';

/** Signs the claims with the account's active license key, away from the main thread. */
export async function signLicenseToken(ctx: Context, claims: TokenClaims): Promise<string> {
  return signWith(await activeSigningKey(ctx, 'License'), claims);
}

/** Signs the claims of each token of a group with the account's active license key, which is looked up once. */
export function licenseTokenSigner(ctx: Context): (claims: TokenClaims) => Promise<string> {
  const key = activeSigningKey(ctx, 'License');
  // The caller who requests a token sees the error.
  key.catch(() => undefined);
  return async (claims) => signWith(await key, claims);
}

function signWith({ kid, privateKey, algorithm }: SigningKey, claims: TokenClaims): Promise<string> {
  return signJws({ kid }, claims, privateKey, algorithm);
}

/**
 * Reads tokens that were presented for a product: `undefined` for each that this account did not sign for it. Their
 * time limits do not count here: a token is presented in order to be renewed.
 */
export async function readLicenseTokens(
  ctx: Context,
  presented: readonly { readonly token: string; readonly productId: string }[],
): Promise<(PresentedToken | undefined)[]> {
  const keys = await verificationKeys(ctx, 'License');
  const tokens: (PresentedToken | undefined)[] = [];
  for (const { token, productId } of presented) {
    let namesNoKey = false;
    let unknownKid: string | undefined;
    const verified = verifyJws(token, (kid) => {
      const key = kid === undefined ? undefined : keys.get(kid);
      namesNoKey = key === undefined;
      if (key === undefined) unknownKid = kid;
      return key;
    });
    const withNewKey = unknownKid === undefined ? undefined : await readWithNewKey(ctx, token, unknownKid);
    const payload = (verified ?? withNewKey ?? (namesNoKey ? readWithAnyKey(token, keys) : undefined))
      ?.payload;
    tokens.push(
      payload === undefined ? undefined : toPresented(payload, { accountId: ctx.account.id, productId }),
    );
  }
  return tokens;
}

const MAX_KID_CHARACTERS = 100;

/**
 * A key that another process has just created may not be cached here yet, and an application would delete a token that
 * is refused because of that: the database has the final say.
 */
async function readWithNewKey(ctx: Context, token: string, kid: string) {
  if (kid.length > MAX_KID_CHARACTERS) return undefined;
  const key: VerificationKey | undefined = await findVerificationKey(ctx, 'License', kid);
  return key === undefined ? undefined : verifyJws(token, () => key);
}

/** Tokens of another system, whose key was imported, have another key id or none: the signature identifies the key. */
function readWithAnyKey(token: string, keys: ReadonlyMap<string, VerificationKey>) {
  for (const key of keys.values()) {
    const verified = verifyJws(token, () => key);
    if (verified !== undefined) return verified;
  }
  return undefined;
}

function toPresented(
  payload: Readonly<Record<string, unknown>>,
  expected: { readonly accountId: string; readonly productId: string },
): PresentedToken | undefined {
  if (payload['iss'] !== expected.accountId || payload['aud'] !== expected.productId) return undefined;
  const id = guidOf(payload['id']);
  const ownerId = guidOf(payload['u:id']);
  const method = payload['method'];
  if (id === undefined || ownerId === undefined || (method !== 'Online' && method !== 'Offline'))
    return undefined;
  // Tokens of other systems have it as a string (customer API, License token).
  return { id, ownerId, isTrial: String(payload['trial']) === 'true', method };
}

function guidOf(value: unknown): string | undefined {
  return typeof value === 'string' ? normaliseGuid(value) : undefined;
}
