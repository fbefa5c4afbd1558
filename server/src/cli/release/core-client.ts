import { setTimeout as delay } from 'node:timers/promises';
import { CommandError } from '../failure.ts';

/** The server refused permanently: the key, the release or the file has to change first. */
export const EXIT_REFUSED = 3;
/** The server could not be reached, or stayed unavailable: the same command may work later. */
export const EXIT_UNREACHABLE = 4;

/** The resource has changed since the caller read it: read it again. */
export class StaleError extends CommandError {}

/** The environment of a command that talks to a server. */
export interface ClientEnvironment {
  readonly fetch: typeof fetch;
  /** Waits for this many milliseconds. */
  readonly wait: (milliseconds: number) => Promise<unknown>;
  /** Reports progress to a person. */
  readonly say: (line: string) => void;
}

export const CLIENT_ENVIRONMENT: Omit<ClientEnvironment, 'say'> = { fetch, wait: delay };

/** Requests to the Core API of one server with one API key, each repeated until it succeeds or is refused. */
export interface CoreClient {
  /** Calls a route and returns its response body. Raises a `CommandError` with the reason. */
  call<Body>(
    method: 'GET' | 'POST' | 'PATCH',
    path: string,
    isBody: (body: unknown) => body is Body,
    request?: CoreRequest,
  ): Promise<Body>;
  /** The same for a GET, `undefined` if the resource does not exist. */
  find<Body>(path: string, isBody: (body: unknown) => body is Body): Promise<Body | undefined>;
  /** The `ETag` of a response body that this client has read. */
  tagOf(body: object): string | undefined;
  /**
   * Sends bytes to a link without credentials. A link of the server is at the client's own URL, although the server
   * names its public one, which a build server may not reach; a link of a bucket is used as it is. Returns the server's
   * response unless it is transient.
   */
  put(url: string, content: PutContent): Promise<Answer>;
}

export interface CoreRequest {
  readonly body?: object;
  readonly idempotencyKey?: string;
  /** Raises a `StaleError` when the `ETag` has changed. */
  readonly ifMatch?: string | undefined;
}

/** Bytes that can be read again for the next attempt. */
export interface PutContent {
  readonly contentType: string;
  /** bytes */
  readonly size: number;
  readonly read: () => AsyncIterable<Uint8Array>;
}

/** A server's response, unless it is transient. */
export interface Answer {
  readonly status: number;
  readonly text: string;
  readonly problem: ProblemBody;
  readonly tag?: string | undefined;
}

interface ProblemBody {
  readonly title?: string;
  readonly detail?: string;
  readonly errorType?: string;
  readonly errors?: Readonly<Record<string, readonly string[]>>;
}

const PASSING_STATUSES: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504]);
/** Another request is working on it: assembling a large file takes time. */
const BUSY: ReadonlySet<string> = new Set(['UploadBusy', 'IdempotencyKeyInFlight']);
const ATTEMPTS = 8;
const BUSY_ATTEMPTS = 600;
const LONGEST_WAIT_MS = 30_000;
const LONGEST_RETRY_AFTER_MS = 600_000;

/** A client of the server at `baseUrl`, without a trailing slash. */
export function coreClient(
  { baseUrl, apiKey }: { readonly baseUrl: string; readonly apiKey: string },
  environment: ClientEnvironment,
): CoreClient {
  const tags = new WeakMap<object, string>();
  const request = (method: string, path: string, { body, idempotencyKey, ifMatch }: CoreRequest = {}) =>
    persistently(environment, () =>
      environment.fetch(baseUrl + path, {
        method,
        // A redirect would send the key to its target.
        redirect: 'error',
        headers: {
          'api-key': apiKey,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
          ...(ifMatch !== undefined && { 'if-match': ifMatch }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    );
  const bodyWithTag = <Body>(answer: Answer, isBody: (body: unknown) => body is Body): Body => {
    const body = bodyOf(answer, isBody);
    if (answer.tag !== undefined && typeof body === 'object' && body !== null) tags.set(body, answer.tag);
    return body;
  };
  return {
    call: async (method, path, isBody, input) => bodyWithTag(await request(method, path, input), isBody),
    find: async (path, isBody) => {
      const answer = await request('GET', path);
      return answer.status === 404 ? undefined : bodyWithTag(answer, isBody);
    },
    tagOf: (body) => tags.get(body),
    put: (url, { contentType, size, read }) =>
      persistently(environment, () =>
        environment.fetch(ownLink(baseUrl, url), {
          method: 'PUT',
          redirect: 'error',
          duplex: 'half',
          headers: { 'content-type': contentType, 'content-length': String(size) },
          body: read(),
        }),
      ),
  };
}

function ownLink(baseUrl: string, url: string): string {
  const { pathname = '', search = '' } = URL.parse(url) ?? {};
  return pathname.startsWith('/api/uploads/') ? baseUrl + pathname + search : url;
}

/** The server's reason for a refusal. */
export function refusal({ status, problem }: Answer): CommandError {
  const { title, detail, errors = {} } = problem;
  const issues = Object.values(errors).flatMap((messages) => messages.map((message) => `\n  - ${message}`));
  const reason = detail ?? title ?? 'it gives no reason';
  const Refusal = status === 412 ? StaleError : CommandError;
  return new Refusal(`the server refuses this (${status}): ${reason}${issues.join('')}`, EXIT_REFUSED);
}

function bodyOf<Body>(answer: Answer, isBody: (body: unknown) => body is Body): Body {
  if (answer.status >= 300) throw refusal(answer);
  const body = parseJson(answer.text);
  if (isBody(body)) return body;
  throw new CommandError(
    'what answers at this URL is not a Latchkey server, or a very old one',
    EXIT_REFUSED,
  );
}

/** `undefined` for anything else, such as the page of a proxy. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether a response body has text under these names. */
export function hasTexts(body: unknown, ...names: readonly string[]): boolean {
  return (
    typeof body === 'object' &&
    body !== null &&
    names.every((name) => typeof Reflect.get(body, name) === 'string')
  );
}

/** Sends a request until the response is not transient, with increasing breaks, or those that the response requests. */
async function persistently(
  { wait, say }: ClientEnvironment,
  send: () => Promise<Response>,
): Promise<Answer> {
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await attemptOf(send);
    if (!('reason' in outcome)) return outcome;
    if (attempt >= outcome.attempts) {
      throw new CommandError(
        `${outcome.reason}; run the same command again later: it continues where it stopped`,
        EXIT_UNREACHABLE,
      );
    }
    const pause = outcome.pauseMs ?? Math.min(LONGEST_WAIT_MS, 1_000 * 2 ** (attempt - 1));
    say(`${outcome.reason}; trying again in ${Math.ceil(pause / 1_000)} s`);
    await wait(pause);
  }
}

interface Pause {
  readonly reason: string;
  readonly attempts: number;
  readonly pauseMs: number | undefined;
}

async function attemptOf(send: () => Promise<Response>): Promise<Answer | Pause> {
  try {
    const response = await send();
    const text = await response.text();
    const problem = problemOf(response, text);
    const { status } = response;
    const isBusy = status === 409 && BUSY.has(problem.errorType ?? '');
    const tag = response.headers.get('etag') ?? undefined;
    if (!isBusy && !PASSING_STATUSES.has(status)) return { status, text, problem, tag };
    return {
      reason: `the server cannot do this now (${status}: ${problem.detail ?? problem.title ?? response.statusText})`,
      attempts: isBusy ? BUSY_ATTEMPTS : ATTEMPTS,
      pauseMs: retryAfter(response),
    };
  } catch (error) {
    const mistake = addressMistake(error);
    if (mistake !== undefined)
      throw new CommandError(
        `${mistake}: ${causeOf(error)}; check --url or LATCHKEY_URL, and the network of this machine`,
        EXIT_UNREACHABLE,
      );
    return { reason: `no answer from the server: ${causeOf(error)}`, attempts: ATTEMPTS, pauseMs: undefined };
  }
}

function problemOf(response: Response, text: string): ProblemBody {
  const body = response.ok ? undefined : parseJson(text);
  return isProblem(body) ? body : {};
}

function isProblem(body: unknown): body is ProblemBody {
  return typeof body === 'object' && body !== null;
}

/** `Retry-After` in milliseconds: seconds, or a date. */
function retryAfter({ headers }: Response): number | undefined {
  const text = headers.get('retry-after');
  if (text === null) return undefined;
  const pause = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - Date.now();
  return Number.isNaN(pause) ? undefined : Math.min(LONGEST_RETRY_AFTER_MS, Math.max(0, pause));
}

/**
 * What is wrong with the address of the server, which waiting does not change; `undefined` if it may answer later, as
 * after `EAI_AGAIN` of an overloaded resolver.
 */
function addressMistake(error: unknown): string | undefined {
  const cause = error instanceof Error ? error.cause : undefined;
  if (!(cause instanceof Error)) return undefined;
  const code = 'code' in cause ? String(cause.code) : '';
  if (code === 'ENOTFOUND') return 'no server has this name';
  if (/^(?:CERT_|DEPTH_ZERO_SELF_|ERR_TLS_CERT_|SELF_SIGNED_|UNABLE_TO_)/.test(code))
    return 'the certificate of the server is not valid here';
  if (code === 'ERR_SSL_WRONG_VERSION_NUMBER' || code === 'ERR_SSL_PACKET_LENGTH_TOO_LONG')
    return 'the server does not speak https at this port';
  return cause.message === 'bad port' ? 'this port is not one for HTTP' : undefined;
}

/** `fetch` hides why it failed behind "fetch failed". */
function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (!(error.cause instanceof Error)) return error.message;
  const { message, name } = error.cause;
  return message.trim() || ('code' in error.cause ? String(error.cause.code) : name);
}
