import type { System } from '../../../platform/system.ts';
import type { AccountContext, CommandTx, Context } from '../../accounts/index.ts';
import type { Customer } from '../../customers/index.ts';
import { signAccessToken } from './access-tokens.ts';
import { hashSecret } from '../../../platform/crypto/hash-secret.ts';
import { insertRefreshToken, insertSession } from './store-sessions.ts';

/** The tokens that a client stores to act for a customer. */
interface TokenPair {
  readonly accessToken: string;
  readonly refreshToken: string;
}

/** A customer and the tokens of a session. */
export interface SignedIn extends TokenPair {
  readonly customer: Customer;
  readonly sessionId: string;
}

/** A session that is stored once its transaction commits. */
interface StartedSession {
  readonly sessionId: string;
  readonly refreshToken: string;
}

const MAX_USER_AGENT_CHARACTERS = 200;

/** Opens a session with its first refresh token. The access token is signed after the transaction: `signedIn`. */
export async function startSession(
  tx: CommandTx,
  { customerId, userAgent }: { readonly customerId: string; readonly userAgent?: string | undefined },
): Promise<StartedSession> {
  const now = tx.clock.now();
  const sessionId = tx.ids.guid();
  const next = nextRefreshToken(tx, { sessionId, generation: 1 });
  await insertSession(tx, {
    accountId: tx.account.id,
    id: sessionId,
    customerId,
    generation: 1,
    tokenSealed: next.tokenSealed,
    rotatedAt: now,
    createdAt: now,
    expiresAt: next.expiresAt,
    revokedAt: null,
    revokedReason: null,
    userAgent: userAgent?.slice(0, MAX_USER_AGENT_CHARACTERS) ?? null,
  });
  await insertRefreshToken(tx, {
    accountId: tx.account.id,
    tokenHash: next.tokenHash,
    sessionId,
    generation: 1,
  });
  return { sessionId, refreshToken: next.refreshToken };
}

/** Completes a started session with an access token. */
export async function signedIn(
  ctx: Context,
  customer: Customer,
  { sessionId, refreshToken }: StartedSession,
): Promise<SignedIn> {
  const accessToken = await signAccessToken(ctx, { customerId: customer.id, sessionId });
  return { customer, sessionId, accessToken, refreshToken };
}

const PURPOSE = 'refresh-token';

function textOf(sessionId: string, secret: string, generation: number | string): string {
  return `${sessionId}/${secret}/${generation}`;
}

/**
 * The generation number in a refresh token of this session; `undefined` when it is not one. Only the hash makes a token
 * valid; the number tells a token that was replaced long ago and reused by an attacker from one that never existed.
 */
export function generationOf(system: System, sessionId: string, refreshToken: string): number | undefined {
  const [, secret = '', generation = '', signature = ''] =
    /^([\w-]{43})\.(\d{1,9})\.([\w-]{43})$/.exec(refreshToken) ?? [];
  const isOurs = system.vault.verify(PURPOSE, textOf(sessionId, secret, generation), signature);
  return isOurs ? Number(generation) : undefined;
}

/** A stored refresh token: hashed for lookups, encrypted to be delivered again. */
export function nextRefreshToken(
  ctx: AccountContext,
  place: { readonly sessionId: string; readonly generation: number },
) {
  const { sessionId, generation } = place;
  const secret = ctx.ids.secret();
  const refreshToken = `${secret}.${generation}.${ctx.vault.sign(PURPOSE, textOf(sessionId, secret, generation))}`;
  return {
    refreshToken,
    tokenHash: hashSecret(refreshToken),
    tokenSealed: ctx.vault.seal(ctx.account, sealPlace(place), refreshToken),
    expiresAt: new Date(ctx.clock.now().getTime() + ctx.account.settings.refreshTokenSeconds * 1_000),
  };
}

/** The context that a sealed refresh token is bound to, so that it can be opened only there. */
export function sealPlace({ sessionId, generation }: { sessionId: string; generation: number }): string {
  return `sessions/${sessionId}/${generation}`;
}
