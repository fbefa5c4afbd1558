import { type components, type Problem, TEXT } from '@latchkey/sdk';
import { answer, customerApi, done, visitorApi } from './client.ts';

/** Email and code from a mail. */
export interface SentCode {
  readonly email: string;
  readonly code: string;
}

/** Credentials that a person may send with a code, to keep the password and the sessions of the account. */
export interface Proof extends SentCode {
  readonly password?: string | undefined;
}

/** The newsletters of an address. */
export type MailChoice = Pick<components['schemas']['NewsletterChoice'], 'newsletter' | 'productUpdates'>;

/** Asks whether a new password can be set. Refused with 400 `InvalidCode`. */
export function checkResetLink({ email, code }: SentCode): Promise<void> {
  const params = { query: { email, code } };
  return done(visitorApi.POST('/api/customer/identity/reset-password/check', { params }));
}

/** Sets a new password. Refused with 400 `InvalidCode`, or with `errors` under `password`. */
export function resetPassword({
  email,
  code,
  password,
}: SentCode & { readonly password: string }): Promise<void> {
  const params = { query: { email, code } };
  const call = visitorApi.POST('/api/customer/identity/reset-password', { ...TEXT, params, body: password });
  return done(call.then(({ error, response }) => ({ response, error: error && aboutPassword(error) })));
}

/** The password is the whole request body, so its issues are reported for the body. */
function aboutPassword(problem: Pick<Problem, 'errors'>): Pick<Problem, 'errors'> {
  const { body, ...others } = problem.errors ?? {};
  return body === undefined ? problem : { ...problem, errors: { ...others, password: body } };
}

/** The state of the account's password after a proof, with a code for a new one if there is none, or no longer. */
export type ProofResult =
  | { readonly password: 'Kept' }
  | { readonly password: 'Missing'; readonly resetCode: string };

/** Confirms the email of an account. Refused with 400 `InvalidCode` and `InvalidCredentials`. */
export async function confirmAccount(proof: Proof): Promise<ProofResult> {
  const call = visitorApi.POST('/api/customer/identity/confirm-account', requestOf(proof));
  return proofResult(await answer(call));
}

/** Confirms an email. Refused like `confirmAccount`. */
export async function confirmEmail(proof: Proof): Promise<ProofResult> {
  const call = visitorApi.POST('/api/customer/identity/confirm-email', requestOf(proof));
  await done(call);
  // The body is empty unless there is no password.
  return proofResult((await call).data ?? {});
}

function proofResult({
  resetPasswordToken: resetCode,
}: {
  readonly resetPasswordToken?: string;
}): ProofResult {
  return resetCode === undefined ? { password: 'Kept' } : { password: 'Missing', resetCode };
}

function requestOf({ email, code, password }: Proof) {
  return { params: { query: { email, code } }, body: password === undefined ? {} : { password } };
}

/** Sets the new email of the signed-in customer. Refused with 400 `InvalidCode` and 409 `EmailInUse`. */
export function confirmEmailChange(query: SentCode): Promise<void> {
  return done(customerApi.POST('/api/customer/identity/confirm-email-change', { params: { query } }));
}

/** Restores the email before a change; returns a code for a new password. Refused with 400 `InvalidCode`. */
export async function undoEmailChange(query: SentCode): Promise<{ readonly resetCode: string }> {
  const call = visitorApi.POST('/api/customer/identity/undo-email-change', { params: { query } });
  return { resetCode: (await answer(call)).resetPasswordToken };
}

/**
 * Removes the account that somebody else made with the address. Refused with 400 `InvalidCode` and 409
 * `AccountOwnsPurchases`.
 */
export function denyAccount(query: SentCode): Promise<void> {
  return done(visitorApi.POST('/api/customer/identity/deny-account', { params: { query } }));
}

/**
 * Merges the account into the other one, whose email the reader states. Refused with 400 `InvalidCode`, `InvalidInput`
 * for another email, and 409 `MergeRefused`.
 */
export function agreeToMerge(query: SentCode, body: { readonly otherEmail: string }): Promise<void> {
  return done(visitorApi.POST('/api/customer/identity/agree-to-merge', { params: { query }, body }));
}

/** Keeps both accounts. Refused with 400 `InvalidCode`. */
export function declineMerge(query: SentCode): Promise<void> {
  return done(visitorApi.POST('/api/customer/identity/decline-merge', { params: { query } }));
}

/** Confirms a subscription. Refused with 400 `InvalidCode`; so are the next ones. */
export function confirmSubscription(link: SentCode): Promise<MailChoice> {
  return answer(visitorApi.POST('/api/customer/communications/confirm', { params: paramsOf(link) }));
}

export function unsubscribe(link: SentCode): Promise<MailChoice> {
  return answer(visitorApi.POST('/api/customer/communications/unsubscribe', { params: paramsOf(link) }));
}

export function fetchChoice(link: SentCode, signal: AbortSignal): Promise<MailChoice> {
  return answer(
    visitorApi.GET('/api/customer/communications/preferences', { params: paramsOf(link), signal }),
  );
}

export function saveChoice(link: SentCode, { newsletter, productUpdates }: MailChoice): Promise<MailChoice> {
  return answer(
    visitorApi.POST('/api/customer/communications/preferences', {
      params: paramsOf(link),
      body: { newsletter, productUpdates },
    }),
  );
}

function paramsOf({ email, code }: SentCode) {
  return { query: { email, token: code } };
}
