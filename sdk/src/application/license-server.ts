import { fieldsOf } from '../fields.ts';
import { sessionIdOf, signedInOf } from '../session.ts';
import { type Answer, type Meaning, meaningOf } from './answers.ts';
import type { Device } from './device.ts';
import { LicenseError } from './problems.ts';
import { isWebUrl, type PendingActivation } from './record.ts';
import type { Time } from './time.ts';

/** The server, and the data that the application sends about itself. */
export interface ServerOptions {
  /** The host of the account, such as `https://demo.example.com`. */
  readonly baseUrl: string;
  readonly productId: string;
  readonly device: Device;
  /** Stored with the activation, such as `1.2.0`. */
  readonly appVersion?: string;
  readonly platform?: 'Windows' | 'Mac' | 'Linux';
  /** Up to 20 dimensions of your own. */
  readonly meta?: Readonly<Record<string, string>>;
  /** A function that sends requests instead of the global `fetch`. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
  /** A request without a response is aborted after this time; 30 by default. */
  readonly timeoutSeconds?: number;
}

/** A customer's credentials. The password is used for this request only. */
export type Credentials =
  | { readonly accessToken: string }
  | { readonly email: string; readonly password: string };

/**
 * The requests of an application. Each returns the text of a success, raises a `Refusal` when the server refuses, and a
 * `LicenseError` `Unreachable` for anything that may be temporary.
 */
export interface LicenseServer {
  readonly validate: (token: string, signal: AbortSignal) => Promise<string>;
  /** The sub-products of the product, for the device of a token: JSON. */
  readonly listSubProducts: (token: string, signal: AbortSignal) => Promise<unknown>;
  /** Requests a seat or a trial of an included add-on; the token of the same license. */
  readonly requestAddOn: (
    token: string,
    addOn: { readonly id: string; readonly as: 'activate' | 'trial' },
    signal: AbortSignal,
  ) => Promise<string>;
  readonly revoke: (token: string, signal: AbortSignal) => Promise<void>;
  readonly requestLicense: (credentials: Credentials, signal: AbortSignal) => Promise<string>;
  readonly requestTrial: (accessToken: string | undefined, signal: AbortSignal) => Promise<string>;
  readonly requestActivation: (
    method: 'Online' | 'Offline',
    signal: AbortSignal,
  ) => Promise<PendingActivation>;
  /** The token; undefined while nobody has approved. */
  readonly poll: (activation: PendingActivation, signal: AbortSignal) => Promise<string | undefined>;
  readonly cancel: (activation: PendingActivation, signal: AbortSignal) => Promise<void>;
  readonly jwks: (signal: AbortSignal) => Promise<unknown>;
}

interface Call {
  readonly method?: 'GET' | 'DELETE';
  readonly accessToken?: string | undefined;
  readonly json?: unknown;
  readonly text?: string;
  readonly signal: AbortSignal;
}

/** Creates the client of the endpoints that applications use. */
export function createLicenseServer(options: ServerOptions, time: Time): LicenseServer {
  const { productId, device } = options;
  const base = /^[^]*[^/]/.exec(options.baseUrl)?.[0] ?? '';
  const product = encodeURIComponent(productId);
  const body = { deviceName: device.name, deviceSignature: device.signature };
  const usage = usageOf(options);
  const send = async (url: string, call: Call): Promise<string> =>
    succeed(await request(options, time, url, call));
  const at = (path: string, query: Record<string, string> = {}): string => {
    const search = new URLSearchParams({ ...query, ...usage }).toString();
    return `${base}/api/client/${path}${search === '' ? '' : `?${search}`}`;
  };
  const requestWith = (accessToken: string, signal: AbortSignal): Promise<string> =>
    send(at(`licenses/${product}/request`), { accessToken, json: body, signal });

  return {
    validate: (text, signal) => send(at(`licenses/${product}/validate`), { text, signal }),
    ...addOnRequests({ send, at, product }),
    revoke: async (text, signal) => {
      const answer = await send(at(`licenses/${product}/revoke`), { text, signal });
      // A success of the server has no body; a page comes from somebody else.
      if (answer.trim() !== '') throw new LicenseError('Unreachable');
    },
    requestLicense: async (credentials, signal) => {
      if ('accessToken' in credentials) return requestWith(credentials.accessToken, signal);
      const { email, password } = credentials;
      const identity = `${base}/api/customer/identity`;
      const query = new URLSearchParams({ email }).toString();
      const signedIn = signedInOf(
        parse(await send(`${identity}/sign-in?${query}`, { text: password, signal })),
      );
      if (signedIn === undefined) throw new LicenseError('Unreachable');
      const { accessToken } = signedIn;
      try {
        return await requestWith(accessToken, signal);
      } finally {
        const session = `${identity}/sessions/${sessionIdOf(accessToken) ?? ''}`;
        // The session was for this request only, even if it was cancelled; if it cannot be ended now, it expires.
        const ending = { method: 'DELETE', accessToken, signal: new AbortController().signal } as const;
        await request(options, time, session, ending).catch(() => undefined);
      }
    },
    requestTrial: (accessToken, signal) =>
      send(at(`trials/${product}/request`), { accessToken, json: body, signal }),
    ...activationCalls({ base, body, send, at, product }),
    jwks: async (signal) => parse(await send(`${base}/.well-known/jwks.json`, { method: 'GET', signal })),
  };
}

function addOnRequests({
  send,
  at,
  product,
}: Pick<Caller, 'send' | 'at' | 'product'>): Pick<LicenseServer, 'listSubProducts' | 'requestAddOn'> {
  const list = at(`licenses/${product}/sub-products`);
  return {
    listSubProducts: async (text, signal) => parse(await send(list, { text, signal })),
    requestAddOn: (text, { id, as }, signal) =>
      send(at(`licenses/${product}/sub-products/${encodeURIComponent(id)}/${as}`), { text, signal }),
  };
}

interface Caller {
  readonly base: string;
  readonly body: unknown;
  readonly send: (url: string, call: Call) => Promise<string>;
  readonly at: (path: string, query?: Record<string, string>) => string;
  readonly product: string;
}

function activationCalls({
  base,
  body,
  send,
  at,
  product,
}: Caller): Pick<LicenseServer, 'requestActivation' | 'poll' | 'cancel'> {
  return {
    requestActivation: async (method, signal) =>
      activationOf(
        await send(at(`activations/${product}/request`, method === 'Offline' ? { method } : {}), {
          json: body,
          signal,
        }),
      ),
    poll: async ({ pollUrl }, signal) => {
      const text = await send(pollUrl, { method: 'GET', signal });
      return text.trim() === '' ? undefined : text;
    },
    cancel: async ({ browserUrl }, signal) => {
      const id = encodeURIComponent(browserIdOf(browserUrl));
      await send(`${base}/api/customer/activations/${id}/cancel`, { signal });
    },
  };
}

/** The text of a success. */
function succeed(meaning: Meaning): string {
  switch (meaning.kind) {
    case 'Success':
      return meaning.text;
    case 'Refusal':
      throw meaning.refusal;
    case 'Temporary':
      throw new LicenseError('Unreachable', {
        cause: meaning.refusal,
        retryAfterSeconds: meaning.refusal.retryAfterSeconds,
      });
  }
}

async function request(options: ServerOptions, time: Time, url: string, call: Call): Promise<Meaning> {
  const { fetch: send = fetch, timeoutSeconds = 30 } = options;
  const { accessToken, json, text, signal } = call;
  const isLate = new AbortController();
  const stop = time.schedule(timeoutSeconds * 1_000, () => isLate.abort(), true);
  const abort = (): void => isLate.abort();
  signal.addEventListener('abort', abort);
  try {
    signal.throwIfAborted();
    const response = await send(url, {
      method: call.method ?? 'POST',
      headers: {
        ...(json !== undefined && { 'content-type': 'application/json' }),
        ...(text !== undefined && { 'content-type': 'text/plain' }),
        ...(accessToken !== undefined && { authorization: `Bearer ${accessToken}` }),
      },
      ...(json !== undefined ? { body: JSON.stringify(json) } : text !== undefined ? { body: text } : {}),
      // The server never redirects: a network that requires a sign-in does.
      redirect: 'error',
      cache: 'no-store',
      credentials: 'omit',
      signal: isLate.signal,
    });
    const answer: Answer = {
      status: response.status,
      headers: response.headers,
      text: await response.text(),
    };
    return meaningOf(answer);
  } catch (error) {
    throw new LicenseError(signal.aborted ? 'Cancelled' : 'Unreachable', { cause: error });
  } finally {
    stop();
    signal.removeEventListener('abort', abort);
  }
}

function activationOf(text: string): PendingActivation {
  const { request: pollUrl, browser: browserUrl } = fieldsOf(parse(text));
  // The application opens one of them, so it must be a page.
  if (!isWebUrl(pollUrl) || !isWebUrl(browserUrl)) throw new LicenseError('Unreachable');
  return { pollUrl, browserUrl };
}

/** The secret of the page: the end of its path, or a parameter of the vendor's own page. */
function browserIdOf(browserUrl: string): string {
  const { searchParams, pathname } = new URL(browserUrl);
  return searchParams.get('mb_token') ?? pathname.slice(pathname.lastIndexOf('/') + 1);
}

function usageOf({ appVersion, platform, meta = {} }: ServerOptions): Record<string, string> {
  const dimensions = Object.entries(meta).map(([name, value]): [string, string] => [`meta[${name}]`, value]);
  return {
    ...(appVersion !== undefined && { appVersion }),
    ...(platform !== undefined && { platform }),
    ...Object.fromEntries(dimensions),
  };
}

function parse(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}
