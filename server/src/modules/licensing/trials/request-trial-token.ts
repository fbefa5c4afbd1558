import { notFound } from '../../../kernel/problem.ts';
import { transaction } from '../../../platform/context/context.ts';
import type { CommandTx, Context } from '../../accounts/index.ts';
import { type Customer, lockCustomer } from '../../customers/index.ts';
import { countedDay } from '../domain/days.ts';
import { reportedUsage, withoutMeta } from '../domain/usage.ts';
import { hasPassed } from '../domain/license-state.ts';
import { recordLicensingEvent } from '../events.ts';
import { writeLicenseToken } from '../tokens/license-tokens.ts';
import { keyForDevice, type Licensable, licensable } from '../policies/product-policy.ts';
import { mayRestart, offersTrials, refuseAnonymousTrial, trialEnd } from '../policies/trial-policy.ts';
import { trialExpired, trialsNotAllowed } from '../problems.ts';
import { type ActivationRequestInput, usableProduct } from '../activations/request-license-token.ts';
import { changeTrial, insertTrial, lockTrialOfDevice, renewTrial } from '../store/trials.ts';
import { addTrials, countDevices } from '../store/usage.ts';
import type { ActivationMethod, Trial } from '../tables.ts';

/**
 * Starts the trial of a product on a device, or continues it, and returns its token (customer API, Client licensing;
 * wire contract section 5). There is only one per product and device; it starts again only after the vendor has reset
 * it.
 *
 * Raises `NotFound` for an unknown product, `ProductInactive`, `TrialsNotAllowed`, `Unauthorized` when the product
 * requires an account and nobody is signed in, and `TrialExpired` after the end.
 */
export async function requestTrialToken(
  ctx: Context,
  customer: Customer | undefined,
  input: ActivationRequestInput,
): Promise<string> {
  const product = await usableProduct(ctx, input.productId);
  const trial = await startTrial(ctx, customer, input);
  return signTrialToken(ctx, { customer, product, trial, method: 'Online' });
}

/**
 * Starts the trial, or finds the running one, like `requestTrialToken`. Raises `NotFound`, too, when the customer was
 * deleted meanwhile.
 */
export async function startTrial(
  ctx: Context,
  customer: Pick<Customer, 'id'> | undefined,
  input: ActivationRequestInput,
): Promise<Trial> {
  const product = await usableProduct(ctx, input.productId);
  const request = { ...(await licensable(ctx, product)), customer, input };
  return transaction(ctx, (tx) => startTrialIn(tx, request));
}

interface TrialRequest extends Licensable {
  readonly customer: Pick<Customer, 'id'> | undefined;
  readonly input: ActivationRequestInput;
}

/** The same inside the caller's transaction. Raises `NotFound`, too, when the customer was deleted meanwhile. */
export async function startTrialIn(tx: CommandTx, request: TrialRequest): Promise<Trial> {
  const { customer, product, policy, input } = request;
  refuseAnonymousTrial(product, policy, customer !== undefined);
  // Either a deletion of the customer erases this device, too, or the request is refused.
  if (customer !== undefined && (await lockCustomer(tx, customer.id)) === undefined)
    throw notFound({ detail: 'The customer was deleted.' });
  const now = tx.clock.now();
  const started = offersTrials(policy) ? newTrial(tx, request) : undefined;
  const isNew = started !== undefined && (await insertTrial(tx, started));
  const trial = isNew ? started : await resumeTrial(tx, request, now);
  if (isNew) {
    await addTrials(tx, tx.account.id, countedDay(now, trial.id), { productId: product.id, started: 1 });
    recordStart(tx, trial);
  }
  const activeDevice = {
    id: trial.id,
    productId: trial.productId,
    countedDay: trial.countedDay,
    ...reportedUsage(input.usage, trial),
  };
  await countDevices(tx, tx.account.id, { trials: [activeDevice] }, now);
  return trial;
}

/** A trial for the caller who requested its token. */
interface TrialTokenRequest extends Pick<TrialRequest, 'product'> {
  readonly customer: Customer | undefined;
  readonly trial: Trial;
  readonly method: ActivationMethod;
}

/** A token of the trial for the caller who requested it. */
export function signTrialToken(
  ctx: Context,
  { customer: owner, product, trial, method }: TrialTokenRequest,
): Promise<string> {
  const { signingKid } = trial;
  return writeLicenseToken(ctx, { product, subject: { trial, owner }, method, signingKid }, ctx.clock.now());
}

function recordStart(tx: CommandTx, { id, productId, customerId, expiresAt }: Trial): void {
  recordLicensingEvent(tx, {
    type: 'trial.started',
    subjects: { trial: id, product: productId, customer: customerId },
    data: { expiresAt },
  });
}

/** A running trial continues even if new ones are no longer granted; one that was reset starts again if they are. */
async function resumeTrial(tx: CommandTx, request: TrialRequest, now: Date): Promise<Trial> {
  const { customer, product, policy, input } = request;
  const device = { productId: product.id, signature: input.device.signature };
  const trial = await lockTrialOfDevice(tx, tx.account.id, device);
  if (trial === undefined) throw trialsNotAllowed({ detail: `${product.name} has no trials.` });
  if (mayRestart(trial, policy)) return restartTrial(tx, request, trial);
  if (hasPassed(trial.expiresAt, now)) throw trialExpired({ detail: 'Trial has expired' });
  return renewTrial(tx, tx.account.id, trial.id, {
    customerId: customer?.id ?? null,
    deviceName: input.device.name,
    lastValidatedAt: now,
    signingKid: keyOf(request, trial),
    ...withoutMeta(input.usage),
  });
}

/** The same trial with its full time again. It counts as started once. */
async function restartTrial(tx: CommandTx, request: TrialRequest, trial: Trial): Promise<Trial> {
  const { customer, policy, input } = request;
  const now = tx.clock.now();
  const restarted = await changeTrial(tx, trial, {
    customerId: customer?.id ?? trial.customerId,
    deviceName: input.device.name,
    expiresAt: trialEnd(policy, now),
    lastValidatedAt: now,
    resetAt: null,
    signingKid: keyOf(request, trial),
    ...withoutMeta(input.usage),
  });
  recordStart(tx, restarted);
  return restarted;
}

/** The key of the application that requests the trial. */
function keyOf(request: TrialRequest, { signingKid }: Pick<Trial, 'signingKid'>): string {
  return keyForDevice(request, { appVersion: request.input.usage?.appVersion, signingKid });
}

function newTrial(tx: CommandTx, request: TrialRequest): Trial {
  const { customer, product, policy, input } = request;
  const now = tx.clock.now();
  const { device, usage = {} } = input;
  return {
    accountId: tx.account.id,
    id: tx.ids.guid(),
    productId: product.id,
    customerId: customer?.id ?? null,
    deviceName: device.name,
    deviceSignature: device.signature,
    expiresAt: trialEnd(policy, now),
    lastValidatedAt: now,
    appVersion: usage.appVersion ?? null,
    platform: usage.platform ?? null,
    meta: null,
    countedDay: null,
    signingKid: keyOf(request, { signingKid: null }),
    properties: {},
    convertedAt: null,
    recordedExpiry: null,
    createdAt: now,
    resetAt: null,
    revision: 1,
  };
}
