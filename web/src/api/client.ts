import { UnexpectedAnswer } from './answer.ts';
import { ConnectionLost, problemFrom } from './failures.ts';

export interface ApiCall<T> {
  /** Root-relative, e.g. `/api/checkout/…`. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as it is, as `text/plain`, instead of a body. */
  readonly text?: string;
  /** Who asks; nobody in particular when absent. */
  readonly accessToken?: string | undefined;
  readonly signal?: AbortSignal;
  /** Checks the JSON, and the `Location`, of a 2xx answer and gives it its type; raises `UnexpectedAnswer`. */
  readonly read: (json: unknown, location: string | null) => T;
}

const ANSWER_TIMEOUT_MILLISECONDS = 30_000;

/**
 * Calls the API on the page's own origin.
 * Raises `ApiProblem` (the server refused), `ConnectionLost` (no answer) or `UnexpectedAnswer`.
 */
export async function callApi<T>(call: ApiCall<T>, send: typeof fetch = fetch): Promise<T> {
  const { status, retryAfter, location, text } = await exchange(call, send);
  const json = parse(text);
  if (status < 200 || status > 299) throw problemFrom(status, retryAfter, json);
  if (json === undefined) throw new UnexpectedAnswer(`${call.path}: expected JSON`);
  return call.read(json, location);
}

/** A call whose success says nothing: whatever the body of a 2xx answer is, it is not read. Raises what `callApi` raises. */
export async function tellApi(call: ApiRequest, send: typeof fetch = fetch): Promise<void> {
  const { status, retryAfter, text } = await exchange(call, send);
  if (status < 200 || status > 299) throw problemFrom(status, retryAfter, parse(text));
}

type ApiRequest = Omit<ApiCall<never>, 'read'>;

interface Exchange {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly location: string | null;
  readonly text: string;
}

async function exchange(call: ApiRequest, send: typeof fetch): Promise<Exchange> {
  try {
    const response = await send(addressOf(call), requestOf(call));
    return {
      status: response.status,
      retryAfter: response.headers.get('retry-after'),
      location: response.headers.get('location'),
      text: await response.text(),
    };
  } catch (cause) {
    throw new ConnectionLost('No answer arrived.', { cause });
  }
}

function addressOf(call: ApiRequest): string {
  return call.query === undefined ? call.path : `${call.path}?${new URLSearchParams(call.query).toString()}`;
}

function requestOf(call: ApiRequest): RequestInit {
  const timeout = AbortSignal.timeout(ANSWER_TIMEOUT_MILLISECONDS);
  const { body, headers } = contentOf(call);
  return {
    method: call.method ?? 'GET',
    // The API never redirects; following one would carry the token somewhere else.
    redirect: 'error',
    cache: 'no-store',
    signal: call.signal === undefined ? timeout : AbortSignal.any([call.signal, timeout]),
    headers: {
      accept: 'application/json, application/problem+json',
      ...(call.accessToken !== undefined && { authorization: `Bearer ${call.accessToken}` }),
      ...headers,
    },
    ...(body !== undefined && { body }),
  };
}

function contentOf({ body, text }: ApiRequest) {
  if (text !== undefined) return { body: text, headers: { 'content-type': 'text/plain' } };
  if (body === undefined) return {};
  return { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
}

/** The JSON value, or undefined when the text is not JSON. */
function parse(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}
