import { fieldsOf } from './fields.ts';
import { Refusal } from './refusal.ts';

/** The two tokens of a signed-in customer. They are exchanged together, once, for the next pair. */
export interface Tokens {
  readonly accessToken: string;
  readonly refreshToken: string;
}

/** A customer and the tokens that act for them. */
export interface SignedIn extends Tokens {
  readonly id: string;
  readonly name: string | null;
  readonly email: string;
}

/** The reason for a session's change: `End` means that the server refuses to continue it. */
export type SessionChange = 'SignIn' | 'Renewal' | 'SignOut' | 'End';

/** The start of a session, and its callbacks. */
export interface SessionOptions {
  /** The customer who is already signed in, such as from a storage. */
  readonly signedIn?: SignedIn | undefined;
  /** Called after every change, with `undefined` when nobody is signed in any more. */
  readonly onChange?: (signedIn: SignedIn | undefined, change: SessionChange) => void;
}

/** The session of one customer. */
export interface Session {
  /** The signed-in customer; the same object until the session changes. */
  readonly signedIn: () => SignedIn | undefined;
  /** Starts the session after a sign-in, a sign-up, or any other response with tokens; see `signedInOf`. */
  readonly begin: (signedIn: SignedIn) => void;
  /** Discards the tokens without telling the server: see `signOut`. */
  readonly end: () => void;
  /**
   * Exchanges a pair that is no longer accepted; one exchange for all calls that found the same pair refused. Returns
   * the pair to continue with: `undefined` when the session has ended, which only 403 and 404 mean, and when another
   * customer has signed in. Any other failure keeps the session, and is raised: a `Refusal` if there was a response.
   */
  readonly renew: (
    tokens: SignedIn,
    exchange: (current: Tokens) => Promise<Response>,
  ) => Promise<SignedIn | undefined>;
}

/** Starts a session, signed in if `signedIn` is set. */
export function createSession({ signedIn, onChange = () => {} }: SessionOptions = {}): Session {
  let current = signedIn;
  let renewal: Promise<void> | undefined;

  const become = (next: SignedIn | undefined, change: SessionChange): void => {
    current = next;
    onChange(next, change);
  };

  const exchangeOnce = async (
    tokens: SignedIn,
    exchange: (pair: Tokens) => Promise<Response>,
  ): Promise<void> => {
    const response = await exchange(tokens);
    const body: unknown = await response.json().catch(() => undefined);
    const next = response.ok ? signedInOf(body) : undefined;
    const isOver = response.status === 403 || response.status === 404;
    if (next === undefined && !isOver) throw new Refusal(response, body);
    // A sign-in or sign-out in the meantime wins.
    if (current === tokens) become(next, next === undefined ? 'End' : 'Renewal');
  };

  return {
    signedIn: () => current,
    begin: (next) => become(next, 'SignIn'),
    end: () => become(undefined, 'SignOut'),
    renew: async (tokens, exchange) => {
      if (current === tokens) {
        renewal ??= exchangeOnce(tokens, exchange).finally(() => {
          renewal = undefined;
        });
        await renewal;
      }
      // A call for one customer is never made for another.
      return current?.id === tokens.id ? current : undefined;
    },
  };
}

/**
 * The signed-in customer in the response to a sign-in, a sign-up or a refresh, or in JSON from a storage; undefined if
 * it has no tokens, as after a sign-up that must be confirmed first.
 */
export function signedInOf(body: unknown): SignedIn | undefined {
  const { id, name, email, accessToken, refreshToken } = fieldsOf(body);
  return typeof id === 'string' &&
    typeof email === 'string' &&
    typeof accessToken === 'string' &&
    typeof refreshToken === 'string'
    ? { id, name: typeof name === 'string' ? name : null, email, accessToken, refreshToken }
    : undefined;
}

/** The session on the server that an access token belongs to: its claim `sid`. Undefined when the text is no such token. */
export function sessionIdOf(accessToken: string): string | undefined {
  const [, payload = ''] = accessToken.split('.');
  try {
    const { sid } = fieldsOf(JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))));
    return typeof sid === 'string' ? sid : undefined;
  } catch {
    return undefined;
  }
}
