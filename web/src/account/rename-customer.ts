import type { Session, SignedIn } from '@latchkey/sdk';

/** Updates the customer's name in the session from the profile, unless the session is no longer theirs. */
export function renameCustomer(
  session: Session,
  { id, name, email }: Pick<SignedIn, 'id' | 'name' | 'email'>,
): void {
  // Another tab may have renewed the tokens, signed out, or signed in somebody else.
  session.synchronize();
  const current = session.signedIn();
  if (current?.id === id) session.begin({ ...current, name, email });
}
