import { transaction } from '../../platform/context/context.ts';
import type { Context } from '../accounts/index.ts';
import {
  addCustomer,
  type AddressInput,
  type Customer,
  emailInUse,
  findCustomerByEmail,
  type NewCustomer,
  NO_MAIL,
  preferenceChanges,
  toAddress,
  checkPassword,
} from '../customers/index.ts';
import { refuseIssues } from '../../kernel/problem.ts';
import { profileIssues } from './issues.ts';
import { queueConfirmationMail } from './mails.ts';
import { signedIn, type SignedIn, startSession } from './sessions/start-session.ts';

interface SignUpInput {
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly address?: AddressInput | undefined;
  /** Marketing opt-in. */
  readonly newsletterOptIn?: boolean | undefined;
  readonly acceptedPrivacyPolicy?: boolean | undefined;
  readonly acceptedTermsAndConditions?: boolean | undefined;
  readonly userAgent?: string | undefined;
}

/**
 * A customer who is signed in immediately, or one who must confirm the email first, depending on the account's
 * settings.
 */
type SignUpResult =
  | ({ readonly status: 'SignedIn' } & SignedIn)
  | { readonly status: 'ActivationPending'; readonly customer: Customer };

/**
 * Creates a customer with a password (customer API, sign-up) and mails a link that confirms the email. Raises 400 with
 * every issue, 409 `EmailInUse` when a customer of the account has the email.
 */
export async function signUp(ctx: Context, input: SignUpInput): Promise<SignUpResult> {
  refuseIssues({ ...profileIssues(input), password: await checkPassword(input.password) });
  // Saves the hashing when the result is already certain; the insert below decides.
  const existing = await findCustomerByEmail(ctx, input.email);
  if (existing !== undefined) throw emailInUse();
  const newcomer = customerOf(ctx, input, await ctx.passwords.hash(input.password));
  const isPending = ctx.account.settings.requiresConfirmedEmail;
  const { customer, session } = await transaction(ctx, async (tx) => {
    const inserted = await addCustomer(tx, newcomer);
    if (inserted === undefined) throw emailInUse();
    await queueConfirmationMail(tx, inserted, { purpose: 'ConfirmAccount', limit: 'PerAddress' });
    if (isPending) return { customer: inserted };
    const { userAgent } = input;
    return {
      customer: inserted,
      session: await startSession(tx, { customerId: inserted.id, userAgent }),
    };
  });
  if (session === undefined) return { status: 'ActivationPending', customer };
  return { status: 'SignedIn', ...(await signedIn(ctx, customer, session)) };
}

function customerOf(ctx: Context, input: SignUpInput, passwordHash: string): NewCustomer {
  const now = ctx.clock.now();
  return {
    name: input.name.trim(),
    email: input.email,
    passwordHash,
    address: input.address === undefined ? null : toAddress(input.address),
    ...preferenceChanges(NO_MAIL, { newsletterOptIn: input.newsletterOptIn }, now),
    privacyAcceptedAt: input.acceptedPrivacyPolicy === true ? now : null,
    termsAcceptedAt: input.acceptedTermsAndConditions === true ? now : null,
  };
}
