import { UnexpectedAnswer, fieldsOf } from './answer.ts';
import { callApi, tellApi } from './client.ts';
import type { SignedIn, Tokens } from './session.ts';

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

export interface NewCustomer extends Credentials {
  readonly name: string;
}

/** How a sign-up ended: some vendors want the email confirmed before anyone signs in. */
export type SignUpOutcome =
  | { readonly status: 'SignedIn'; readonly signedIn: SignedIn }
  | { readonly status: 'ConfirmationPending'; readonly email: string };

/** What others have bought for the customer's address, and is theirs once they have confirmed it. */
export interface AwaitedProof {
  readonly productIds: readonly string[];
  /** A sentence for the customer, which names the products. */
  readonly message: string;
}

const IDENTITY = '/api/customer/identity';

/** Refused with 400 `InvalidCredentials`, 403 `EmailNotConfirmed`, and 429 after several wrong guesses. */
export function signIn({ email, password }: Credentials): Promise<SignedIn> {
  return callApi({
    method: 'POST',
    path: `${IDENTITY}/sign-in`,
    query: { email },
    text: password,
    read: readSignedIn,
  });
}

/** Refused with 400 and `errors` per field, and 409 `EmailInUse`. */
export function signUp(customer: NewCustomer): Promise<SignUpOutcome> {
  return callApi({ method: 'POST', path: `${IDENTITY}/sign-up`, body: customer, read: readSignUpOutcome });
}

/** Exchanges the newest pair of tokens for its successor. Refused with 403 when the session is over. */
export function refreshTokens({ accessToken, refreshToken }: Tokens): Promise<SignedIn> {
  return callApi({
    method: 'POST',
    path: `${IDENTITY}/refresh`,
    query: { token: refreshToken },
    text: accessToken,
    read: readSignedIn,
  });
}

/** Has a link to choose a new password mailed; whether anybody has the address is not told. */
export function requestPasswordReset(email: string): Promise<void> {
  return tellApi({ method: 'POST', path: `${IDENTITY}/forgot-password`, query: { email } });
}

/** What waits for the customer's proof of their address; null when nothing does. Refused with 401. */
export function fetchAwaitedProof(
  accessToken: string | undefined,
  signal: AbortSignal,
): Promise<AwaitedProof | null> {
  return callApi({ path: '/api/customer/meta/user', accessToken, signal, read: readAwaitedProof });
}

/** Has the link mailed again that confirms the customer's address. Refused with 401, and 429 after several mails. */
export function sendConfirmation(accessToken: string | undefined): Promise<void> {
  return tellApi({ method: 'POST', path: `${IDENTITY}/send-confirmation`, accessToken });
}

/** Ends the session of the token on the server. */
export async function endSession(accessToken: string): Promise<void> {
  const sessionId = sessionIdOf(accessToken);
  if (sessionId === undefined) return;
  const path = `${IDENTITY}/sessions/${encodeURIComponent(sessionId)}`;
  await tellApi({ method: 'DELETE', path, accessToken });
}

/** The session that an access token belongs to: its claim `sid`. Undefined when the text is no such token. */
export function sessionIdOf(accessToken: string): string | undefined {
  const [, payload = ''] = accessToken.split('.');
  try {
    const claims: unknown = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
    return fieldsOf(claims, 'claims').maybeText('sid');
  } catch {
    return undefined;
  }
}

/** Checks an identity result that carries tokens. Raises `UnexpectedAnswer`. */
export function readSignedIn(json: unknown): SignedIn {
  const identity = fieldsOf(json, 'identity');
  return {
    customer: { id: identity.text('id'), name: identity.maybeText('name'), email: identity.text('email') },
    accessToken: identity.text('accessToken'),
    refreshToken: identity.text('refreshToken'),
  };
}

/** Checks the part of an identity that says what waits. Raises `UnexpectedAnswer`. */
export function readAwaitedProof(json: unknown): AwaitedProof | null {
  const proof = fieldsOf(json, 'identity').maybeObject('awaitsProof', (value, at) => {
    const fields = fieldsOf(value, at);
    return { productIds: fields.list('products', readText), message: fields.text('message') };
  });
  return proof ?? null;
}

function readText(value: unknown, at: string): string {
  if (typeof value !== 'string') throw new UnexpectedAnswer(`${at}: expected a string`);
  return value;
}

/** Checks both successes of a sign-up. Raises `UnexpectedAnswer`. */
export function readSignUpOutcome(json: unknown): SignUpOutcome {
  const status = fieldsOf(json, 'identity').maybeText('status');
  if (status === undefined) return { status: 'SignedIn', signedIn: readSignedIn(json) };
  if (status !== 'activation_pending')
    throw new UnexpectedAnswer('identity.status: expected activation_pending');
  return { status: 'ConfirmationPending', email: fieldsOf(json, 'identity').text('email') };
}
