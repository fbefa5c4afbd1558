import { defineProblem } from '../../../kernel/problem.ts';
import type { Context } from '../../accounts/index.ts';
import type { Customer } from '../../customers/index.ts';
import { readDeviceToken } from '../domain/device-token.ts';
import { type LicenseRefusal, refusalOfActivation } from '../domain/token-decision.ts';
import { readLicenseToken } from '../tokens/license-tokens.ts';
import { namesOwner } from '../tokens/token-owner.ts';
import { activateDevice, renewedToken } from './request-license-token.ts';
import { hasPassed } from '../domain/license-state.ts';
import { findTrial } from '../store/trials.ts';
import { findActivationRecords } from '../store/validations.ts';
import { holdingsOf } from '../queries.ts';
import { findLicense } from '../store/licenses.ts';
import type { Activation, ActivationMethod, License, ProductHolding } from '../tables.ts';

/** 400: the file is not a device token, or is incomplete; `errors` lists its issues. */
export const invalidDeviceToken = defineProblem({
  status: 400,
  errorType: 'InvalidDeviceToken',
  title: 'This is not a valid device token',
});

/**
 * Activates the device that a device token describes (customer API, Inventory; wire contract section 5).
 *
 * Raises `InvalidDeviceToken` with every issue, and the problems of `requestLicenseToken`.
 */
export async function activateByDeviceToken(
  ctx: Context,
  customer: Customer,
  input: { readonly deviceToken: string; readonly method: ActivationMethod },
): Promise<{ readonly activation: Activation; readonly license: License }> {
  const read = readDeviceToken(input.deviceToken);
  if ('issues' in read) throw invalidDeviceToken({ errors: read.issues });
  const { id: signature, name, productId } = read.token;
  const activation = await activateDevice(ctx, customer, {
    productId,
    device: { name, signature },
    method: input.method,
  });
  const license = await findLicense(ctx.database.reader, ctx.account.id, activation.licenseId);
  if (license === undefined) throw new Error(`activation ${activation.id} has no license`);
  return { activation, license };
}

/**
 * A new token of an activation for the holder of a link to it, with the product's id; or the reason for the refusal.
 */
export async function tokenOfActivation(
  ctx: Context,
  activationId: string,
): Promise<{ readonly token: string; readonly productId: string } | { readonly refusal: LicenseRefusal }> {
  const [record] = await findActivationRecords(
    ctx.database.reader,
    ctx.account.id,
    [activationId],
    ctx.clock.now(),
  );
  if (record === undefined) return { refusal: 'ActivationRevoked' };
  const now = ctx.clock.now();
  const refusal = refusalOfActivation(record, now);
  if (refusal !== undefined) return { refusal };
  return { token: await renewedToken(ctx, activationId, now), productId: record.productId };
}

/**
 * The customer who owns the license of a token that is presented as a proof of ownership of a product; `undefined` when
 * it is invalid (wire contract section 5: an unusable one means anonymous).
 */
export async function ownerByLicenseToken(
  ctx: Context,
  input: { readonly productId: string; readonly token: string },
): Promise<string | undefined> {
  const token = await readLicenseToken(ctx, input);
  if (token === undefined || token.isTrial) return undefined;
  const [record] = await findActivationRecords(
    ctx.database.reader,
    ctx.account.id,
    [token.id],
    ctx.clock.now(),
  );
  if (record === undefined || record.productId !== input.productId) return undefined;
  if (!(await namesOwner(ctx, token, record.customerId))) return undefined;
  const refusal = refusalOfActivation(record, ctx.clock.now());
  return refusal === undefined ? record.customerId : undefined;
}

/**
 * The customer of the running trial that a token belongs to; `undefined` when it belongs to no trial, or to one without
 * a customer. A trial makes nobody the owner of a product (wire contract section 5).
 */
export async function customerByTrialToken(
  ctx: Context,
  input: { readonly productId: string; readonly token: string },
): Promise<string | undefined> {
  const token = await readLicenseToken(ctx, input);
  if (token === undefined || !token.isTrial) return undefined;
  const trial = await findTrial(ctx.database.reader, ctx.account.id, token.id);
  if (trial === undefined || trial.customerId === null) return undefined;
  const isOf = await namesOwner(ctx, token, trial.customerId);
  return isOf && !hasPassed(trial.expiresAt, ctx.clock.now()) ? trial.customerId : undefined;
}

/** The customer's holding of a product; all zero when they have none. */
export async function holdingOf(
  ctx: Context,
  owner: { readonly customerId: string; readonly productId: string },
): Promise<ProductHolding> {
  const now = ctx.clock.now();
  const filter = { customerId: owner.customerId, now, productIds: [owner.productId] };
  const [holding] = await holdingsOf(ctx, filter);
  return holding ?? emptyHolding(owner.productId, now);
}

/** An empty holding of a product. */
export function emptyHolding(productId: string, now: Date): ProductHolding {
  return { productId, licenses: 0, currentActivations: 0, maxActivations: 0, trials: 0, since: now };
}
