import createFetchClient, { type Client as FetchClient } from 'openapi-fetch';
import type { paths } from './schema.d.ts';
import {
  createSession,
  type Session,
  sessionIdOf,
  type SignedIn,
  signedInOf,
  type Tokens,
  validityOf,
} from './session.ts';

/** A method for each HTTP method, typed by the paths of the API. */
export type Client = FetchClient<paths>;

/** The server that a client calls, and the credentials. */
export interface ClientOptions {
  /** The host of the account, such as `https://demo.example.com`; empty on a page of that host. */
  readonly baseUrl: string;
  /** A key of the Core API; keep it on your own server. */
  readonly apiKey?: string;
  /** The session of the signed-in customer. Its access token is sent, and renewed when it is refused. */
  readonly session?: Session;
  /** A function that sends requests instead of the global `fetch`. */
  readonly fetch?: (request: Request) => Promise<Response>;
}

/**
 * The options of an operation with a text body, such as a password or a license token.
 *
 * @example client.POST('/api/customer/identity/sign-in', { ...TEXT, params: { query: { email } }, body: password })
 */
export const TEXT = { headers: { 'content-type': 'text/plain' }, bodySerializer: String };

/**
 * Creates a client. A call whose access token is over renews it first, once for all concurrent calls. A call whose
 * token the server refuses renews it, too, and is sent once more, unless it was carried out anonymously and must not be
 * carried out twice. When the server says that the session has ended, the call returns its refusal and `session` is
 * signed out. When the token cannot be renewed for another reason (no connection, an overload), the call raises that
 * error.
 */
export function createClient({ baseUrl, apiKey, session, fetch: send = fetch }: ClientOptions): Client {
  return createFetchClient<paths>({
    baseUrl,
    ...(apiKey !== undefined && { headers: { 'api-key': apiKey } }),
    fetch: session === undefined ? send : sendingAs(session, baseUrl, send),
  });
}

/**
 * Signs the customer out: first here, then on the server, with a renewed token if the old one has expired. Raises the
 * errors of a call; if the server is unreachable, the session expires there by itself.
 */
export async function signOut({
  session,
  ...server
}: ClientOptions & { readonly session: Session }): Promise<void> {
  const signedIn = session.signedIn();
  session.end();
  const sessionId = signedIn && sessionIdOf(signedIn.accessToken);
  if (sessionId === undefined) return;
  const client = createClient({ ...server, session: createSession({ signedIn }) });
  await client.DELETE('/api/customer/identity/sessions/{sessionId}', { params: { path: { sessionId } } });
}

/**
 * For 10 seconds the server returns the same response to a repeated renewal; later, the pair counts as copied, and the
 * session ends. A lost response is therefore requested again early enough that a slow network has 7 seconds to deliver
 * the request.
 */
const FIRST_RENEWAL_TIMEOUT_MILLISECONDS = 3_000;
/** A renewal that takes longer has failed, because others wait for it. */
const RENEWAL_TIMEOUT_MILLISECONDS = 30_000;
/** A token that expires this soon could expire before the call arrives. */
const RENEWAL_LEAD_SECONDS = 30;

type Send = (request: Request) => Promise<Response>;

/** The renewals of a client, and their schedule. */
function renewalsOf(baseUrl: string, send: Send) {
  // The difference of the server's clock, as measured by a renewal.
  let offsetSeconds = 0;
  const attempt = async ({ accessToken, refreshToken }: Tokens, milliseconds: number): Promise<Response> => {
    const query = new URLSearchParams({ token: refreshToken }).toString();
    const response = await send(
      new Request(`${baseUrl.replace(/\/$/, '')}/api/customer/identity/refresh?${query}`, {
        method: 'POST',
        headers: { 'content-type': 'text/plain' },
        body: accessToken,
        signal: AbortSignal.timeout(milliseconds),
      }),
    );
    // A response that breaks off is lost as well.
    const text = await response.text();
    const { status, headers } = response;
    return new Response(text === '' ? null : text, { status, headers });
  };
  const exchange = async (tokens: Tokens): Promise<Response> => {
    const response = await attempt(tokens, FIRST_RENEWAL_TIMEOUT_MILLISECONDS).catch(() =>
      attempt(tokens, RENEWAL_TIMEOUT_MILLISECONDS),
    );
    const body: unknown = await response
      .clone()
      .json()
      .catch(() => undefined);
    const issuedAt = validityOf(signedInOf(body)?.accessToken ?? '')?.issuedAt;
    if (issuedAt !== undefined) offsetSeconds = issuedAt - nowSeconds();
    return response;
  };
  const isDue = ({ accessToken }: Tokens): boolean => {
    const expiresAt = validityOf(accessToken)?.expiresAt ?? Infinity;
    return expiresAt - RENEWAL_LEAD_SECONDS <= nowSeconds() + offsetSeconds;
  };
  return { exchange, isDue };
}

function sendingAs(session: Session, baseUrl: string, send: Send): Send {
  const { exchange, isDue } = renewalsOf(baseUrl, send);
  const renewAhead = async (request: Request, tokens: SignedIn, renew: Renewal): Promise<SignedIn> => {
    try {
      return (await renew(tokens)) ?? tokens;
    } catch (failure) {
      // The clock may be wrong, and a response for an anonymous caller is better than none.
      if (request.method === 'GET') return tokens;
      throw failure;
    }
  };

  return async (request) => {
    const signedIn = session.signedIn();
    // A call with its own credential, such as a license token, keeps it.
    if (signedIn === undefined || request.headers.has('authorization')) return send(request);
    const renew = renewalFor(session, exchange);
    const tokens = isDue(signedIn) ? await renewAhead(request, signedIn, renew) : signedIn;
    const spare = request.clone();
    const response = await send(withToken(request, tokens));
    if (!isRefused(request, response)) return response;
    const next = await renew(tokens).catch((failure: unknown) => {
      // A response for an anonymous caller is better than none.
      if (response.ok && request.method === 'GET') return undefined;
      throw failure;
    });
    return next === undefined ? response : send(withToken(spare, next));
  };
}

type Renewal = (tokens: SignedIn) => Promise<SignedIn | undefined>;

/** The renewal for one call. When it fails it is not requested again for that call: the server may be overloaded. */
function renewalFor(session: Session, exchange: (tokens: Tokens) => Promise<Response>): Renewal {
  let failure: { readonly reason: unknown } | undefined;
  return async (tokens) => {
    if (failure !== undefined) throw failure.reason;
    try {
      return await session.renew(tokens, exchange);
    } catch (reason) {
      failure = { reason };
      throw reason;
    }
  };
}

function nowSeconds(): number {
  return Date.now() / 1_000;
}

function withToken(request: Request, { accessToken }: Tokens): Request {
  request.headers.set('authorization', `Bearer ${accessToken}`);
  return request;
}

/** Methods that are safe to repeat. The API's PATCH operations set values. */
const REPEATABLE_METHODS = new Set(['GET', 'PATCH', 'PUT', 'DELETE']);

/**
 * Whether the token was refused, so that the call can be sent again: also when a token is optional, and the response is
 * that for an anonymous caller. A POST that may have run anonymously is not repeated.
 */
function isRefused({ method }: Request, { status, headers }: Response): boolean {
  if (status === 401) return true;
  return (
    REPEATABLE_METHODS.has(method) && headers.get('www-authenticate')?.includes('invalid_token') === true
  );
}
