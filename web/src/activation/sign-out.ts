import { browserSession } from '../api/browser-session.ts';
import type { DecisionSending } from './use-decision.ts';

/** Ends the session; what went wrong in it does not concern the next account. */
export function signOut(decision: DecisionSending): void {
  decision.forget();
  browserSession.end();
}
