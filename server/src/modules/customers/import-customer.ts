import { checkPassword } from './password-rules.ts';
import { refuseIssues } from '../../kernel/problem.ts';
import { type CustomProperties, isCustomProperties } from '../../kernel/properties.ts';
import { isPasswordHash } from '../../platform/crypto/passwords.ts';
import type { AccountContext, CommandTx, Context } from '../accounts/index.ts';
import { type AddressInput, toAddress } from './domain/address.ts';
import { checkDetails } from './domain/details.ts';
import { NO_MAIL, preferenceChanges, type PreferencesInput } from './domain/preferences.ts';
import { newCustomer, ownerOf } from './ensure-customer.ts';
import { recordCustomerEvent } from './events.ts';
import { customerExists } from './problems.ts';
import { findCustomerByExternalId, insertCustomer } from './store.ts';
import type { Customer } from './tables.ts';

/** A customer of another system. */
export interface CustomerImport {
  /** The id in the license tokens of the other system, so that they stay valid; a new one when absent. */
  readonly id?: string | undefined;
  /** Null where the other system has none. */
  readonly name: string | null;
  readonly email: string;
  /** An Argon2id hash as a PHC string; without it the customer chooses a password with the link of a mail. */
  readonly passwordHash?: string | undefined;
  /** Whether the customer has proven the address to the other system; counts as a proof. Default false. */
  readonly emailConfirmed?: boolean | undefined;
  /** The vendor's own reference, unique in the account, with which an import can be repeated. */
  readonly externalId?: string | undefined;
  readonly createdAt?: Date | undefined;
  readonly businessName?: string | undefined;
  readonly taxId?: string | undefined;
  readonly phone?: string | undefined;
  readonly address?: AddressInput | undefined;
  readonly communicationPreferences?: PreferencesInput | undefined;
  readonly properties?: CustomProperties | undefined;
}

/** The same as sent, with the password itself if the other system has no hash. */
export interface CustomerImportInput extends Omit<CustomerImport, 'properties'> {
  readonly password?: string | undefined;
  readonly properties?: unknown;
}

/** Whether an import makes a password valid for a proven address: it lets whoever knows the password be its owner. */
export function opensProvenAddress(
  input: Pick<CustomerImportInput, 'emailConfirmed' | 'password' | 'passwordHash'>,
): boolean {
  return input.emailConfirmed === true && (input.password ?? input.passwordHash) !== undefined;
}

/** Every issue of a customer to be imported by field path, in the format of `refuseIssues`. */
export async function checkCustomerImport(input: CustomerImportInput): Promise<Record<string, string[]>> {
  const { password, passwordHash } = input;
  return {
    ...checkDetails(input),
    ...(password !== undefined && { password: await checkPassword(password) }),
    ...(passwordHash !== undefined &&
      !isPasswordHash(passwordHash) && { passwordHash: ['must be an Argon2id hash in PHC form'] }),
  };
}

/**
 * Checks a customer to be imported and hashes the password, which takes time and belongs outside of transactions.
 * Raises 400 with every issue.
 */
export async function prepareCustomerImport(
  ctx: Context,
  input: CustomerImportInput,
): Promise<CustomerImport> {
  refuseIssues(await checkCustomerImport(input));
  const { password, properties, ...rest } = input;
  return {
    ...rest,
    ...(password !== undefined && { passwordHash: await ctx.passwords.hash(password) }),
    ...(isCustomProperties(properties) && { properties }),
  };
}

/**
 * Imports a customer of another system, checked by `checkCustomerImport`; nobody gets a mail (core API, Customers; wire
 * contract section 6). Raises 409 `CustomerExists`, whose `instance` is the id of the customer who has, or can go back
 * to, the email, or has the external id; a deleted customer keeps theirs.
 */
export async function importCustomer(tx: CommandTx, input: CustomerImport): Promise<Customer> {
  await refuseExisting(tx, input);
  const customer = await insertCustomer(tx, importRow(tx, input), tx.clock.now());
  if (customer === undefined) {
    await refuseExisting(tx, input);
    throw new Error('a customer was in the way of an import and is gone');
  }
  recordCustomerImport(tx, customer);
  return customer;
}

/** Records the import of a customer in the journal. */
export function recordCustomerImport(tx: CommandTx, { id, passwordHash, isEmailConfirmed }: Customer): void {
  recordCustomerEvent(tx, {
    type: 'customer.imported',
    subjects: { customer: id },
    data: { hasPassword: passwordHash !== null, isEmailConfirmed },
  });
}

async function refuseExisting(tx: CommandTx, { email, externalId }: CustomerImport): Promise<void> {
  const owner = await ownerOf(tx, email, tx.clock.now());
  if (owner !== undefined) {
    throw customerExists({
      instance: owner.id,
      detail: 'A customer of the account already has this email address.',
    });
  }
  const existing =
    externalId === undefined ? undefined : await findCustomerByExternalId(tx, tx.account.id, externalId);
  if (existing !== undefined) {
    const who = existing.isDeleted ? 'A deleted customer' : 'A customer';
    throw customerExists({
      instance: existing.id,
      detail: `${who} of the account already has this external id.`,
    });
  }
}

/** A customer to be imported as a row that is not stored yet. */
export function importRow(tx: AccountContext, input: CustomerImport): Customer {
  const { name, email, passwordHash, emailConfirmed, externalId, properties } = input;
  const { businessName, taxId, phone, address, createdAt } = input;
  const row = newCustomer(tx, {
    name: name?.trim() ?? null,
    email,
    isEmailConfirmed: emailConfirmed ?? false,
    passwordHash: passwordHash ?? null,
    externalId: externalId ?? null,
    businessName: businessName?.trim() ?? null,
    taxId: taxId?.trim() ?? null,
    phone: phone?.trim() ?? null,
    address: address === undefined ? null : toAddress(address),
    properties: properties ?? {},
    ...preferenceChanges(NO_MAIL, input.communicationPreferences ?? {}, tx.clock.now()),
    ...(createdAt !== undefined && { createdAt }),
  });
  return { ...row, id: input.id?.toLowerCase() ?? row.id };
}
