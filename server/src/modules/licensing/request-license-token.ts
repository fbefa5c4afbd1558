import { notFound } from '../../kernel/problem.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { System } from '../../platform/system.ts';
import type { Account } from '../accounts/index.ts';
import { loadCatalog, type Product } from '../catalog/index.ts';
import { type Customer, lockCustomer } from '../customers/index.ts';
import { activationClaims, ownedSeats, ownedSubProducts } from './activation-token.ts';
import { countDevices, toldBy } from './count-usage.ts';
import { countedDay } from './domain/days.ts';
import { refusalOfActivation } from './domain/license-state.ts';
import type { Usage } from './domain/usage.ts';
import { licensingRules } from './licensing-rules.ts';
import { signLicenseToken } from './license-tokens.ts';
import {
  noFreeActivations,
  offlineActivationNotAllowed,
  productInactive,
  productNotOwned,
  tokenRefusals,
} from './problems.ts';
import {
  findActivationOfDevice,
  findActivationRecords,
  insertActivation,
  renewActivation,
} from './store-activations.ts';
import { findLicense } from './store-licenses.ts';
import { changeActiveActivations, lockLicenseWithFreeSeat, seatsOf } from './store-seats.ts';
import { setTrialConverted } from './store-trials.ts';
import { addTrials } from './store-usage.ts';
import type { Activation, ActivationMethod } from './tables.ts';

/** The device that asks for a seat. */
export interface Device {
  /** Shown to the customer. */
  readonly name: string;
  /** An opaque fingerprint, compared literally. */
  readonly signature: string;
}

export interface ActivationRequestInput {
  readonly productId: string;
  readonly device: Device;
  /** Offline: the token works without ever being validated again. Online when not given. */
  readonly method?: ActivationMethod | undefined;
  readonly usage?: Usage | undefined;
}

/**
 * Gives a device of the customer a seat of the product and returns its license token (customer API, Client
 * licensing; wire contract section 5). A device that holds a seat gets it again, with the same activation id.
 *
 * Raises `NotFound` for an unknown product, `ProductInactive`, `ProductNotOwned`, and `NoFreeActivations` when
 * every seat is taken. With `method: 'Offline'` also `OfflineActivationNotAllowed`.
 */
export async function requestLicenseToken(
  system: System,
  account: Account,
  customer: Customer,
  input: ActivationRequestInput,
): Promise<string> {
  const { id, lastValidatedAt } = await activateDevice(system, account, customer, input);
  return renewedToken(system, account, id, lastValidatedAt);
}

/** The product, if licenses of it can be used now. Raises `NotFound` or `ProductInactive`. */
export async function usableProduct(system: System, account: Account, productId: string): Promise<Product> {
  const product = (await loadCatalog(system, account)).product(productId);
  if (product === undefined) throw notFound({ detail: `There is no product ${productId}.` });
  refuseInactive(product);
  return product;
}

/** Raises `ProductInactive` where the vendor has taken the product out of use. */
export function refuseInactive({ name, status }: Product): void {
  if (status === 'Inactive') throw productInactive({ detail: `${name} is not available.` });
}

/** Seats the device, as `requestLicenseToken` says, and returns its activation. */
export async function activateDevice(
  system: System,
  account: Account,
  customer: Customer,
  input: ActivationRequestInput,
): Promise<Activation> {
  const product = await usableProduct(system, account, input.productId);
  return system.database.transaction((tx) => takeSeat(system, tx, { account, customer, product, input }));
}

/** What a seat is taken with. */
export interface SeatRequest {
  readonly account: Account;
  readonly customer: Customer;
  readonly product: Product;
  readonly input: ActivationRequestInput;
}

/** Seats the device inside the caller's transaction. */
export async function takeSeat(system: System, tx: Tx, request: SeatRequest): Promise<Activation> {
  const { account, customer, product, input } = request;
  const now = system.clock.now();
  // One request of a customer at a time: two of the same device must not take seats on two licenses.
  const owner = await lockCustomer(tx, account.id, customer.id);
  if (owner === undefined) throw notFound({ detail: 'The customer was deleted.' });
  const activation =
    (await takeSeatAgain(tx, request, now)) ?? (await takeFreeSeat(system, tx, request, now));
  const seen = { id: activation.id, productId: product.id, countedDay: activation.countedDay };
  await countDevices(tx, account, { activations: [{ ...seen, ...toldBy(input.usage, activation) }] }, now);
  return activation;
}

/** The seat that the device holds. One that was once made offline stays so: its file works without being asked. */
async function takeSeatAgain(tx: Tx, request: SeatRequest, now: Date): Promise<Activation | undefined> {
  const { account, customer, product, input } = request;
  const device = { customerId: customer.id, productId: product.id, signature: input.device.signature };
  const held = await findActivationOfDevice(tx, account.id, device, now);
  if (held === undefined) return undefined;
  const isMadeOffline = input.method === 'Offline' && held.method === 'Online';
  if (isMadeOffline && (await findLicense(tx, account.id, held.licenseId))?.allowsOffline !== true) {
    throw notOffline(product);
  }
  return renewActivation(tx, account.id, held.id, {
    deviceName: input.device.name,
    method: isMadeOffline ? 'Offline' : held.method,
    lastValidatedAt: now,
    ...input.usage,
  });
}

async function takeFreeSeat(system: System, tx: Tx, request: SeatRequest, now: Date): Promise<Activation> {
  const { account, customer, product, input } = request;
  const owner = { customerId: customer.id, productId: product.id, offline: input.method === 'Offline' };
  const license = await lockLicenseWithFreeSeat(tx, account.id, owner, now);
  if (license === undefined) throw await noSeat(tx, request, now);
  await changeActiveActivations(tx, account.id, license.id, 1);
  const activation = newActivation(system, account, license.id, input);
  await insertActivation(tx, activation);
  const device = { productId: product.id, signature: input.device.signature };
  if (await setTrialConverted(tx, account.id, device, now)) {
    const day = countedDay(now, activation.id);
    await addTrials(tx, account.id, day, { productId: product.id, converted: 1 });
  }
  return activation;
}

function newActivation(
  system: System,
  account: Account,
  licenseId: string,
  { device, method, usage = {} }: ActivationRequestInput,
): Activation {
  const now = system.clock.now();
  return {
    accountId: account.id,
    id: system.ids.guid(),
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
    createdAt: now,
    revokedAt: null,
  };
}

async function noSeat(tx: Tx, request: SeatRequest, now: Date): Promise<Error> {
  const { account, customer, product, input } = request;
  const owner = { customerId: customer.id, productId: product.id };
  const { licenses } = await seatsOf(tx, account.id, owner, now);
  if (licenses === 0) return productNotOwned({ detail: `You do not own ${product.name}.` });
  const offline = input.method === 'Offline';
  const { seats } = await seatsOf(tx, account.id, { ...owner, offline }, now);
  if (offline && seats === 0) return notOffline(product);
  const taken = seats === 1 ? 'The 1 activation' : `All ${seats} activations`;
  return noFreeActivations({
    detail: `${taken} of ${product.name} ${seats === 1 ? 'is' : 'are'} in use. Release another device in the portal of ${account.name} to activate this one.`,
  });
}

function notOffline(product: Product): Error {
  return offlineActivationNotAllowed({ detail: `${product.name} cannot be activated offline.` });
}

/**
 * A new token of an activation that was found good at this moment, which the token names. Raises the refusals of a
 * validation when seat or license were taken away since.
 */
export async function renewedToken(
  system: System,
  account: Account,
  activationId: string,
  now: Date,
): Promise<string> {
  const [record] = await findActivationRecords(system.database.reader, account.id, [activationId]);
  const catalog = await loadCatalog(system, account);
  const product = record && catalog.product(record.productId);
  if (record === undefined || product === undefined)
    throw new Error(`activation ${activationId} is incomplete`);
  const refusal = refusalOfActivation(record, now);
  if (refusal !== undefined) throw tokenRefusals[refusal]();
  const [subProducts, seats, rules] = await Promise.all([
    ownedSubProducts(system, account, catalog, [record]),
    ownedSeats(system, account, [record]),
    licensingRules(system, account),
  ]);
  const claims = activationClaims(account, product, record, { now, subProducts, seats, rules });
  return signLicenseToken(system, account, claims);
}
