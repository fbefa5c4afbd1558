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

/** Signs in with the password that was just saved, unless another customer is signed in, in this tab or another one. */
export async function signInWithNewPassword(
  credentials: Credentials,
  session: Pick<Session, 'signedIn' | 'begin' | 'synchronize'>,
  signIn: (credentials: Credentials) => Promise<SignedIn>,
): Promise<NewPasswordSignIn> {
  const otherCustomer = (): NewPasswordSignIn | undefined => {
    session.synchronize();
    const email = session.signedIn()?.email;
    const isOther = email !== undefined && email.toLowerCase() !== credentials.email.toLowerCase();
    return isOther ? { kind: 'OtherCustomer', email } : undefined;
  };
  try {
    const other = otherCustomer();
    if (other !== undefined) return other;
    const signedIn = await signIn(credentials);
    const next = otherCustomer();
    if (next === undefined) session.begin(signedIn);
    return next ?? { kind: 'SignedIn' };
  } catch (failure) {
    return { kind: 'Failed', failure: failure instanceof Error ? failure : new Error(String(failure)) };
  }
}
