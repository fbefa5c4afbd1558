import { notFound } from '../../kernel/problem.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { System } from '../../platform/system.ts';
import type { Account } from '../accounts/index.ts';
import { loadCatalog, type Product } from '../catalog/index.ts';
import { type Customer, lockCustomer } from '../customers/index.ts';
import { activationClaims, ownedSubProducts } from './activation-token.ts';
import type { Usage } from './domain/usage.ts';
import { signLicenseToken } from './license-tokens.ts';
import { noFreeActivations, productInactive, productNotOwned } from './problems.ts';
import {
  findActivationOfDevice,
  findActivationRecords,
  insertActivation,
  renewActivation,
} from './store-activations.ts';
import { changeActiveActivations, lockLicenseWithFreeSeat, seatsOf } from './store-licenses.ts';
import type { Activation } from './tables.ts';

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
  readonly usage?: Usage | undefined;
}

/**
 * Gives a device of the customer a seat of the product and returns its license token (customer API, Client
 * licensing; wire contract section 5). A device that holds a seat gets it again, with the same activation id.
 *
 * Raises `NotFound` for an unknown product, `ProductInactive`, `ProductNotOwned`, and `NoFreeActivations` when
 * every seat is taken.
 */
export async function requestLicenseToken(
  system: System,
  account: Account,
  customer: Customer,
  input: ActivationRequestInput,
): Promise<string> {
  const { id } = await activateDevice(system, account, customer, input);
  return renewedToken(system, account, id);
}

/** The product, if licenses of it can be used now. Raises `NotFound` or `ProductInactive`. */
export async function usableProduct(system: System, account: Account, productId: string): Promise<Product> {
  const product = (await loadCatalog(system, account)).product(productId);
  if (product === undefined) throw notFound({ detail: `There is no product ${productId}.` });
  if (product.status === 'Inactive') throw productInactive({ detail: `${product.name} is not available.` });
  return product;
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

interface SeatRequest {
  readonly account: Account;
  readonly customer: Customer;
  readonly product: Product;
  readonly input: ActivationRequestInput;
}

async function takeSeat(system: System, tx: Tx, request: SeatRequest): Promise<Activation> {
  const { account, customer, product, input } = request;
  const now = system.clock.now();
  // One request of a customer at a time: two of the same device must not take seats on two licenses.
  const owner = await lockCustomer(tx, account.id, customer.id);
  if (owner === undefined) throw notFound({ detail: 'The customer was deleted.' });
  const holder = { customerId: owner.id, productId: product.id };
  const device = { ...holder, signature: input.device.signature };
  const held = await findActivationOfDevice(tx, account.id, device, now);
  const renewed =
    held &&
    (await renewActivation(tx, account.id, held.id, {
      deviceName: input.device.name,
      method: held.method,
      lastValidatedAt: now,
      ...input.usage,
    }));
  if (renewed !== undefined) return renewed;
  const license = await lockLicenseWithFreeSeat(tx, account.id, holder, now);
  if (license === undefined) throw await noSeat(tx, request, now);
  await changeActiveActivations(tx, account.id, license.id, 1);
  const activation = newActivation(system, account, license.id, input);
  await insertActivation(tx, activation);
  return activation;
}

function newActivation(
  system: System,
  account: Account,
  licenseId: string,
  { device, usage = {} }: ActivationRequestInput,
): Activation {
  const now = system.clock.now();
  return {
    accountId: account.id,
    id: system.ids.guid(),
    licenseId,
    deviceName: device.name,
    deviceSignature: device.signature,
    method: 'Online',
    status: 'Active',
    firstValidatedAt: now,
    lastValidatedAt: now,
    appVersion: usage.appVersion ?? null,
    platform: usage.platform ?? null,
    meta: usage.meta ?? null,
    createdAt: now,
    revokedAt: null,
  };
}

async function noSeat(tx: Tx, { account, customer, product }: SeatRequest, now: Date): Promise<Error> {
  const owner = { customerId: customer.id, productId: product.id };
  const { licenses, seats } = await seatsOf(tx, account.id, owner, now);
  if (licenses === 0) return productNotOwned({ detail: `You do not own ${product.name}.` });
  const taken = seats === 1 ? 'The 1 activation' : `All ${seats} activations`;
  return noFreeActivations({
    detail: `${taken} of ${product.name} ${seats === 1 ? 'is' : 'are'} in use. Release a device in the customer portal to activate this one.`,
  });
}

/** A new token of an activation that was seated a moment ago. */
export async function renewedToken(system: System, account: Account, activationId: string): Promise<string> {
  const [record] = await findActivationRecords(system.database.reader, account.id, [activationId]);
  const catalog = await loadCatalog(system, account);
  const product = record && catalog.product(record.productId);
  if (record === undefined || product === undefined)
    throw new Error(`activation ${activationId} is incomplete`);
  const subProducts = await ownedSubProducts(system, account, catalog, [record]);
  return signLicenseToken(
    system,
    account,
    activationClaims(account, product, record, { now: system.clock.now(), subProducts }),
  );
}
