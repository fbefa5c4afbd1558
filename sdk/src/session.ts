/** The two tokens of a signed-in customer. They are exchanged together, once, for the next pair. */
export interface Tokens {
  readonly accessToken: string;
  readonly refreshToken: string;
}

/** Where a session keeps its tokens, and what it tells. */
export interface SessionOptions {
  /** The tokens of a session that goes on, such as one from a storage. */
  readonly tokens?: Tokens | undefined;
  /** Called with every new pair, and with `undefined` when the customer is signed out. */
  readonly onChange?: (tokens: Tokens | undefined) => void;
}

/** The session of one customer. */
export interface Session {
  readonly tokens: () => Tokens | undefined;
  /** After a sign-in, a sign-up, or whatever else answers tokens. */
  readonly begin: (tokens: Tokens) => void;
  /** Forgets the tokens. The server is told by `DELETE /api/customer/identity/sessions/{sessionId}`. */
  readonly end: () => void;
  /**
   * Exchanges a pair that does not work any more; one exchange for all calls that found the same pair refused. Gives
   * the pair to go on with: `undefined` when the session is over, which only 403 and 404 say. Any other failure keeps the
   * session, and is raised.
   */
  readonly renew: (
    used: Tokens,
    exchange: (used: Tokens) => Promise<Response>,
  ) => Promise<Tokens | undefined>;
}

/** Starts a session, signed in where there are tokens. */
export function createSession({ tokens, onChange = () => {} }: SessionOptions = {}): Session {
  let current = tokens;
  let renewal: Promise<Tokens | undefined> | undefined;

  const become = (next: Tokens | undefined): void => {
    current = next;
    onChange(next);
  };

  const exchanged = async (
    used: Tokens,
    exchange: (used: Tokens) => Promise<Response>,
  ): Promise<Tokens | undefined> => {
    const response = await exchange(used);
    const next = response.ok ? tokensIn(await response.json()) : undefined;
    const isOver = response.status === 403 || response.status === 404;
    if (next === undefined && !isOver)
      throw new Error(`The session could not be renewed: the server answered ${response.status}.`);
    // Whoever signed in or out meanwhile has the last word.
    if (current === used) become(next);
    return current;
  };

  return {
    tokens: () => current,
    begin: (next) => become(next),
    end: () => become(undefined),
    renew: (used, exchange) => {
      if (current !== used) return Promise.resolve(current);
      renewal ??= exchanged(used, exchange).finally(() => {
        renewal = undefined;
      });
      return renewal;
    },
  };
}

function tokensIn(body: unknown): Tokens | undefined {
  const fields: Record<string, unknown> = typeof body === 'object' && body !== null ? { ...body } : {};
  const { accessToken, refreshToken } = fields;
  return typeof accessToken === 'string' && typeof refreshToken === 'string'
    ? { accessToken, refreshToken }
    : undefined;
}
