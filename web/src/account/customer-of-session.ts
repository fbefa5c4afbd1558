import type { SessionState, SignedIn } from '@latchkey/sdk';

/** The customer whose pages are shown. */
export type PageCustomer = Pick<SignedIn, 'id' | 'name' | 'email'>;

/**
 * The customer whose pages stay mounted: the signed-in one; after the server ended the session, the previous one, who
 * may come back; nobody once the customer has signed out, here or in another tab. The same object until it changes.
 */
export function customerOfSession(
  { signedIn, wasEnded }: SessionState,
  before: PageCustomer | undefined,
): PageCustomer | undefined {
  if (signedIn === undefined) return wasEnded ? before : undefined;
  const isSame =
    signedIn.id === before?.id && signedIn.name === before.name && signedIn.email === before.email;
  return isSame ? before : signedIn;
}
