import { SERVER } from '../../../platform/context/actor.ts';
import type { System } from '../../../platform/system.ts';
import { type Context, contextOf, listAccounts } from '../../accounts/index.ts';
import {
  activeKeyFacts,
  dropRetiredKeys,
  rotateSigningKey,
  type Rotation,
  verificationKeys,
} from '../../signing-keys/index.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

/**
 * Creates a new key for access tokens of an account. Tokens of the old key stay valid until they expire, and as long as
 * a refresh may present them. With `dropsOld` every older key is removed immediately, as after a theft: all customers
 * of the account must sign in again. `undefined` while another process rotates it.
 */
export async function rotateAccessKey(
  ctx: Context,
  { dropsOld = false }: { readonly dropsOld?: boolean } = {},
): Promise<Rotation | undefined> {
  const rotation = await rotateSigningKey(ctx, 'Access');
  if (dropsOld) {
    const afterNow = new Date(ctx.clock.now().getTime() + 1);
    await dropRetiredKeys(ctx, 'Access', afterNow);
  }
  return rotation;
}

/**
 * Rotates the access keys that have reached the maximum age of their accounts, and drops those for which no session can
 * still have a token. Returns the number of rotated or dropped keys. An account whose keys cannot be read is logged, and
 * does not stop the rotation for the others.
 */
export async function accessKeyChore(system: System): Promise<number> {
  let count = 0;
  for (const account of await listAccounts(system)) {
    try {
      count += await renewKeys(contextOf(system, account, SERVER));
    } catch (error) {
      system.log.error(
        { err: error, account: account.id },
        'the access keys of an account could not be rotated',
      );
    }
  }
  return count;
}

async function renewKeys(ctx: Context): Promise<number> {
  const rotated = (await isDue(ctx)) && (await rotateAccessKey(ctx)) !== undefined ? 1 : 0;
  const hasRetired = (await verificationKeys(ctx, 'Access')).size > 1;
  return hasRetired ? rotated + (await dropRetiredKeys(ctx, 'Access', forgottenBefore(ctx))) : rotated;
}

async function isDue(ctx: Context): Promise<boolean> {
  const { accessKeyDays } = ctx.account.settings;
  const { createdAt } = await activeKeyFacts(ctx, 'Access');
  const ageMs = ctx.clock.now().getTime() - createdAt.getTime();
  return accessKeyDays > 0 && ageMs >= accessKeyDays * DAY_MS;
}

/** Keys retired before this moment signed no token that a valid session could still present to a refresh. */
function forgottenBefore(ctx: Context): Date {
  const { settings } = ctx.account;
  const retentionSeconds = settings.refreshTokenSeconds + settings.accessTokenSeconds;
  return new Date(ctx.clock.now().getTime() - retentionSeconds * 1_000);
}
