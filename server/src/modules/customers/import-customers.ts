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
import { findNamesakes, insertNewCustomers, type Namesake } from './store-imports.ts';
import { updateCustomer } from './store.ts';
import type { Customer } from './tables.ts';

/**
 * Checks customers to be imported and hashes their passwords, one after the other, which takes time and belongs outside of
 * transactions. A password of a customer who exists already is not hashed, nor is any in a rehearsal.
 */
export async function prepareCustomerImports(
  ctx: Context,
  inputs: readonly CustomerImportInput[],
  { isRehearsal }: { readonly isRehearsal: boolean },
): Promise<({ readonly input: CustomerImport } | { readonly errors: FieldIssues })[]> {
  const namesakes = await findNamesakes(readerOf(ctx), ctx.account.id, inputs, ctx.clock.now());
  const entries: ({ readonly input: CustomerImport } | { readonly errors: FieldIssues })[] = [];
  for (const { password, properties, ...rest } of inputs) {
    const issues = await checkCustomerImport({ ...rest, password, properties });
    if (password !== undefined && rest.passwordHash !== undefined)
      issues['passwordHash'] = ['must not be sent with a password'];
    const errors = Object.fromEntries(Object.entries(issues).filter(([, messages]) => messages.length > 0));
    const needsHash = password !== undefined && !isRehearsal && namesakes.of(rest) === undefined;
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
 * Takes customers of another system over, all in this transaction; nobody gets a mail. An entry whose external id or email
 * the account or an earlier entry has is the customer that exists; who exists without an external id gets that of the entry.
 * Entries were checked by `prepareCustomerImports`; outcomes are in their order.
 */
export async function importCustomers(
  tx: CommandTx,
  inputs: readonly CustomerImport[],
): Promise<ImportOutcome[]> {
  const plans = await plan(tx, inputs, memoryLedger());
  const rows = plans.flatMap(({ row }) => row ?? []);
  // In a race with another transaction the import of the batch is done again, one by one.
  for (const row of await insertNewCustomers(tx, rows, tx.clock.now())) recordCustomerImport(tx, row);
  for (const { outcome, externalId } of plans) {
    if (outcome.status !== 'updated' || externalId === undefined) continue;
    await updateCustomer(tx, tx.account.id, outcome.id, { externalId });
    recordCustomerEvent(tx, {
      type: 'customer.updated',
      subjects: { customer: outcome.id },
      data: { fields: ['externalId'] },
    });
  }
  return plans.map(({ outcome }) => outcome);
}

/** Says what `importCustomers` would do, as if it had done what is in the ledger, and adds to it. Writes nothing else. */
export async function rehearseCustomers(
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
  /** The new external id, if the outcome is that they are updated. */
  readonly externalId?: string;
}

async function plan(
  ctx: QueryContext,
  inputs: readonly CustomerImport[],
  ledger: KeyLedger,
): Promise<Plan[]> {
  const namesakes = await findNamesakes(readerOf(ctx), ctx.account.id, inputs, ctx.clock.now());
  return inputs.map((input) => planOne(ctx, input, namesakes.of(input), ledger));
}

function planOne(
  ctx: AccountContext,
  input: CustomerImport,
  namesake: Namesake | undefined,
  ledger: KeyLedger,
): Plan {
  const { id, email, externalId } = input;
  const earlier = earlierEntry(input, ledger);
  if (earlier !== undefined) return { outcome: earlier };
  if (namesake !== undefined) return planExisting(input, namesake, ledger);
  const row = importRow(ctx, input);
  ledger.add(customerKeys.email(email), row.id);
  ledger.add(entryKey(email), externalId ?? '');
  if (externalId !== undefined) ledger.add(customerKeys.externalId(externalId), row.id);
  if (id !== undefined) ledger.add(customerKeys.id(id), row.id);
  return { outcome: { status: 'created', id: row.id }, row };
}

/** The external id with which an entry of this import came for an address. */
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

function planExisting(
  { id: ownId, email, externalId }: CustomerImport,
  namesake: Namesake,
  ledger: KeyLedger,
): Plan {
  const { id } = namesake;
  if (externalId === undefined || namesake.externalId === externalId || id === ownId?.toLowerCase())
    return { outcome: { status: 'exists', id } };
  if (namesake.externalId !== null)
    return {
      outcome: { status: 'invalid', errors: { email: ['is that of a customer with another external id'] } },
    };
  ledger.add(customerKeys.externalId(externalId), id);
  ledger.add(customerKeys.email(email), id);
  ledger.add(entryKey(email), externalId);
  return { outcome: { status: 'updated', id }, externalId };
}
