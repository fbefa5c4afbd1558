import { browserSession } from '../api/browser-session.ts';
import { writeCartRecord } from './cart-record.ts';

/**
 * From now on, who signs out leaves no cart behind, whatever page they are on; who was signed out by the server comes
 * back to it.
 */
export function forgetCartOnSignOut(): void {
  let customerId = browserSession.state().signedIn?.id;
  browserSession.subscribe(() => {
    const { signedIn, wasEnded } = browserSession.state();
    if (customerId !== undefined && signedIn === undefined && !wasEnded) writeCartRecord(undefined);
    customerId = signedIn?.id;
  });
}
