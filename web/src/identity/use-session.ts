import { useSyncExternalStore } from 'react';
import { browserSession } from '../api/browser-session.ts';
import type { SessionState } from '../api/session.ts';

/** Who is signed in, kept up to date. */
export function useSession(): SessionState {
  return useSyncExternalStore(browserSession.subscribe, browserSession.state);
}
