import { createHash } from 'node:crypto';
import { notFound } from '../../../kernel/problem.ts';
import { transaction } from '../../../platform/context/context.ts';
import type { System } from '../../../platform/system.ts';
import type { Context } from '../../accounts/index.ts';
import { findCustomer } from '../../customers/index.ts';
import { refuseMethod } from '../policies/license-policy.ts';
import { productPolicies } from '../policies/product-policy.ts';
import { tokenOfActivation } from '../activations/inventory.ts';
import { activationRequestCancelled, activationRequestExpired, tokenRefusals } from '../problems.ts';
import { type ActivationRequestInput, usableProduct } from '../activations/request-license-token.ts';
import { signTrialToken } from '../trials/request-trial-token.ts';
import {
  deleteRequestsBefore,
  findRequest,
  insertRequest,
  type RequestKey,
  setCompleted,
} from '../store/activation-requests.ts';
import { findTrial } from '../store/trials.ts';
import type { ActivationRequest } from '../tables.ts';

/** The two secrets of a request: neither can replace or reveal the other. */
interface RequestSecrets {
  /** Used by the application to poll. */
  readonly pollId: string;
  /** Part of the page's address for the person who approves. */
  readonly browserId: string;
}

const REQUEST_SECONDS = 3_600;
const DELIVERY_SECONDS = 600;

/**
 * Requests an activation that a person approves in a browser within the hour (customer API, Client licensing; wire
 * contract section 5).
 *
 * Raises `NotFound` for an unknown product, `ProductInactive`, and `OfflineActivationNotAllowed`.
 */
export async function requestActivation(
  ctx: Context,
  input: ActivationRequestInput,
): Promise<RequestSecrets> {
  const product = await usableProduct(ctx, input.productId);
  const method = input.method ?? 'Online';
  refuseMethod(product, (await productPolicies(ctx))(product.id), method);
  const secrets = { pollId: ctx.ids.secret(), browserId: ctx.ids.secret() };
  const now = ctx.clock.now();
  const { device, usage = {} } = input;
  const request: ActivationRequest = {
    accountId: ctx.account.id,
    id: ctx.ids.guid(),
    ...pollKey(secrets.pollId),
    ...browserKey(secrets.browserId),
    productId: product.id,
    deviceName: device.name,
    deviceSignature: device.signature,
    method,
    status: 'Requested',
    fulfillment: null,
    activationId: null,
    trialId: null,
    customerId: null,
    appVersion: usage.appVersion ?? null,
    platform: usage.platform ?? null,
    meta: null,
    takesAddOns: input.takesAddOns !== false,
    createdAt: now,
    expiresAt: new Date(now.getTime() + REQUEST_SECONDS * 1_000),
    fulfilledAt: null,
    completedAt: null,
  };
  await transaction(ctx, (tx) => insertRequest(tx, request));
  return secrets;
}

/**
 * The token of a request, or `undefined` while nobody has approved it. Every poll returns it for ten minutes after the
 * approval, because a response may get lost.
 *
 * Raises `ActivationRequestExpired`, also for a request or a trial that is no longer stored,
 * `ActivationRequestCancelled`, `ProductInactive`, and the refusals of a validation when the seat or the license was
 * revoked or ended meanwhile.
 */
export async function pollActivation(ctx: Context, pollId: string): Promise<string | undefined> {
  const request = await findRequest(ctx.database.reader, ctx.account.id, pollKey(pollId));
  // Clients take 404 for "not yet", and would poll forever after a request that was cleaned up.
  if (request === undefined) throw requestExpired();
  const now = ctx.clock.now();
  refuseEnded(request, now);
  if (request.fulfilledAt === null) return undefined;
  const token = await tokenOf(ctx, request);
  if (request.status === 'Fulfilled') {
    await transaction(ctx, (tx) => setCompleted(tx, request, now));
  }
  return token;
}

/** Whether a text has the form of the secret that applications poll with. */
export function isPollId(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}

/** Raises the problem of a request that has ended. */
export function refuseEnded(request: ActivationRequest, now: Date): void {
  if (request.status === 'Cancelled') {
    throw activationRequestCancelled({ detail: 'The activation request was cancelled in the browser.' });
  }
  const endsAt =
    request.fulfilledAt === null
      ? request.expiresAt.getTime()
      : request.fulfilledAt.getTime() + DELIVERY_SECONDS * 1_000;
  if (now.getTime() >= endsAt) {
    throw requestExpired();
  }
}

function requestExpired(): Error {
  return activationRequestExpired({ detail: 'The activation request has expired.' });
}

/** The lookup key of a request by the application's secret. Only hashes are stored. */
export function pollKey(secret: string): RequestKey & { readonly pollHash: string } {
  return { pollHash: hashSecret('poll', secret) };
}

/** The lookup key of a request by the browser's secret. */
export function browserKey(secret: string): RequestKey & { readonly browserHash: string } {
  return { browserHash: hashSecret('browser', secret) };
}

/** 404: no request of the account has this secret. */
export function unknownRequest(): Error {
  return notFound({ detail: 'There is no such activation request.' });
}

/**
 * Retention of a request: the first for one that nobody approved, while the application may still poll; the second for
 * all others.
 */
const UNFINISHED_RETENTION_HOURS = 6;
const RETENTION_HOURS = 7 * 24;

/**
 * Deletes at most `most` requests that ended a week ago, or that nobody approved six hours ago; returns the number of
 * deleted ones.
 */
export function purgeActivationRequests(system: System, most = 200): Promise<number> {
  const hoursAgo = (hours: number) => new Date(system.clock.now().getTime() - hours * 3_600_000);
  const before = { unfinished: hoursAgo(UNFINISHED_RETENTION_HOURS), finished: hoursAgo(RETENTION_HOURS) };
  return system.database.transaction((tx) => deleteRequestsBefore(tx, before, most));
}

async function tokenOf(ctx: Context, request: ActivationRequest): Promise<string> {
  const { activationId, trialId, customerId, productId, method } = request;
  const product = await usableProduct(ctx, productId);
  if (activationId !== null) {
    const token = await tokenOfActivation(ctx, activationId);
    if ('refusal' in token) throw tokenRefusals[token.refusal]();
    return token.token;
  }
  const { reader } = ctx.database;
  const trial = trialId === null ? undefined : await findTrial(reader, ctx.account.id, trialId);
  if (trial === undefined) throw requestExpired();
  const approver = customerId === null ? undefined : await findCustomer(ctx, customerId);
  const customer = approver?.isDeleted === true ? undefined : approver;
  return signTrialToken(ctx, { customer, product, trial, method });
}

function hashSecret(kind: 'poll' | 'browser', secret: string): string {
  return createHash('sha256').update(`activation-request/${kind}/${secret}`).digest('base64url');
}
