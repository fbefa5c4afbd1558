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

/**
 * The reason for a session's change: `End` means that the server refuses to continue it, `Elsewhere` that something
 * that shares the session changed it, such as another tab.
 */
export type SessionChange = 'SignIn' | 'Renewal' | 'SignOut' | 'End' | 'Elsewhere';

/** The shared part of a session in several tabs. */
export interface SharedSession {
  /** The session in the view of the others. */
  readonly read: () => SignedIn | undefined;
  /** Runs a renewal while none of the others renews. */
  readonly alone: (renewal: () => Promise<void>) => Promise<void>;
}

/** The start of a session, and its callbacks. */
export interface SessionOptions {
  /** The customer who is already signed in, such as from a storage. */
  readonly signedIn?: SignedIn | undefined;
  /** Called after every change, with `undefined` once nobody is signed in. */
  readonly onChange?: (signedIn: SignedIn | undefined, change: SessionChange) => void;
  /** Absent if nothing else uses the session. */
  readonly shared?: SharedSession;
}

/** The session of one customer. */
export interface Session {
  /** The signed-in customer; the same object until the session changes. */
  readonly signedIn: () => SignedIn | undefined;
  /** Starts the session after a sign-in, a sign-up, or any other response with tokens; see `signedInOf`. */
  readonly begin: (signedIn: SignedIn) => void;
  /** Discards the tokens without a request to the server: see `signOut`. */
  readonly end: () => void;
  /** Adopts the changes of the others. */
  readonly synchronize: () => void;
  /**
   * Exchanges a pair that is no longer accepted; one exchange for all calls that found the same pair refused. Returns
   * the pair to continue with: `undefined` when the session has ended, which only the server's problem with 403 or 404
   * means, and when another customer has signed in. Any other failure keeps the session, and is raised: a `Refusal` if there was a response.
   */
  readonly renew: (
    tokens: SignedIn,
    exchange: (current: Tokens) => Promise<Response>,
  ) => Promise<SignedIn | undefined>;
}

/** Starts a session, signed in if `signedIn` is set. */
export function createSession({ signedIn, onChange = () => {}, shared }: SessionOptions = {}): Session {
  let current = signedIn;
  let renewal: Promise<void> | undefined;

  const become = (next: SignedIn | undefined, change: SessionChange): void => {
    current = next;
    onChange(next, change);
  };

  const synchronize = (): void => {
    if (shared === undefined) return;
    const latest = shared.read();
    if (!isSame(latest, current)) become(latest, 'Elsewhere');
  };

  const exchangeOnce = async (
    tokens: SignedIn,
    exchange: (pair: Tokens) => Promise<Response>,
  ): Promise<void> => {
    // Another tab may have renewed the pair while this one waited for its turn.
    synchronize();
    if (current !== tokens) return;
    const next = await successorOf(await exchange(tokens));
    // A sign-in or sign-out in the meantime wins.
    synchronize();
    if (current === tokens) become(next, next === undefined ? 'End' : 'Renewal');
  };

  return {
    signedIn: () => current,
    begin: (next) => become(next, 'SignIn'),
    end: () => become(undefined, 'SignOut'),
    synchronize,
    renew: async (tokens, exchange) => {
      if (current === tokens) {
        const run = (): Promise<void> => exchangeOnce(tokens, exchange);
        renewal ??= (shared === undefined ? run() : shared.alone(run)).finally(() => {
          renewal = undefined;
        });
        await renewal;
      }
      // A call for one customer is never made for another.
      return current?.id === tokens.id ? current : undefined;
    },
  };
}

/** The next pair; undefined if the session has ended. Raises `Refusal` for any other response. */
async function successorOf(response: Response): Promise<SignedIn | undefined> {
  const body: unknown = await response.json().catch(() => undefined);
  const next = response.ok ? signedInOf(body) : undefined;
  if (next !== undefined) return next;
  const refusal = new Refusal(response, body);
  // The page of a firewall or a proxy says nothing about the session.
  const isOver = (refusal.status === 403 || refusal.status === 404) && refusal.errorType !== undefined;
  if (!isOver) throw refusal;
  return undefined;
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

function isSame(one: SignedIn | undefined, other: SignedIn | undefined): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

/**
 * The session on the server that an access token belongs to: its claim `sid`. Undefined when the text is not such a
 * token.
 */
export function sessionIdOf(accessToken: string): string | undefined {
  const { sid } = claimsOf(accessToken);
  return typeof sid === 'string' ? sid : undefined;
}

/** When an access token was issued and when it expires, in seconds by the clock of the server. */
export interface Validity {
  readonly issuedAt: number;
  readonly expiresAt: number;
}

/** The validity of an access token: its claims `iat` and `exp`. Undefined when the text is not such a token. */
export function validityOf(accessToken: string): Validity | undefined {
  const { iat, exp } = claimsOf(accessToken);
  return typeof iat === 'number' && typeof exp === 'number' ? { issuedAt: iat, expiresAt: exp } : undefined;
}

function claimsOf(accessToken: string): Readonly<Record<string, unknown>> {
  const [, payload = ''] = accessToken.split('.');
  try {
    return fieldsOf(JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))));
  } catch {
    return {};
  }
}
