import { fieldsOf } from './answer.ts';
import { callApi, tellApi } from './client.ts';
import { ApiProblem } from './failures.ts';

/** Email and code from a mail. */
export interface SentCode {
  readonly email: string;
  readonly code: string;
}

/** What somebody may show beside a code, to keep the password and the sessions of the account. */
export interface Proof extends SentCode {
  readonly password?: string | undefined;
  readonly accessToken?: string | undefined;
}

/** What an address is sent. */
export interface MailChoice {
  readonly newsletter: boolean;
  readonly productUpdates: boolean;
}

const IDENTITY = '/api/customer/identity';
const COMMUNICATIONS = '/api/customer/communications';

/** Sets a new password. Refused with 400 `InvalidCode`, or with `errors` under `password`. */
export async function resetPassword({
  email,
  code,
  password,
}: SentCode & { readonly password: string }): Promise<void> {
  try {
    await tellApi({
      method: 'POST',
      path: `${IDENTITY}/reset-password`,
      query: { email, code },
      text: password,
    });
  } catch (failure) {
    throw failure instanceof ApiProblem ? aboutPassword(failure) : failure;
  }
}

/** The password is the whole body, so what is wrong with it is told of the body. */
function aboutPassword(problem: ApiProblem): ApiProblem {
  const { body, ...others } = problem.errors;
  if (body === undefined) return problem;
  const { status, title, errorType, detail, traceId, retryAfterSeconds } = problem;
  const errors = { ...others, password: body };
  return new ApiProblem({ status, title, errorType, detail, traceId, retryAfterSeconds, errors });
}

/**
 * Confirms the email of an account; gives a code for a new password where the account has none now. Refused with 400
 * `InvalidCode` and `InvalidCredentials`.
 */
export function confirmAccount(proof: Proof): Promise<{ readonly resetCode: string | undefined }> {
  return callApi({
    ...proofRequest('confirm-account', proof),
    read: (json) => ({ resetCode: fieldsOf(json, 'account').maybeText('resetPasswordToken') }),
  });
}

/** Confirms an email. Refused like `confirmAccount`. */
export async function confirmEmail(proof: Proof): Promise<{ readonly resetCode: undefined }> {
  await tellApi(proofRequest('confirm-email', proof));
  return { resetCode: undefined };
}

function proofRequest(what: string, { email, code, password, accessToken }: Proof) {
  return {
    method: 'POST' as const,
    path: `${IDENTITY}/${what}`,
    query: { email, code },
    accessToken,
    ...(password !== undefined && { body: { password } }),
  };
}

/** Gives the signed-in customer the new email. Refused with 400 `InvalidCode` and 409 `EmailInUse`. */
export function confirmEmailChange(
  { email, code }: SentCode,
  accessToken: string | undefined,
): Promise<void> {
  return tellApi({
    method: 'POST',
    path: `${IDENTITY}/confirm-email-change`,
    query: { email, code },
    accessToken,
  });
}

/** Goes back to the email before a change; gives a code for a new password. Refused with 400 `InvalidCode`. */
export function undoEmailChange({ email, code }: SentCode): Promise<{ readonly resetCode: string }> {
  return callApi({
    method: 'POST',
    path: `${IDENTITY}/undo-email-change`,
    query: { email, code },
    read: (json) => ({ resetCode: fieldsOf(json, 'account').text('resetPasswordToken') }),
  });
}

/** Confirms a subscription. Refused with 400 `InvalidCode`; so are the next ones. */
export function confirmSubscription(sent: SentCode): Promise<MailChoice> {
  return callApi({
    method: 'POST',
    path: `${COMMUNICATIONS}/confirm`,
    query: tokenOf(sent),
    read: readChoice,
  });
}

export function unsubscribe(sent: SentCode): Promise<MailChoice> {
  return callApi({
    method: 'POST',
    path: `${COMMUNICATIONS}/unsubscribe`,
    query: tokenOf(sent),
    read: readChoice,
  });
}

export function fetchChoice(sent: SentCode, signal: AbortSignal): Promise<MailChoice> {
  return callApi({ path: `${COMMUNICATIONS}/preferences`, query: tokenOf(sent), signal, read: readChoice });
}

export function saveChoice(sent: SentCode, { newsletter, productUpdates }: MailChoice): Promise<MailChoice> {
  return callApi({
    method: 'POST',
    path: `${COMMUNICATIONS}/preferences`,
    query: tokenOf(sent),
    body: { newsletter, productUpdates },
    read: readChoice,
  });
}

function tokenOf({ email, code }: SentCode) {
  return { email, token: code };
}

function readChoice(json: unknown): MailChoice {
  const choice = fieldsOf(json, 'choice');
  return { newsletter: choice.flag('newsletter'), productUpdates: choice.flag('productUpdates') };
}
