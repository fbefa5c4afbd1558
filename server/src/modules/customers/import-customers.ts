import {
  type FieldIssues,
  type ImportOutcome,
  type KeyLedger,
  memoryLedger,
} from '../../kernel/bulk-import.ts';
import { isCustomProperties } from '../../kernel/properties.ts';
import { readerOf } from '../../platform/context/context.ts';
import type { AccountContext, CommandTx, Context, QueryContext } from '../accounts/index.ts';
import { emailKey } from './domain/email.ts';
import { recordCustomerEvent } from './events.ts';
import { customerKeys } from './find-owners.ts';
import {
  checkCustomerImport,
  type CustomerImport,
  type CustomerImportInput,
  recordCustomerImport,
  importRow,
} from './import-customer.ts';
import { findExistingCustomers, insertNewCustomers, type ExistingCustomer } from './store-imports.ts';
import { findLiveCustomers } from './store-owners.ts';
import { findCustomer, updateCustomer } from './store.ts';
import type { Customer } from './tables.ts';

/**
 * Checks customers to be imported and hashes their passwords, one after the other, which takes time and belongs outside
 * of transactions. Passwords of existing customers are not hashed, nor are any in a dry run.
 */
export async function prepareCustomerImports(
  ctx: Context,
  inputs: readonly CustomerImportInput[],
  { isDryRun }: { readonly isDryRun: boolean },
): Promise<({ readonly input: CustomerImport } | { readonly errors: FieldIssues })[]> {
  const customers = await findExistingCustomers(readerOf(ctx), ctx.account.id, inputs, ctx.clock.now());
  const entries: ({ readonly input: CustomerImport } | { readonly errors: FieldIssues })[] = [];
  for (const { password, properties, ...rest } of inputs) {
    const issues = await checkCustomerImport({ ...rest, password, properties });
    if (password !== undefined && rest.passwordHash !== undefined)
      issues['passwordHash'] = ['must not be sent with a password'];
    const errors = Object.fromEntries(Object.entries(issues).filter(([, messages]) => messages.length > 0));
    const existing = customers.of(rest);
    const isStored = existing === undefined || provesAddressOf(rest, existing);
    const needsHash = password !== undefined && !isDryRun && isStored;
    if (Object.keys(errors).length > 0) entries.push({ errors });
    else
      entries.push({
        input: {
          ...rest,
          ...(needsHash && { passwordHash: await ctx.passwords.hash(password) }),
          ...(isCustomProperties(properties) && { properties }),
        },
      });
  }
  return entries;
}

/**
 * Records that a customer, whose lock the caller holds, has proven their address to another system, and sets the
 * password that they had there. Returns the customer who then has the address.
 */
export type ProveImported = (
  tx: CommandTx,
  customer: Customer,
  passwordHash: string | undefined,
) => Promise<Customer>;

/**
 * Imports customers of another system, all in this transaction; nobody gets a mail. An entry whose external id or email
 * the account or an earlier entry has is that existing customer, who gets the entry's external id if they have none.
 * Somebody who only signed up with an address gets nothing of an entry: `prove` takes the account from them if the
 * entry says that its customer has proven the address, and without that a customer with a password gets no external id.
 * Entries were checked by `prepareCustomerImports`; outcomes are in their order.
 */
export async function importCustomers(
  tx: CommandTx,
  inputs: readonly CustomerImport[],
  prove: ProveImported,
): Promise<ImportOutcome[]> {
  const plans = await planWithLocks(tx, inputs);
  const rows = plans.flatMap(({ row }) => row ?? []);
  // After a race with another transaction, the batch is imported again, one by one.
  for (const row of await insertNewCustomers(tx, rows, tx.clock.now())) recordCustomerImport(tx, row);
  const outcomes: ImportOutcome[] = [];
  for (const { outcome, change } of plans)
    outcomes.push(
      change === undefined ? outcome : { status: 'updated', id: await applyChange(tx, change, prove) },
    );
  return outcomes;
}

/** Returns the id of the customer who now has the address. */
async function applyChange(
  tx: CommandTx,
  { id, externalId, proof }: Change,
  prove: ProveImported,
): Promise<string> {
  const customer = await findCustomer(tx, tx.account.id, id);
  if (customer === undefined) throw new Error('a customer that an import has locked is gone');
  const owner = proof === undefined ? customer : await prove(tx, customer, proof.passwordHash);
  if (externalId === undefined) return owner.id;
  await updateCustomer(tx, tx.account.id, owner.id, { externalId });
  recordCustomerEvent(tx, {
    type: 'customer.updated',
    subjects: { customer: owner.id },
    data: { fields: ['externalId'] },
  });
  return owner.id;
}

/**
 * The outcome of `importCustomers` as if the entries in the ledger had been stored; adds to the ledger. Writes nothing
 * else.
 */
export async function dryRunCustomers(
  ctx: QueryContext,
  inputs: readonly CustomerImport[],
  ledger: KeyLedger,
): Promise<ImportOutcome[]> {
  return (await plan(ctx, inputs, ledger)).map(({ outcome }) => outcome);
}

interface Plan {
  readonly outcome: ImportOutcome;
  /** The customer to store, if the outcome is that they are created. */
  readonly row?: Customer;
  /** The changes, if the customer is updated. */
  readonly change?: Change;
}

interface Change {
  readonly id: string;
  readonly externalId?: string | undefined;
  /** They have proven the address to the other system, and had this password there. */
  readonly proof?: { readonly passwordHash: string | undefined } | undefined;
}

/**
 * Plans again once the customers to change are locked: another transaction may have changed them since they were read.
 */
async function planWithLocks(tx: CommandTx, inputs: readonly CustomerImport[]): Promise<Plan[]> {
  const first = await plan(tx, inputs, memoryLedger());
  const ids = first.flatMap(({ change }) => change?.id ?? []);
  if (ids.length === 0) return first;
  const locked = await findLiveCustomers(tx, tx.account.id, { column: 'id', values: ids, locks: true });
  const plans = await plan(tx, inputs, memoryLedger());
  // The batch is imported again, one by one.
  if (plans.some(({ change }) => change !== undefined && !locked.has(change.id)))
    throw new Error('a customer has changed during an import');
  return plans;
}

async function plan(
  ctx: QueryContext,
  inputs: readonly CustomerImport[],
  ledger: KeyLedger,
): Promise<Plan[]> {
  const customers = await findExistingCustomers(readerOf(ctx), ctx.account.id, inputs, ctx.clock.now());
  return inputs.map((input) => planOne(ctx, input, customers.of(input), ledger));
}

function planOne(
  ctx: AccountContext,
  input: CustomerImport,
  existing: ExistingCustomer | undefined,
  ledger: KeyLedger,
): Plan {
  const { id, email, externalId } = input;
  const earlier = earlierEntry(input, ledger);
  if (earlier !== undefined) return { outcome: earlier };
  if (existing !== undefined) return planExisting(input, existing, ledger);
  const row = importRow(ctx, input);
  ledger.add(customerKeys.email(email), row.id);
  ledger.add(entryKey(email), externalId ?? '');
  if (externalId !== undefined) ledger.add(customerKeys.externalId(externalId), row.id);
  if (id !== undefined) ledger.add(customerKeys.id(id), row.id);
  return { outcome: { status: 'created', id: row.id }, row };
}

/** The external id of the entry of this import with the address. */
const entryKey = (email: string): string => `customer/entry/${emailKey(email)}`;

function earlierEntry(
  { id: ownId, email, externalId }: CustomerImport,
  ledger: KeyLedger,
): ImportOutcome | undefined {
  const sameId = ownId === undefined ? undefined : ledger.find(customerKeys.id(ownId));
  if (sameId !== undefined) return { status: 'exists', id: sameId };
  const same = externalId === undefined ? undefined : ledger.find(customerKeys.externalId(externalId));
  const id = same ?? ledger.find(customerKeys.email(email));
  if (id === undefined) return undefined;
  const isOther =
    same === undefined && externalId !== undefined && ledger.find(entryKey(email)) !== externalId;
  if (!isOther) return { status: 'exists', id };
  return {
    status: 'invalid',
    errors: { email: ['is also that of an earlier line, with another external id'] },
  };
}

function planExisting(input: CustomerImport, existing: ExistingCustomer, ledger: KeyLedger): Plan {
  const { email, externalId } = input;
  const { id } = existing;
  if (isSame(input, existing)) return { outcome: { status: 'exists', id } };
  if (externalId !== undefined && existing.externalId !== null)
    return invalidEmail('is that of a customer with another external id');
  const proof = provesAddressOf(input, existing) ? { passwordHash: input.passwordHash } : undefined;
  if (externalId === undefined && proof === undefined) return { outcome: { status: 'exists', id } };
  if (proof === undefined && isUnproven(input, existing) && existing.passwordHash !== null)
    return invalidEmail(
      'is that of somebody who signed up here and has not proven it; send emailConfirmed as true if your customer has ' +
        'proven it, or leave externalId out until they do',
    );
  if (externalId !== undefined) ledger.add(customerKeys.externalId(externalId), id);
  ledger.add(customerKeys.email(email), id);
  ledger.add(entryKey(email), externalId ?? '');
  return { outcome: { status: 'updated', id }, change: { id, externalId, proof } };
}

function invalidEmail(message: string): Plan {
  return { outcome: { status: 'invalid', errors: { email: [message] } } };
}

/** Whether the vendor's own ids identify this customer with the entry. */
function isSame({ id, externalId }: CustomerImportInput, existing: ExistingCustomer): boolean {
  return (
    existing.id === id?.toLowerCase() || (externalId !== undefined && existing.externalId === externalId)
  );
}

/** Whether the customer has the address of an entry without a proof of it. */
function isUnproven({ email }: CustomerImportInput, existing: ExistingCustomer): boolean {
  return !existing.isEmailConfirmed && existing.emailKey === emailKey(email);
}

/** Whether an entry proves an address that the customer has not proven: they may be two people. */
function provesAddressOf(input: CustomerImportInput, existing: ExistingCustomer): boolean {
  const isOther = input.externalId !== undefined && existing.externalId !== null;
  return input.emailConfirmed === true && isUnproven(input, existing) && !isSame(input, existing) && !isOther;
}
