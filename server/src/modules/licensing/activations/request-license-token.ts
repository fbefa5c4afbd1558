import { notFound } from '../../../kernel/problem.ts';
import { transaction } from '../../../platform/context/context.ts';
import type { AccountContext, CommandTx, Context } from '../../accounts/index.ts';
import { loadCatalog, type Product } from '../../catalog/index.ts';
import { type Customer, lockCustomer } from '../../customers/index.ts';
import { countedDay } from '../domain/days.ts';
import { refusalOfActivation } from '../domain/token-decision.ts';
import { readAppVersion } from '../domain/app-version.ts';
import { type CoveringLimits, coverageOf, coveringLimits } from '../domain/release-access.ts';
import { reportedUsage, type Usage } from '../domain/usage.ts';
import { noteUsesOfDevices, reportsOtherVersion } from '../changes/uses-of-changes.ts';
import { coverageRefusal, moveSeat } from './move-activation.ts';
import { seatOfDevice } from './seat-of-device.ts';
import { takeAddOnSeats } from './take-add-ons.ts';
import { recordLicensingEvent } from '../events.ts';
import { notOffline } from '../policies/license-policy.ts';
import { keyForDevice, type Licensable, licensable } from '../policies/product-policy.ts';
import { writeLicenseToken } from '../tokens/license-tokens.ts';
import {
  activationNotCovered,
  noFreeActivations,
  productInactive,
  productNotOwned,
  tokenRefusals,
} from '../problems.ts';
import { insertActivation, renewActivation } from '../store/activations.ts';
import { accessOf, changeActiveActivations, lockLicenseWithFreeSeat, seatsOf } from '../store/seats.ts';
import { setTrialConverted } from '../store/trials.ts';
import { addTrials, countDevices } from '../store/usage.ts';
import { findActivationRecords } from '../store/validations.ts';
import type { Activation, ActivationMethod } from '../tables.ts';

/** The device that requests a seat. */
export interface Device {
  /** Shown to the customer. */
  readonly name: string;
  /** An opaque fingerprint, compared literally. */
  readonly signature: string;
}

export interface ActivationRequestInput {
  readonly productId: string;
  readonly device: Device;
  /** Offline: the token works without further validation. Default: online. */
  readonly method?: ActivationMethod | undefined;
  readonly usage?: Usage | undefined;
  /** Whether the device also takes free seats of the add-ons that are included in the license. Default: true. */
  readonly takesAddOns?: boolean | undefined;
}

/**
 * Assigns a seat of the product to a device of the customer and returns its license token (customer API, Client
 * licensing; wire contract section 5). A device that holds a seat gets it again, with the same activation id.
 *
 * Raises `NotFound` for an unknown product, `ProductInactive`, `ProductNotOwned`, `ReleaseNotCovered` (409) when no
 * license covers the version that the application reports, and `NoFreeActivations` when every seat is taken. With
 * `method: 'Offline'` also `OfflineActivationNotAllowed`.
 */
export async function requestLicenseToken(
  ctx: Context,
  customer: Customer,
  input: ActivationRequestInput,
): Promise<string> {
  const { id, lastValidatedAt } = await activateDevice(ctx, customer, input);
  return renewedToken(ctx, id, lastValidatedAt);
}

/** The product, if its licenses can be used now. Raises `NotFound` or `ProductInactive`. */
export async function usableProduct(ctx: Context, productId: string): Promise<Product> {
  const product = (await loadCatalog(ctx)).product(productId);
  if (product === undefined) throw notFound({ detail: `There is no product ${productId}.` });
  refuseInactive(product);
  return product;
}

/** Raises `ProductInactive` if the vendor has deactivated the product. */
export function refuseInactive({ name, status }: Product): void {
  if (status === 'Inactive') throw productInactive({ detail: `${name} is not available.` });
}

/** Assigns a seat to the device, like `requestLicenseToken`, and returns its activation. */
export async function activateDevice(
  ctx: Context,
  customer: Customer,
  input: ActivationRequestInput,
): Promise<Activation> {
  const product = await usableProduct(ctx, input.productId);
  const request = { ...(await licensable(ctx, product)), customer, input };
  return transaction(ctx, (tx) => takeSeat(tx, request));
}

/** The data of a new activation. */
interface SeatRequest extends Licensable {
  readonly customer: Customer;
  readonly input: ActivationRequestInput;
}

/** Assigns a seat to the device inside the caller's transaction, and seats of the add-ons that are included. */
export async function takeSeat(tx: CommandTx, request: SeatRequest): Promise<Activation> {
  const { customer, product, input } = request;
  const now = tx.clock.now();
  // Serializes the requests of a customer: two requests of the same device must not take seats on two licenses.
  const owner = await lockCustomer(tx, customer.id);
  if (owner === undefined) throw notFound({ detail: 'The customer was deleted.' });
  const activation = (await takeSeatAgain(tx, request, now)) ?? (await takeFreeSeat(tx, request, now));
  const activeDevice = { id: activation.id, productId: product.id, countedDay: activation.countedDay };
  const usage = reportedUsage(input.usage, activation);
  await countDevices(tx, tx.account.id, { activations: [{ ...activeDevice, ...usage }] }, now);
  if (input.takesAddOns !== false) {
    const productIds = request.addOns.map(({ id }) => id);
    await takeAddOnSeats(tx, { activationId: activation.id, customerId: customer.id, productIds });
  }
  return activation;
}

/** The seat that the device holds. An offline one stays offline: its file works without validation. */
async function takeSeatAgain(
  tx: CommandTx,
  request: SeatRequest,
  now: Date,
): Promise<Activation | undefined> {
  const { customer, product, input } = request;
  const device = { customerId: customer.id, productId: product.id, signature: input.device.signature };
  const needs = { appVersion: input.usage?.appVersion, history: request.history, method: input.method };
  const seat = await seatOfDevice(tx, tx.account.id, { device, needs }, now);
  if (seat === undefined) return undefined;
  const { activation, isEnough } = seat;
  if (reportsOtherVersion(activation.appVersion, input.usage?.appVersion))
    await noteUsesOfDevices(tx, [activation.id]);
  if (!isEnough) await moveToEnough(tx, request, activation, now);
  const isMadeOffline = input.method === 'Offline' && activation.method === 'Online';
  return renewActivation(tx, tx.account.id, activation.id, {
    deviceName: input.device.name,
    method: isMadeOffline ? 'Offline' : activation.method,
    lastValidatedAt: now,
    signingKid: keyForDevice(request, {
      appVersion: input.usage?.appVersion,
      signingKid: activation.signingKid,
    }),
    ...input.usage,
  });
}

/** Moves the device's seat to a license of the owner that is enough for the application. Raises the refusals of `noSeat`. */
async function moveToEnough(
  tx: CommandTx,
  request: SeatRequest,
  activation: Activation,
  now: Date,
): Promise<void> {
  const { customer, product, input } = request;
  const seat = { ...activation, customerId: customer.id, productId: product.id };
  // An offline seat stays offline, so no license that forbids that is enough for it.
  const offline = input.method === 'Offline' || activation.method === 'Offline';
  const moved = await moveSeat(tx, seat, { covering: coveringOf(request, now), offline });
  if (moved === undefined) throw await noSeat(tx, request, { offline, now });
}

/** The limits of licenses that cover the version of the application; `undefined` if it reports none. */
function coveringOf({ input, history }: SeatRequest, now: Date): CoveringLimits | undefined {
  const version = readAppVersion(input.usage?.appVersion);
  return version && coveringLimits(version, history, now);
}

async function takeFreeSeat(tx: CommandTx, request: SeatRequest, now: Date): Promise<Activation> {
  const { customer, product, input } = request;
  const covering = coveringOf(request, now);
  const owner = {
    customerId: customer.id,
    productId: product.id,
    offline: input.method === 'Offline',
    covering,
  };
  const license = await lockLicenseWithFreeSeat(tx, tx.account.id, owner, now);
  if (license === undefined) throw await noSeat(tx, request, { offline: input.method === 'Offline', now });
  await changeActiveActivations(tx, tx.account.id, license.id, 1);
  const activation = newActivation(tx, license.id, request);
  await insertActivation(tx, activation);
  recordLicensingEvent(tx, {
    type: 'activation.created',
    subjects: {
      activation: activation.id,
      license: license.id,
      customer: customer.id,
      product: product.id,
    },
    data: { method: activation.method },
  });
  const device = { productId: product.id, signature: input.device.signature };
  if (await setTrialConverted(tx, tx.account.id, device, now)) {
    const day = countedDay(now, activation.id);
    await addTrials(tx, tx.account.id, day, { productId: product.id, converted: 1 });
  }
  return activation;
}

function newActivation(ctx: AccountContext, licenseId: string, request: SeatRequest): Activation {
  const { device, method, usage = {} } = request.input;
  const now = ctx.clock.now();
  return {
    accountId: ctx.account.id,
    id: ctx.ids.guid(),
    licenseId,
    deviceName: device.name,
    deviceSignature: device.signature,
    method: method ?? 'Online',
    status: 'Active',
    firstValidatedAt: now,
    lastValidatedAt: now,
    appVersion: usage.appVersion ?? null,
    platform: usage.platform ?? null,
    meta: usage.meta ?? null,
    countedDay: null,
    signingKid: keyForDevice(request, { appVersion: usage.appVersion, signingKid: null }),
    createdAt: now,
    revokedAt: null,
  };
}

async function noSeat(
  tx: CommandTx,
  request: SeatRequest,
  { offline, now }: { readonly offline: boolean; readonly now: Date },
): Promise<Error> {
  const { customer, product } = request;
  const owner = { customerId: customer.id, productId: product.id };
  const { licenses } = await seatsOf(tx, tx.account.id, owner, now);
  if (licenses === 0) return productNotOwned({ detail: `You do not own ${product.name}.` });
  const { seats } = await seatsOf(tx, tx.account.id, { ...owner, offline }, now);
  if (offline && seats === 0) return notOffline(product);
  const covering = coveringOf(request, now);
  const covered = covering && (await seatsOf(tx, tx.account.id, { ...owner, covering }, now));
  const access = covered?.licenses === 0 ? await accessOf(tx, tx.account.id, owner, now) : undefined;
  if (access !== undefined) {
    return activationNotCovered(
      coverageRefusal(tx, product, {
        coverage: coverageOf(access, request.history, now),
        licenseId: access.licenseId,
      }),
    );
  }
  if (offline && covering !== undefined) {
    const both = await seatsOf(tx, tx.account.id, { ...owner, covering, offline }, now);
    if (both.licenses === 0) return notOffline(product);
  }
  const seatText = seats === 1 ? 'The 1 activation' : `All ${seats} activations`;
  return noFreeActivations({
    detail: `${seatText} of ${product.name} ${seats === 1 ? 'is' : 'are'} in use. Release another device in your account at ${tx.account.name} (the customer portal) to activate this one.`,
  });
}

/**
 * A new token of an activation that was just found valid. Raises the refusals of a validation when seat or license have
 * been revoked since.
 */
export async function renewedToken(ctx: Context, activationId: string, now: Date): Promise<string> {
  const [activation] = await findActivationRecords(
    ctx.database.reader,
    ctx.account.id,
    [activationId],
    ctx.clock.now(),
  );
  const product = activation && (await loadCatalog(ctx)).product(activation.productId);
  if (activation === undefined || product === undefined)
    throw new Error(`activation ${activationId} is incomplete`);
  const refusal = refusalOfActivation(activation, now);
  if (refusal !== undefined) throw tokenRefusals[refusal]();
  const { method, signingKid } = activation;
  return writeLicenseToken(ctx, { product, subject: { activation }, method, signingKid }, now);
}
