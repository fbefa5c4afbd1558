import { browserSession } from '../api/browser-session.ts';
import { writeCartRecord } from './cart-record.ts';

/**
 * From now on, signing out leaves no cart behind, on any page; a customer whom the server signed out comes back to
 * theirs.
 */
export function forgetCartOnSignOut(): void {
  let customerId = browserSession.state().signedIn?.id;
  browserSession.subscribe(() => {
    const { signedIn, wasEnded } = browserSession.state();
    if (customerId !== undefined && signedIn === undefined && !wasEnded) writeCartRecord(undefined);
    customerId = signedIn?.id;
  });
}
