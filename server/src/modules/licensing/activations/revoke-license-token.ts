import type { Context } from '../../accounts/index.ts';
import { readLicenseToken } from '../tokens/license-tokens.ts';
import { namesOwner } from '../tokens/token-owner.ts';
import { offlineToken, seatOfFormerOwner, tokenRefusals, trialsCannotBeRevoked } from '../problems.ts';
import { releaseByOwner } from './release-activation.ts';
import { findActivationRecords } from '../store/validations.ts';

/**
 * Frees the seat of the device whose token is presented; presenting it again changes nothing (customer API, Client
 * licensing; wire contract section 5).
 *
 * An activation that no longer exists is free. Raises 400 for what can never be released, so that the application
 * forgets the token: `InvalidLicenseToken`, `TrialsCannotBeRevoked`, `OfflineToken` and `LicenseOwnerChanged`. Raises
 * `ReleaseNotAllowed` and `ReleaseTooSoon` according to the rules of the product.
 */
export async function revokeLicenseToken(
  ctx: Context,
  input: { readonly productId: string; readonly token: string },
): Promise<void> {
  const token = await readLicenseToken(ctx, input);
  if (token === undefined) throw tokenRefusals.InvalidToken();
  if (token.isTrial)
    throw trialsCannotBeRevoked({ detail: 'A trial holds no activation that could be released.' });
  const [record] = await findActivationRecords(
    ctx.database.reader,
    ctx.account.id,
    [token.id],
    ctx.clock.now(),
  );
  if (record === undefined) return;
  if (record.productId !== input.productId) throw tokenRefusals.OtherProduct();
  if (!(await namesOwner(ctx, token, record.customerId))) {
    throw seatOfFormerOwner({ detail: 'The license now belongs to another customer.' });
  }
  if (token.method === 'Offline' || record.method === 'Offline') {
    throw offlineToken({ detail: 'An offline activation cannot be released by the application.' });
  }
  if (record.activationStatus === 'Revoked') return;
  await releaseByOwner(ctx, record);
}
