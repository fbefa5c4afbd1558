import { browserSession } from '../api/browser-session.ts';
import type { DecisionSending } from './use-decision.ts';

/** Ends the session; its errors do not concern the next account. */
export function signOut(decision: DecisionSending): void {
  decision.forget();
  browserSession.end();
}
