import { transaction } from '../../../platform/context/context.ts';
import type { CommandTx, Context } from '../../accounts/index.ts';
import { type Customer, findCustomer } from '../../customers/index.ts';
import { type AccessClaims, verifyAccessToken } from './access-tokens.ts';
import { decideRotation } from '../domain/rotation.ts';
import { hashSecret } from '../../../platform/crypto/hash-secret.ts';
import { refreshRefused } from '../problems.ts';
import { nextRefreshToken, sealPlace, signedIn, type SignedIn, generationOf } from './start-session.ts';
import {
  deleteOlderTokens,
  findGeneration,
  insertRefreshToken,
  lockSession,
  revokeSessions,
  rotateSession,
} from './store-sessions.ts';
import type { Session } from '../tables.ts';

/**
 * Exchanges the newest refresh token of a session, together with an access token of that session (which may have
 * expired), for a new pair (wire contract section 2).
 *
 * Presented again within 10 seconds, a token returns the same successor; later, or once its successor was used too, it
 * counts as copied, and the whole session ends. Raises 403 `RefreshRefused` without a reason.
 */
export async function refreshSession(
  ctx: Context,
  input: { readonly refreshToken: string; readonly accessToken: string },
): Promise<SignedIn> {
  const claims = await verifyAccessToken(ctx, input.accessToken, { expired: 'Accepted' });
  if (claims === undefined) throw refreshRefused();
  const tokenHash = hashSecret(input.refreshToken);
  const generation = generationOf(ctx, claims.sessionId, input.refreshToken);
  // A refusal is data until the transaction is committed: if it were thrown inside, it would undo the end of the
  // session.
  const continued = await transaction(ctx, (tx) => continueSession(tx, { claims, tokenHash, generation }));
  if (continued === undefined) throw refreshRefused();
  const { customer, refreshToken } = continued;
  return signedIn(ctx, customer, { sessionId: claims.sessionId, refreshToken });
}

interface PresentedTokens {
  readonly claims: AccessClaims;
  readonly tokenHash: string;
  /** The number in the refresh token; its row may no longer exist. */
  readonly generation: number | undefined;
}

async function continueSession(
  tx: CommandTx,
  { claims, tokenHash, generation }: PresentedTokens,
): Promise<{ customer: Customer; refreshToken: string } | undefined> {
  const { customerId, sessionId } = claims;
  const now = tx.clock.now();
  const session = await lockSession(tx, tx.account.id, sessionId);
  if (session === undefined || session.customerId !== customerId) return undefined;
  if (session.revokedAt !== null || session.expiresAt <= now) return undefined;
  const customer = await findCustomer(tx, customerId);
  if (customer === undefined || customer.isDeleted) return undefined;

  const presented =
    (await findGeneration(tx, { accountId: tx.account.id, sessionId, tokenHash })) ?? generation;
  switch (decideRotation({ presented, newest: session.generation, rotatedAt: session.rotatedAt, now })) {
    case 'Rotate':
      return { customer, refreshToken: await rotate(tx, session) };
    case 'Repeat':
      return {
        customer,
        refreshToken: tx.vault.open(
          tx.account,
          sealPlace({ sessionId, generation: session.generation }),
          session.tokenSealed,
        ),
      };
    case 'Reuse':
      await revokeSessions(
        tx,
        tx.account.id,
        { customerId, only: sessionId },
        { reason: 'TokenReused', at: now },
      );
      return undefined;
    case 'Foreign':
      return undefined;
  }
}

async function rotate(tx: CommandTx, session: Session): Promise<string> {
  const generation = session.generation + 1;
  const { refreshToken, tokenHash, tokenSealed, expiresAt } = nextRefreshToken(tx, {
    sessionId: session.id,
    generation,
  });
  const token = { accountId: tx.account.id, tokenHash, sessionId: session.id, generation };
  await insertRefreshToken(tx, token);
  // The previous one may still be repeated; the number identifies older ones.
  await deleteOlderTokens(tx, { ...token, generation: session.generation });
  const rotatedAt = tx.clock.now();
  await rotateSession(tx, {
    accountId: tx.account.id,
    id: session.id,
    generation,
    tokenSealed,
    rotatedAt,
    expiresAt,
  });
  return refreshToken;
}
