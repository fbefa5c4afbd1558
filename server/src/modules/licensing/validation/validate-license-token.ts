import { untilSignersHaveRoom } from '../../../platform/crypto/signers.ts';
import { groupByAccount } from '../../../platform/grouping.ts';
import type { Context } from '../../accounts/index.ts';
import { validateGroup, type ValidationInput } from './validate-group.ts';

/**
 * Renews the token of a device that still holds its seat, or of a running trial, and records the validation (customer
 * API, Client licensing; wire contract section 5). The response is sent after the write is durable.
 *
 * Requests that arrive at the same time share one read and one transaction; their tokens are signed off the main
 * thread, and while many wait for that the next group grows.
 *
 * Raises the definitive refusals of section 5, all 400: `InvalidLicenseToken`, `LicenseRevoked`,
 * `LicenseActivationRevoked`, `LicenseExpired`. Also `NotFound` when the activation, trial or product no longer exists,
 * and 403 for `LicenseOwnerChanged` and `ProductInactive`.
 */
export async function validateLicenseToken(ctx: Context, input: ValidationInput): Promise<string> {
  const verdict = await validate({ ctx, input });
  if ('refusal' in verdict) throw verdict.refusal;
  return verdict.token;
}

const MAX_GROUP = 256;
/** On PostgreSQL most of a group's time is the round trip, during which another one can be sent. */
const GROUPS_ON_POSTGRES = 2;

const validate = groupByAccount(validateGroup, ({ engine }) => ({
  maxItems: MAX_GROUP,
  maxGroups: engine === 'postgres' ? GROUPS_ON_POSTGRES : 1,
  untilUseful: untilSignersHaveRoom,
}));
