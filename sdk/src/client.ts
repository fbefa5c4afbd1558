import createFetchClient, { type Client as FetchClient } from 'openapi-fetch';
import type { paths } from './schema.d.ts';
import { createSession, type Session, sessionIdOf, type Tokens } from './session.ts';

/** A method for each HTTP method, typed by the paths of the API. */
export type Client = FetchClient<paths>;

/** The server that a client calls, and its credentials. */
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
 * Creates a client. A call whose access token is refused (401) renews it, once for all concurrent calls, and is sent
 * once more. When the server says that the session has ended, the call returns its refusal and `session` is signed out.
 * When the token cannot be renewed for another reason (no connection, an overload), the call raises that error.
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
 * errors of a call; if the server cannot be reached, the session expires there by itself.
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

/** The query of the next page, to add to the filters of this one; undefined on the last page. */
export function pageAfter({
  next,
}: {
  readonly next: string | null;
}): { readonly paginationToken: string } | undefined {
  const paginationToken = new URLSearchParams(next?.split('?')[1]).get('paginationToken');
  return paginationToken === null ? undefined : { paginationToken };
}

type Send = (request: Request) => Promise<Response>;

function sendingAs(session: Session, baseUrl: string, send: Send): Send {
  const exchange = ({ accessToken, refreshToken }: Tokens): Promise<Response> => {
    const query = new URLSearchParams({ token: refreshToken }).toString();
    return send(
      new Request(`${baseUrl.replace(/\/$/, '')}/api/customer/identity/refresh?${query}`, {
        method: 'POST',
        headers: { 'content-type': 'text/plain' },
        body: accessToken,
      }),
    );
  };

  return async (request) => {
    const tokens = session.signedIn();
    // A call with a credential of its own, such as a license token, keeps it.
    if (tokens === undefined || request.headers.has('authorization')) return send(request);
    const spare = request.clone();
    const response = await send(withToken(request, tokens));
    if (!isRefused(request, response)) return response;
    const next = await session.renew(tokens, exchange).catch((failure: unknown) => {
      // A response for an anonymous caller is better than none.
      if (response.ok) return undefined;
      throw failure;
    });
    return next === undefined ? response : send(withToken(spare, next));
  };
}

function withToken(request: Request, { accessToken }: Tokens): Request {
  request.headers.set('authorization', `Bearer ${accessToken}`);
  return request;
}

/**
 * Whether the token was refused: also when a token is optional, and the response is that for an anonymous caller. A
 * change that was made anonymously is not requested again.
 */
function isRefused({ method }: Request, { status, headers }: Response): boolean {
  if (status === 401) return true;
  return method === 'GET' && headers.get('www-authenticate')?.includes('invalid_token') === true;
}
