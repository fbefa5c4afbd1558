import { createSession, type Session, type SignedIn, signedInOf, signOut } from '@latchkey/sdk';
import { OWN_HOST, send } from './transport.ts';

export interface SessionState {
  readonly signedIn: SignedIn | undefined;
  /** The server ended the session; nobody signed out here. */
  readonly wasEnded: boolean;
}

/** The signed-in customer of this page, for every part of it. */
export interface TabSession {
  /** The same object until something changes. */
  readonly state: () => SessionState;
  /** Calls back after every change, until the answer is called. */
  readonly subscribe: (listener: () => void) => () => void;
  readonly begin: (signedIn: SignedIn) => void;
  /** Signs out here at once, and on the server in the background. */
  readonly end: () => void;
  /** The session for calls of the API. */
  readonly session: Session;
}

type TabStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const STORAGE_KEY = 'latchkey.session';

/**
 * The session of one tab. Its calls use the copy in memory; `sessionStorage` keeps another, so that a reload, or a
 * phone that drops the tab while its owner looks for the mail, does not sign them out.
 *
 * A script injected into the page could read that copy. It could also act with the token in memory, or wait at the
 * password field, so the defence is to prevent injection: the Content-Security-Policy allows only this host's own
 * files, React escapes every text, and links from the server are checked before they are followed. The storage must not
 * increase the damage, so it is not `localStorage`: this ends with the tab, no other tab or later visitor of the
 * computer sees it, and a refresh token that was copied and used ends the whole session when either side uses it again.
 * The access token is stored with it because the server only exchanges the two together. A cookie would be out of reach
 * of scripts, but the API only accepts bearer tokens, which no other site can make the browser send.
 */
export function createTabSession(
  storage: TabStorage | undefined,
  endOnServer: (session: Session) => Promise<void>,
): TabSession {
  const listeners = new Set<() => void>();
  let state: SessionState = { signedIn: restore(storage), wasEnded: false };
  const session = createSession({
    signedIn: state.signedIn,
    onChange: (signedIn, change) => {
      state = { signedIn, wasEnded: change === 'End' };
      save(storage, signedIn);
      for (const listener of listeners) listener();
    },
  });
  return {
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    begin: session.begin,
    end: () => {
      // Not awaited: if the server cannot be reached, the session expires by itself.
      endOnServer(session).catch(() => undefined);
    },
    session,
  };
}

/** The session of this tab. */
export const browserSession = createTabSession(tabStorage(), (session) =>
  signOut({ baseUrl: OWN_HOST, fetch: send, session }),
);

/** A browser that blocks storage raises an error when it is as much as named. */
function tabStorage(): Storage | undefined {
  try {
    return window.sessionStorage;
  } catch {
    return undefined;
  }
}

function restore(storage: TabStorage | undefined): SignedIn | undefined {
  try {
    return signedInOf(JSON.parse(storage?.getItem(STORAGE_KEY) ?? 'null'));
  } catch {
    return undefined;
  }
}

function save(storage: TabStorage | undefined, signedIn: SignedIn | undefined): void {
  try {
    if (signedIn === undefined) storage?.removeItem(STORAGE_KEY);
    else storage?.setItem(STORAGE_KEY, JSON.stringify(signedIn));
  } catch {
    // A full or forbidden storage: the session lasts as long as the page.
  }
}
