import { useSyncExternalStore } from 'react';
import { browserSession, type SessionState } from '../api/browser-session.ts';

/** Who is signed in, kept up to date. */
export function useSession(): SessionState {
  return useSyncExternalStore(browserSession.subscribe, browserSession.state);
}
