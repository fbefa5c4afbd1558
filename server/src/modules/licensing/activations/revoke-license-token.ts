import { notFound } from '../../../kernel/problem.ts';
import type { Context } from '../../accounts/index.ts';
import { readLicenseTokens } from '../tokens/license-tokens.ts';
import {
  invalidLicenseToken,
  licenseOwnerChanged,
  offlineToken,
  trialsCannotBeRevoked,
} from '../problems.ts';
import { releaseByOwner } from './release-activation.ts';
import { findActivationRecords } from './store-activations.ts';

/**
 * Gives back the seat of the device whose token is presented; presenting it again changes nothing (customer API,
 * Client licensing; wire contract section 5).
 *
 * Raises `InvalidLicenseToken`, `TrialsCannotBeRevoked`, `OfflineToken`, `NotFound` when the activation is gone,
 * `LicenseOwnerChanged`, and `ReleaseNotAllowed` and `ReleaseTooSoon` as the rules of the product say.
 */
export async function revokeLicenseToken(
  ctx: Context,
  input: { readonly productId: string; readonly token: string },
): Promise<void> {
  const [token] = await readLicenseTokens(ctx, [input]);
  if (token === undefined) throw invalidLicenseToken({ detail: 'The license token is not valid.' });
  if (token.isTrial)
    throw trialsCannotBeRevoked({ detail: 'A trial holds no activation that could be released.' });
  const [record] = await findActivationRecords(ctx.database.reader, ctx.account.id, [token.id]);
  if (record === undefined) throw notFound({ detail: 'The license is gone.' });
  if (record.productId !== input.productId) {
    throw invalidLicenseToken({ detail: 'The license token is of another product.' });
  }
  if (record.customerId !== token.ownerId) {
    throw licenseOwnerChanged({ detail: 'The license belongs to another customer now.' });
  }
  if (token.method === 'Offline' || record.method === 'Offline') {
    throw offlineToken({ detail: 'An offline activation cannot be released by the application.' });
  }
  if (record.activationStatus === 'Revoked') return;
  await releaseByOwner(ctx, record);
}
