import { createListeners } from './listeners.ts';
import { createSession, type Session, type SignedIn, signedInOf } from './session.ts';
import { defaultStorage, storedText, type TextStorage } from './storage.ts';
import { turnsOf } from './tabs.ts';

/** The signed-in customer, and how the session ended when there is none. */
export interface SessionState {
  readonly signedIn: SignedIn | undefined;
  /** The server ended the session, here or in another tab; nobody signed out. */
  readonly wasEnded: boolean;
  /** The session ended in another tab: the customer signed out there, unless `wasEnded`. */
  readonly endedElsewhere: boolean;
}

/** A session that outlives the page, and that all tabs share. */
export interface StoredSession extends Session {
  /** The same object until something changes. */
  readonly state: () => SessionState;
  /** Calls back after every change, including those of other tabs, until the returned function is called. */
  readonly subscribe: (listener: () => void) => () => void;
  /** Stops listening to other tabs. */
  readonly close: () => void;
}

/** Keys that the tabs of an origin share. */
const STORAGE_KEY = 'latchkey.session';
/**
 * A tab that hangs with a renewal may have used the pair. The server returns it to another tab for 10 seconds more, and
 * ends the session on a later request.
 */
const PATIENCE_MILLISECONDS = 3_000;
/** Informs the other tabs that the server ended the session; signing out leaves nothing in its place. */
const ENDED_BY_SERVER = JSON.stringify({ endedBy: 'Server' });

/**
 * Restores the session of a storage, and stores it there. With `localStorage`, the tabs of an origin share it: one of
 * them renews the tokens for all (`navigator.locks`), and each receives the changes of the others (`storage` events).
 * Where an environment has neither, as in Node, a session reads the storage again before it renews.
 *
 * A script injected into the page could read the storage. It could also act with the token in memory, or wait at the
 * password field, so the defense is to prevent injection, with a Content-Security-Policy without inline code. A copied
 * refresh token ends the session when both sides have used it. With `sessionStorage` the session ends with its tab.
 */
export function createStoredSession(storage: TextStorage = defaultStorage()): StoredSession {
  const text = storedText(storage, STORAGE_KEY);
  const listeners = createListeners<void>();
  let state: SessionState = { signedIn: parse(text.read()), wasEnded: false, endedElsewhere: false };
  const session = createSession({
    signedIn: state.signedIn,
    shared: {
      read: () => parse(text.read()),
      alone: turnsOf(storage, STORAGE_KEY, PATIENCE_MILLISECONDS),
    },
    onChange: (signedIn, change) => {
      const isElsewhere = change === 'Elsewhere';
      state = {
        signedIn,
        wasEnded: change === 'End' || (isElsewhere && text.read() === ENDED_BY_SERVER),
        endedElsewhere: isElsewhere && signedIn === undefined,
      };
      if (change === 'End') text.write(ENDED_BY_SERVER);
      else if (!isElsewhere) text.write(signedIn && JSON.stringify(signedIn));
      listeners.tell(() => {});
    },
  });
  return {
    ...session,
    state: () => state,
    subscribe: listeners.add,
    close: listenToTabs(session.synchronize),
  };
}

function parse(text: string | undefined): SignedIn | undefined {
  try {
    return signedInOf(JSON.parse(text ?? 'null'));
  } catch {
    return undefined;
  }
}

/** Calls back when another tab writes, and when the browser restores a page from its cache. */
function listenToTabs(listener: () => void): () => void {
  const page: unknown = Reflect.get(globalThis, 'window');
  if (!(page instanceof EventTarget)) return () => {};
  const events = ['storage', 'pageshow'];
  for (const event of events) page.addEventListener(event, listener);
  return () => {
    for (const event of events) page.removeEventListener(event, listener);
  };
}
