import { UnexpectedAnswer } from './answer.ts';
import { ConnectionLost, problemFrom } from './failures.ts';

export interface ApiCall<T> {
  /** Root-relative, e.g. `/api/checkout/…`. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Sent as JSON. */
  readonly body?: unknown;
  readonly signal?: AbortSignal;
  /** Checks the JSON of a 2xx answer and gives it its type; raises `UnexpectedAnswer`. */
  readonly read: (json: unknown) => T;
}

const ANSWER_TIMEOUT_MILLISECONDS = 30_000;

/**
 * Calls the API on the page's own origin.
 * Raises `ApiProblem` (the server refused), `ConnectionLost` (no answer) or `UnexpectedAnswer`.
 */
export async function callApi<T>(call: ApiCall<T>, send: typeof fetch = fetch): Promise<T> {
  const { status, retryAfter, text } = await exchange(call, send);
  const json = parse(text);
  if (status < 200 || status > 299) throw problemFrom(status, retryAfter, json);
  if (json === undefined) throw new UnexpectedAnswer(`${call.path}: expected JSON`);
  return call.read(json);
}

interface Exchange {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly text: string;
}

async function exchange<T>(call: ApiCall<T>, send: typeof fetch): Promise<Exchange> {
  try {
    const response = await send(addressOf(call), requestOf(call));
    return {
      status: response.status,
      retryAfter: response.headers.get('retry-after'),
      text: await response.text(),
    };
  } catch (cause) {
    throw new ConnectionLost('No answer arrived.', { cause });
  }
}

function addressOf<T>(call: ApiCall<T>): string {
  return call.query === undefined ? call.path : `${call.path}?${new URLSearchParams(call.query).toString()}`;
}

function requestOf<T>(call: ApiCall<T>): RequestInit {
  const timeout = AbortSignal.timeout(ANSWER_TIMEOUT_MILLISECONDS);
  const headers = { accept: 'application/json, application/problem+json' };
  return {
    method: call.method ?? 'GET',
    // The API never redirects; following one would carry the token somewhere else.
    redirect: 'error',
    cache: 'no-store',
    signal: call.signal === undefined ? timeout : AbortSignal.any([call.signal, timeout]),
    ...(call.body === undefined
      ? { headers }
      : { headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(call.body) }),
  };
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
