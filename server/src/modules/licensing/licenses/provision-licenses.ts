import { invalidInput, notFound } from '../../../kernel/problem.ts';
import type { CommandTx } from '../../accounts/index.ts';
import { findProduct, findVariation, givenAccess } from '../../catalog/index.ts';
import {
  checkEmail,
  checkName,
  type Customer,
  ensureLockedCustomer,
  lockCustomer,
} from '../../customers/index.ts';
import { grantLicenses } from './grant-licenses.ts';
import { awaitedBy } from './await-proof.ts';
import { limitsOf } from '../domain/license-changes.ts';
import { countLivingLicenses } from '../store/ownership.ts';
import type { License } from '../tables.ts';

export interface ProvisionRequest {
  readonly productId: string;
  /** 1 to 1,000; default 1. */
  readonly quantity?: number | undefined;
  /** Grant at most as many as bring the customer's licenses of the product, including waiting ones, to this number. */
  readonly limitPerCustomer?: number | undefined;
  /** The variation whose `releaseAccess` they get; the next two are not allowed with it. */
  readonly variationId?: string | undefined;
  /** The end of the updates, and the highest major version; absent in both: they cover every version. */
  readonly updatesUntil?: Date | undefined;
  readonly upToMajor?: number | undefined;
  /** Whether they are given away; default: they were paid for elsewhere. @see Grant.isFree */
  readonly isFree?: boolean | undefined;
}

export interface ProvisionInput {
  /** An existing customer; otherwise `customer`. */
  readonly ownerId?: string | undefined;
  /** The customer with this email, created without a password if there is none. */
  readonly customer?: { readonly email: string; readonly name?: string | undefined } | undefined;
  /** 1 to 100. */
  readonly requests: readonly ProvisionRequest[];
  /** Why; kept in the journal. */
  readonly reason?: string | undefined;
}

export const MAX_PROVISION_REQUESTS = 100;
export const MAX_PROVISION_QUANTITY = 1_000;

/**
 * Grants a customer licenses, all of them or none (core API, provision; wire contract section 6).
 *
 * A limit counts the licenses that the customer can use or that wait for a proof of the email, including those of
 * earlier requests of this call, and holds even if other licenses are provisioned to the same customer at the same
 * time. If the account requires it, the licenses wait until the customer has proven their email.
 *
 * Raises `InvalidInput` with every issue, and `NotFound` for an unknown or deleted owner.
 */
export async function provisionLicenses(tx: CommandTx, input: ProvisionInput): Promise<License[]> {
  const errors = await checkInput(tx, input);
  if (Object.keys(errors).length > 0) throw invalidInput({ errors });
  const owner = await lockOwner(tx, input);
  const customerId = owner.id;
  const { reason } = input;
  const awaitsEmailKey = awaitedBy(tx.account, owner, input.ownerId === undefined ? 'Address' : 'Customer');
  const licenses: License[] = [];
  for (const request of input.requests) {
    const { productId, variationId, isFree } = request;
    const quantity = await quantityToGrant(tx, { customerId, ...request });
    if (quantity > 0) {
      const limits = await limitsOfRequest(tx, request);
      const grant = {
        customerId,
        productId,
        variationId,
        quantity,
        awaitsEmailKey,
        isFree,
        reason,
        ...limits,
      };
      licenses.push(...(await grantLicenses(tx, grant)));
    }
  }
  return licenses;
}

async function limitsOfRequest(tx: CommandTx, request: ProvisionRequest) {
  const { productId, variationId, updatesUntil, upToMajor } = request;
  const variation = variationId === undefined ? undefined : await findVariation(tx, variationId);
  const product = await findProduct(tx, productId);
  if (variation === undefined || product === undefined) return { updatesUntil, upToMajor };
  return limitsOf(givenAccess(variation, product), tx.clock.now());
}

/** Two provisions to the same customer run one after the other, so that the second sees the licenses of the first. */
async function lockOwner(tx: CommandTx, { ownerId, customer }: ProvisionInput): Promise<Customer> {
  // A customer who is deleted meanwhile no longer has the address.
  if (customer !== undefined) return ensureLockedCustomer(tx, { ...customer, name: customer.name?.trim() });
  const locked = ownerId === undefined ? undefined : await lockCustomer(tx, ownerId.toLowerCase());
  if (locked === undefined) throw notFound({ detail: `There is no customer ${ownerId}.` });
  return locked;
}

async function quantityToGrant(
  tx: CommandTx,
  request: ProvisionRequest & { readonly customerId: string },
): Promise<number> {
  const { quantity = 1, limitPerCustomer } = request;
  if (limitPerCustomer === undefined) return quantity;
  const owned = await countLivingLicenses(tx, tx.account.id, request, tx.clock.now());
  return Math.max(0, Math.min(quantity, limitPerCustomer - owned));
}

async function checkInput(
  tx: CommandTx,
  { ownerId, customer, requests }: ProvisionInput,
): Promise<Record<string, string[]>> {
  const errors: Record<string, string[]> = {};
  if (ownerId === undefined && customer === undefined)
    errors['ownerId'] = ['is required when no customer is given'];
  if (ownerId !== undefined && customer !== undefined)
    errors['customer'] = ['must not be given together with ownerId'];
  const nameIssues = customer?.name === undefined ? [] : checkName(customer.name);
  if (nameIssues.length > 0) errors['customer.name'] = nameIssues;
  const emailIssues = customer === undefined ? [] : checkEmail(customer.email);
  if (emailIssues.length > 0) errors['customer.email'] = emailIssues;
  if (requests.length === 0 || requests.length > MAX_PROVISION_REQUESTS) {
    errors['requests'] = [`must have 1 to ${MAX_PROVISION_REQUESTS} entries`];
  }
  for (const [index, request] of requests.entries()) {
    const { productId, quantity, limitPerCustomer } = request;
    const path = `requests[${index}]`;
    Object.assign(errors, await variationIssues(tx, path, request));
    const product = await findProduct(tx, productId);
    if (product === undefined) errors[`${path}.productId`] = ['is not a product of this account'];
    else if (product.status === 'Inactive')
      errors[`${path}.productId`] = ['is inactive: no licenses can be issued'];
    if (quantity !== undefined && !isWhole(quantity, 1, MAX_PROVISION_QUANTITY)) {
      errors[`${path}.quantity`] = [`must be a whole number from 1 to ${MAX_PROVISION_QUANTITY}`];
    }
    if (limitPerCustomer !== undefined && !isWhole(limitPerCustomer, 0, Number.MAX_SAFE_INTEGER)) {
      errors[`${path}.limitPerCustomer`] = ['must be a whole number of at least 0'];
    }
  }
  return errors;
}

/** The issues of the variation of a request: it is one of the product, and says alone what the licenses cover. */
async function variationIssues(
  tx: CommandTx,
  path: string,
  { productId, variationId, updatesUntil, upToMajor }: ProvisionRequest,
): Promise<Record<string, string[]>> {
  if (variationId === undefined) return {};
  const issues: Record<string, string[]> = {};
  const variation = await findVariation(tx, variationId);
  if (variation?.productId !== productId)
    issues[`${path}.variationId`] = ['is not a variation of this product'];
  for (const [field, value] of Object.entries({ updatesUntil, upToMajor })) {
    if (value !== undefined) issues[`${path}.${field}`] = ['must not be given together with variationId'];
  }
  return issues;
}

function isWhole(value: number, least: number, most: number): boolean {
  return Number.isInteger(value) && value >= least && value <= most;
}
