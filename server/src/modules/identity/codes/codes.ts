import type { CommandTx, Context, ReadContext } from '../../accounts/index.ts';
import { type Customer, emailKey, ensureLockedCustomer, lockCustomer } from '../../customers/index.ts';
import { hashSecret } from '../../../platform/crypto/hash-secret.ts';
import { invalidCode } from '../problems.ts';
import { findAddressCode, insertAddressCode, useUpAddressCode } from './store-address-codes.ts';
import { findCode, replaceCode, useUpCode } from './store-codes.ts';
import type { AddressCode, CodePurpose, IdentityCode } from '../tables.ts';

/** The lifetime of a code (wire contract section 2: 30 minutes for a new password). */
const LIFETIME_SECONDS: Record<CodePurpose, number> = {
  ResetPassword: 30 * 60,
  ConfirmAccount: 24 * 60 * 60,
  ConfirmEmail: 24 * 60 * 60,
  ChangeEmail: 24 * 60 * 60,
  DenyAccount: 7 * 24 * 60 * 60,
};

/** The code from a mail. */
export interface EmailCode {
  readonly email: string;
  readonly code: string;
}

/** Creates the customer's only code for a purpose, which voids older ones, and returns it: 256 bits, base64url. */
export async function makeCode(
  tx: CommandTx,
  customer: Customer,
  {
    purpose,
    email = customer.email,
    lifetimeSeconds = LIFETIME_SECONDS[purpose],
  }: { readonly purpose: CodePurpose; readonly email?: string; readonly lifetimeSeconds?: number },
): Promise<string> {
  const code = tx.ids.secret();
  const createdAt = tx.clock.now();
  await replaceCode(tx, {
    accountId: customer.accountId,
    customerId: customer.id,
    purpose,
    codeHash: hashSecret(code),
    email,
    emailKey: emailKey(email),
    createdAt,
    expiresAt: endAfter(createdAt, lifetimeSeconds),
  });
  return code;
}

/** When a code for this purpose ends that is made now. */
export function codeEnd({ clock }: CommandTx, purpose: CodePurpose): Date {
  return endAfter(clock.now(), LIFETIME_SECONDS[purpose]);
}

function endAfter(moment: Date, lifetimeSeconds: number): Date {
  return new Date(moment.getTime() + lifetimeSeconds * 1_000);
}

/** The valid code that somebody presents; raises 400 `InvalidCode`. It is not used up yet. */
export async function validCode(
  ctx: ReadContext,
  { purpose, email, code }: EmailCode & { readonly purpose: CodePurpose },
): Promise<IdentityCode> {
  const claim = { purpose, emailKey: emailKey(email), codeHash: hashSecret(code), now: ctx.clock.now() };
  const row = await findCode(ctx, ctx.account.id, claim);
  if (row === undefined) throw invalidCode();
  return row;
}

/**
 * Uses up a code and returns its customer, locked against changes until the transaction ends. Raises 400 `InvalidCode`
 * when another request was faster, when the customer no longer exists, or when they have another email than the code
 * was sent to.
 */
export async function redeemCode(tx: CommandTx, code: IdentityCode): Promise<Customer> {
  // The customer is locked first, as everywhere, so that two commands never deadlock.
  const customer = await lockCustomer(tx, code.customerId);
  if (customer === undefined || !(await useUpCode(tx, code))) throw invalidCode();
  if (code.purpose !== 'ChangeEmail' && customer.emailKey !== code.emailKey) throw invalidCode();
  return customer;
}

/** Creates another code that proves an address, no matter who has it when the code is used; other codes stay valid. */
export async function makeAddressCode(
  tx: CommandTx,
  { email, lifetimeSeconds }: { readonly email: string; readonly lifetimeSeconds: number },
): Promise<string> {
  const code = tx.ids.secret();
  const createdAt = tx.clock.now();
  await insertAddressCode(tx, {
    accountId: tx.account.id,
    codeHash: hashSecret(code),
    email,
    emailKey: emailKey(email),
    createdAt,
    expiresAt: endAfter(createdAt, lifetimeSeconds),
  });
  return code;
}

/** The valid code of an address that somebody presents, or `undefined`. This does not use it up. */
export function validAddressCode(ctx: Context, { email, code }: EmailCode): Promise<AddressCode | undefined> {
  const claim = { emailKey: emailKey(email), codeHash: hashSecret(code), now: ctx.clock.now() };
  return findAddressCode(ctx.database.reader, ctx.account.id, claim);
}

/**
 * Uses up the code of an address and returns the customer who has the address; creates one if nobody has it. Raises 400
 * `InvalidCode` when another request was faster, and while a customer who left the address can still go back to it:
 * they do that with the link of the mail that notified them.
 */
export async function redeemAddressCode(tx: CommandTx, code: AddressCode): Promise<Customer> {
  const customer = await ensureLockedCustomer(tx, code);
  if (customer.emailKey !== code.emailKey || !(await useUpAddressCode(tx, code))) throw invalidCode();
  return customer;
}
