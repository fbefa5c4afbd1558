import { type components, type SignedIn, signedInOf, TEXT } from '@latchkey/sdk';
import { answer, customerApi, done, visitorApi } from './client.ts';
import { UnexpectedAnswer } from '@latchkey/ui/failures/failures.ts';

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

export interface NewCustomer extends Credentials {
  readonly name: string;
}

/** Purchases by others for the customer's address, which they get once they have confirmed it. */
export type AwaitedProof = NonNullable<components['schemas']['Identity']['awaitsProof']>;

/** Refused with 400 `InvalidCredentials`, 403 `EmailNotConfirmed`, and 429 after several wrong guesses. */
export async function signIn({ email, password }: Credentials): Promise<SignedIn> {
  const params = { query: { email } };
  const identity = await answer(
    visitorApi.POST('/api/customer/identity/sign-in', { ...TEXT, params, body: password }),
  );
  const signedIn = signedInOf(identity);
  if (signedIn === undefined) throw new UnexpectedAnswer('The response to a sign-in has no tokens.');
  return signedIn;
}

/**
 * The customer who is then signed in; undefined if the vendor requires the email to be confirmed first. Refused with
 * 400 and `errors` per field, and 409 `EmailInUse`.
 */
export async function signUp(customer: NewCustomer): Promise<SignedIn | undefined> {
  return signedInOf(await answer(visitorApi.POST('/api/customer/identity/sign-up', { body: customer })));
}

/**
 * Requests a mail with a link to choose a new password; the response does not reveal whether anybody has the address.
 */
export function requestPasswordReset(email: string): Promise<void> {
  return done(visitorApi.POST('/api/customer/identity/forgot-password', { params: { query: { email } } }));
}

/** The products that wait for the customer's proof of their address; null when there are none. Refused with 401. */
export async function fetchAwaitedProof(signal: AbortSignal): Promise<AwaitedProof | null> {
  const { awaitsProof } = await answer(customerApi.GET('/api/customer/meta/user', { signal }));
  return awaitsProof ?? null;
}

/**
 * Requests another mail with the link that confirms the customer's address. Refused with 401, and 429 after several
 * mails.
 */
export function sendConfirmation(): Promise<void> {
  return done(customerApi.POST('/api/customer/identity/send-confirmation'));
}
