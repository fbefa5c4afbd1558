import { useSyncExternalStore } from 'react';
import type { SessionState } from '@latchkey/sdk';
import { browserSession } from '../api/browser-session.ts';

/** The signed-in customer, kept up to date. */
export function useSession(): SessionState {
  return useSyncExternalStore(browserSession.subscribe, browserSession.state);
}
