import type { Session, SignedIn } from '@latchkey/sdk';
import type { Credentials } from '../api/identity.ts';

/**
 * The result of a new password:
 *
 * - `SignedIn`: its customer is signed in;
 * - `OtherCustomer`: the browser stays signed in as somebody else, with this email;
 * - `Failed`: the password is saved, and the customer signs in later.
 */
export type NewPasswordSignIn =
  | { readonly kind: 'SignedIn' }
  | { readonly kind: 'OtherCustomer'; readonly email: string }
  | { readonly kind: 'Failed'; readonly failure: Error };

/** Signs in with the password that was just saved, unless another customer is signed in. */
export async function signInWithNewPassword(
  credentials: Credentials,
  session: Pick<Session, 'signedIn' | 'begin'>,
  signIn: (credentials: Credentials) => Promise<SignedIn>,
): Promise<NewPasswordSignIn> {
  const other = session.signedIn()?.email;
  if (other !== undefined && other.toLowerCase() !== credentials.email.toLowerCase())
    return { kind: 'OtherCustomer', email: other };
  try {
    session.begin(await signIn(credentials));
    return { kind: 'SignedIn' };
  } catch (failure) {
    return { kind: 'Failed', failure: failure instanceof Error ? failure : new Error(String(failure)) };
  }
}
