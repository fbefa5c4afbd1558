import { isRecord } from './answer.ts';
import { ApiProblem } from './failures.ts';

export interface Tokens {
  readonly accessToken: string;
  readonly refreshToken: string;
}

export interface SignedIn extends Tokens {
  readonly customer: { readonly id: string; readonly name: string | undefined; readonly email: string };
}

export interface SessionState {
  readonly signedIn: SignedIn | undefined;
  /** The server ended the session; nobody signed out here. */
  readonly wasEnded: boolean;
}

/** Who is signed in on this page, for every part of it. */
export interface Session {
  /** The same object until something changes. */
  readonly state: () => SessionState;
  /** Calls back after every change, until the answer is called. */
  readonly subscribe: (listener: () => void) => () => void;
  readonly begin: (signedIn: SignedIn) => void;
  /** Signs out here at once; the server is told in the background. */
  readonly end: () => void;
  /**
   * Calls the API with the access token, if there is one. When the server refuses the token (401) it is renewed and the
   * call made once more; when it cannot be renewed the session ends and the refusal is raised, so that nothing that was
   * meant for a customer happens anonymously.
   */
  readonly authorised: <T>(send: (accessToken: string | undefined) => Promise<T>) => Promise<T>;
}

/** What a session needs of the world. */
export interface SessionPorts {
  readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | undefined;
  /** Refused with 403, or 404, when the session is over. */
  readonly refresh: (tokens: Tokens) => Promise<SignedIn>;
  readonly endOnServer: (accessToken: string) => Promise<void>;
}

const STORAGE_KEY = 'latchkey.session';

/**
 * The session of one tab. Its calls use the copy in memory; `sessionStorage` keeps another, so that a reload, or a phone
 * that drops the tab while its owner looks for the mail, does not sign anybody out.
 *
 * A script that got into the page could read that copy. It could as well act with the token in memory, or wait at the
 * password field, so the defence is to let none in: the Content-Security-Policy runs this host's own files alone, React
 * escapes every text, and links from the server are checked before they are followed. What the storage must not do is
 * widen the loss, and so it is not `localStorage`: this ends with the tab, no other tab or later visitor of the computer
 * sees it, and a refresh token that was copied and used ends the whole session when either side uses it again. The
 * access token is kept with it because the server exchanges the two together only. A cookie would be out of reach of
 * scripts, but the API takes bearer tokens alone, which no other site can make the browser send.
 */
export function createSession(ports: SessionPorts): Session {
  const { storage } = ports;
  const listeners = new Set<() => void>();
  let state: SessionState = { signedIn: restore(storage), wasEnded: false };
  let renewal: Promise<SignedIn | undefined> | undefined;

  const become = (next: SessionState) => {
    state = next;
    save(storage, next.signedIn);
    for (const listener of listeners) listener();
  };

  const renew = async (used: SignedIn): Promise<SignedIn | undefined> => {
    try {
      const renewed = await ports.refresh(used);
      if (state.signedIn === used) become({ signedIn: renewed, wasEnded: false });
    } catch (failure) {
      if (!isSessionOver(failure)) throw failure;
      if (state.signedIn === used) become({ signedIn: undefined, wasEnded: true });
    }
    return state.signedIn;
  };

  /** One renewal for all calls that found the same token refused. */
  const renewed = (used: SignedIn): Promise<SignedIn | undefined> => {
    if (state.signedIn !== used) return Promise.resolve(state.signedIn);
    renewal ??= renew(used).finally(() => {
      renewal = undefined;
    });
    return renewal;
  };

  return {
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    begin: (signedIn) => {
      become({ signedIn, wasEnded: false });
    },
    end: () => {
      const ended = state.signedIn;
      become({ signedIn: undefined, wasEnded: false });
      if (ended !== undefined) void endQuietly(ports, ended);
    },
    authorised: async (send) => {
      const used = state.signedIn;
      try {
        return await send(used?.accessToken);
      } catch (refusal) {
        if (used === undefined || !isRefusedToken(refusal)) throw refusal;
        const successor = await renewed(used);
        if (successor?.customer.id !== used.customer.id) throw refusal;
        return send(successor.accessToken);
      }
    },
  };
}

/** Nobody waits for it: where the server cannot be told, the session runs out by itself. */
async function endQuietly({ refresh, endOnServer }: SessionPorts, ended: SignedIn): Promise<void> {
  try {
    await endOnServer(ended.accessToken).catch(async (refusal: unknown) => {
      if (isRefusedToken(refusal)) await endOnServer((await refresh(ended)).accessToken);
    });
  } catch {
    // Over already, or out of reach.
  }
}

function isRefusedToken(failure: unknown): boolean {
  return failure instanceof ApiProblem && failure.status === 401;
}

function isSessionOver(failure: unknown): boolean {
  return failure instanceof ApiProblem && [400, 401, 403, 404].includes(failure.status);
}

function restore(storage: SessionPorts['storage']): SignedIn | undefined {
  try {
    const kept: unknown = JSON.parse(storage?.getItem(STORAGE_KEY) ?? 'null');
    return isSignedIn(kept) ? kept : undefined;
  } catch {
    return undefined;
  }
}

function save(storage: SessionPorts['storage'], signedIn: SignedIn | undefined): void {
  try {
    if (signedIn === undefined) storage?.removeItem(STORAGE_KEY);
    else storage?.setItem(STORAGE_KEY, JSON.stringify(signedIn));
  } catch {
    // A full or forbidden storage: the session lasts as long as the page.
  }
}

function isSignedIn(value: unknown): value is SignedIn {
  if (!isRecord(value) || !isRecord(value['customer'])) return false;
  const { id, name, email } = value['customer'];
  const texts = [value['accessToken'], value['refreshToken'], id, email];
  return texts.every((text) => typeof text === 'string') && (name === undefined || typeof name === 'string');
}
