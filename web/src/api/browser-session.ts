import { endSession, refreshTokens } from './identity.ts';
import { createSession } from './session.ts';

/** The session of this tab. */
export const browserSession = createSession({
  storage: tabStorage(),
  refresh: refreshTokens,
  endOnServer: endSession,
});

/** A browser that blocks storage raises an error when it is as much as named. */
function tabStorage(): Storage | undefined {
  try {
    return window.sessionStorage;
  } catch {
    return undefined;
  }
}
