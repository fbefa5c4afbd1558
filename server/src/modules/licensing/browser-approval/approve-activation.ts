import { transaction } from '../../../platform/context/context.ts';
import type { CommandTx, Context } from '../../accounts/index.ts';
import { loadCatalog, type Product } from '../../catalog/index.ts';
import type { Customer } from '../../customers/index.ts';
import { readAppVersion } from '../domain/app-version.ts';
import { coverageOf, coveringLimits } from '../domain/release-access.ts';
import type { Usage } from '../domain/usage.ts';
import { coverageRefusal, type releaseAccessOf } from '../activations/move-activation.ts';
import { activationRequestFulfilled } from '../problems.ts';
import { browserKey, pollKey, refuseEnded, unknownRequest } from './request-activation.ts';
import {
  type ActivationRequestInput,
  refuseInactive,
  takeSeat,
  usableProduct,
} from '../activations/request-license-token.ts';
import { seatOfDevice } from '../activations/seat-of-device.ts';
import { allowsMethod, refuseMethod } from '../policies/license-policy.ts';
import { type Licensable, licensable, productPolicies } from '../policies/product-policy.ts';
import { type TrialEligibility, trialEligibility } from '../policies/trial-policy.ts';
import { startTrialIn } from '../trials/request-trial-token.ts';
import { findRequest, lockRequest, type RequestKey, updateRequest } from '../store/activation-requests.ts';
import { accessOf, hasFreeSeat, seatsOf } from '../store/seats.ts';
import { findTrialOfDevice } from '../store/trials.ts';
import type { ActivationRequest } from '../tables.ts';

/** A request in the view of the person who approves it. */
export interface ActivationView {
  readonly request: ActivationRequest;
  readonly product: Product;
  /** Absent if the product has no trials and the device has had none. */
  readonly trial?: TrialEligibility;
  /** Absent while nobody is signed in. */
  readonly license?: LicenseEligibility;
}

/** Whether the customer has a seat for the device; if no license covers its version, what they cover instead. */
interface LicenseEligibility {
  readonly eligible: boolean;
  readonly releaseAccess?: ReturnType<typeof releaseAccessOf>;
  readonly upgradeUrl?: string;
}

/**
 * The data for the page of a request. Raises `NotFound`; and, while nobody has approved, `ActivationRequestExpired`
 * when the hour has passed, and `ProductInactive` or `OfflineActivationNotAllowed` when the vendor no longer allows the
 * requested activation.
 */
export async function viewActivation(
  ctx: Context,
  browserId: string,
  customer: Customer | undefined,
): Promise<ActivationView> {
  const request = await findRequest(ctx.database.reader, ctx.account.id, browserKey(browserId));
  if (request === undefined) throw unknownRequest();
  if (request.status === 'Requested') {
    refuseEnded(request, ctx.clock.now());
    const product = await usableProduct(ctx, request.productId);
    refuseMethod(product, (await productPolicies(ctx))(product.id), request.method);
  }
  return viewOf(ctx, request, customer);
}

/**
 * Assigns a seat of the customer's licenses to the device of a request. If several people approve, one succeeds.
 *
 * Raises the problems of `viewActivation` and `requestLicenseToken`, `ActivationRequestCancelled`,
 * `ActivationRequestFulfilled` when somebody else was first, or approved it as something else, and
 * `OfflineActivationNotAllowed` when the product no longer allows it.
 */
export async function approveAsLicense(
  ctx: Context,
  browserId: string,
  customer: Customer,
): Promise<ActivationView> {
  const approve = async (tx: CommandTx, request: ActivationRequest, item: Licensable) => {
    refuseMethod(item.product, item.policy, request.method);
    const activation = await takeSeat(tx, { ...item, customer, input: inputOf(request) });
    return { fulfillment: 'License', activationId: activation.id, customerId: customer.id } as const;
  };
  const approval = { key: browserKey(browserId), fulfillment: 'License', customer, approve } as const;
  return viewOf(ctx, await fulfil(ctx, approval), customer);
}

/**
 * Grants the device of a request its trial. An application may do it itself, anonymously, with its poll id (extended
 * API, section A): it gets no more than with a trial request.
 *
 * A request for an offline token gets a trial that works offline until its end. Raises the problems of `viewActivation`
 * and `requestTrialToken`, `ActivationRequestCancelled`, `ActivationRequestFulfilled`, and
 * `OfflineActivationNotAllowed` when the product no longer allows it.
 */
export async function approveAsTrial(
  ctx: Context,
  secret: string,
  signedIn: Customer | undefined,
): Promise<ActivationView> {
  const { reader } = ctx.database;
  const isBrowser = (await findRequest(reader, ctx.account.id, browserKey(secret))) !== undefined;
  const customer = isBrowser ? signedIn : undefined;
  const approve = async (tx: CommandTx, request: ActivationRequest, item: Licensable) => {
    refuseMethod(item.product, item.policy, request.method);
    const trial = await startTrialIn(tx, { ...item, customer, input: inputOf(request) });
    return { fulfillment: 'Trial', trialId: trial.id, customerId: customer?.id ?? null } as const;
  };
  const key = isBrowser ? browserKey(secret) : pollKey(secret);
  const request = await fulfil(ctx, { key, fulfillment: 'Trial', customer, approve });
  return viewOf(ctx, request, customer);
}

/**
 * Cancels a request that nobody has approved; repeating this changes nothing. Raises the same problems as an approval.
 */
export async function cancelActivation(
  ctx: Context,
  browserId: string,
  customer: Customer | undefined,
): Promise<ActivationView> {
  const request = await transaction(ctx, async (tx) => {
    const locked = await lockRequest(tx, ctx.account.id, browserKey(browserId));
    if (locked === undefined) throw unknownRequest();
    if (locked.status === 'Cancelled') return locked;
    if (locked.status !== 'Requested') throw alreadyFulfilled();
    refuseEnded(locked, ctx.clock.now());
    return updateRequest(tx, locked, { status: 'Cancelled' });
  });
  return viewOf(ctx, request, customer);
}

/** Whether the application has fetched its token. Raises `NotFound`. */
export async function isActivationCompleted(ctx: Context, browserId: string): Promise<boolean> {
  const request = await findRequest(ctx.database.reader, ctx.account.id, browserKey(browserId));
  if (request === undefined) throw unknownRequest();
  return request.status === 'Completed';
}

interface Approval {
  readonly key: RequestKey;
  readonly fulfillment: 'License' | 'Trial';
  readonly customer: Customer | undefined;
  readonly approve: (
    tx: CommandTx,
    request: ActivationRequest,
    item: Licensable,
  ) => Promise<Pick<ActivationRequest, 'fulfillment' | 'customerId'> & Partial<ActivationRequest>>;
}

async function fulfil(ctx: Context, approval: Approval): Promise<ActivationRequest> {
  const { key, fulfillment, customer, approve } = approval;
  const row = await findRequest(ctx.database.reader, ctx.account.id, key);
  if (row === undefined) throw unknownRequest();
  const product = (await loadCatalog(ctx)).product(row.productId);
  if (product === undefined) throw unknownRequest();
  const item = await licensable(ctx, product);
  return transaction(ctx, async (tx) => {
    const request = await lockRequest(tx, ctx.account.id, key);
    if (request === undefined) throw unknownRequest();
    if (request.fulfilledAt !== null) {
      const isSame = request.fulfillment === fulfillment && request.customerId === (customer?.id ?? null);
      if (!isSame) throw alreadyFulfilled();
      return request;
    }
    const now = ctx.clock.now();
    refuseEnded(request, now);
    refuseInactive(product);
    const changes = await approve(tx, request, item);
    return updateRequest(tx, request, { ...changes, status: 'Fulfilled', fulfilledAt: now });
  });
}

function alreadyFulfilled(): Error {
  return activationRequestFulfilled({ detail: 'This device has already been approved.' });
}

function inputOf(request: ActivationRequest): ActivationRequestInput {
  const { productId, deviceName, deviceSignature, method, appVersion, platform, takesAddOns } = request;
  const usage: Usage = {
    ...(appVersion !== null && { appVersion }),
    ...(platform !== null && { platform }),
  };
  const device = { name: deviceName, signature: deviceSignature };
  return { productId, device, method, usage, takesAddOns };
}

async function viewOf(
  ctx: Context,
  request: ActivationRequest,
  customer: Customer | undefined,
): Promise<ActivationView> {
  const { reader } = ctx.database;
  const product = (await loadCatalog(ctx)).product(request.productId);
  if (product === undefined) throw unknownRequest();
  const item = await licensable(ctx, product);
  const device = { productId: product.id, signature: request.deviceSignature };
  const existing = await findTrialOfDevice(reader, ctx.account.id, device);
  const { method } = request;
  const trial = trialEligibility(product, item.policy, { method, trial: existing }, ctx.clock.now());
  return {
    request,
    product,
    ...(trial !== undefined && { trial }),
    ...(customer !== undefined && {
      license: await eligibilityOf(ctx, item, { request, customer }),
    }),
  };
}

async function eligibilityOf(
  ctx: Context,
  { product, policy, history }: Licensable,
  { request, customer }: { readonly request: ActivationRequest; readonly customer: Customer },
): Promise<LicenseEligibility> {
  if (product.status !== 'Active' || !allowsMethod(policy, request.method)) return { eligible: false };
  const { reader } = ctx.database;
  const now = ctx.clock.now();
  const owner = { customerId: customer.id, productId: product.id };
  const version = readAppVersion(request.appVersion);
  const covering = version && coveringLimits(version, history, now);
  const signature = request.deviceSignature;
  const { appVersion, method } = request;
  const wish = { device: { ...owner, signature }, needs: { appVersion, method, history } };
  const seat = await seatOfDevice(reader, ctx.account.id, wish, now);
  if (seat?.isEnough === true) return { eligible: true };
  const offline = request.method === 'Offline' || seat?.activation.method === 'Offline';
  const withoutDevice = seat && signature;
  if (await hasFreeSeat(reader, ctx.account.id, { ...owner, offline, covering, withoutDevice }, now)) {
    return { eligible: true };
  }
  const isCovered =
    covering === undefined ||
    (await seatsOf(reader, ctx.account.id, { ...owner, covering }, now)).licenses > 0;
  const access = isCovered ? undefined : await accessOf(reader, ctx.account.id, owner, now);
  if (access === undefined) return { eligible: false };
  return {
    eligible: false,
    ...coverageRefusal(ctx, product, {
      coverage: coverageOf(access, history, now),
      licenseId: access.licenseId,
    }).members,
  };
}
