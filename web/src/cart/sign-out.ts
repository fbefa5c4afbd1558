import { browserSession } from '../api/browser-session.ts';
import { writeCartRecord } from './cart-record.ts';

let customerId = browserSession.state().signedIn?.id;

/** Who signs out leaves no cart behind; who was signed out by the server comes back to it. */
export function forgetCartOnSignOut(): () => void {
  return browserSession.subscribe(() => {
    const { signedIn, wasEnded } = browserSession.state();
    if (customerId !== undefined && signedIn === undefined && !wasEnded) writeCartRecord(undefined);
    customerId = signedIn?.id;
  });
}
