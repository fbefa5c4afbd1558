import type { InjectOptions } from 'fastify';
import type { Response } from 'light-my-request';
import type { Account } from '../../src/modules/accounts/index.ts';
import { TEST_ORIGIN, type TestApp } from '../harness.ts';

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

/** The parts that a deployed client adds to a request; without a body it sends an empty one. */
export interface WireCall {
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Sent as text/plain: tokens, passwords. */
  readonly text?: string;
  /** An access token. */
  readonly token?: string;
  /** A license token, as the proof of ownership. */
  readonly licenseToken?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends a request to `/api{path}`; the harness checks the answer against the OpenAPI document. */
export type WireClient = (method: Method, path: string, call?: WireCall) => Promise<Response>;

/** The query that applications add to every call, whether or not it has a meaning there. */
const APPLICATION_QUERY = { scheme: 'JWT', format: 'JWT', includeManifests: 'true' };

/**
 * Calls as deployed web shops make them: from their page, with a content type on every request and their own headers.
 */
export function shopClient(app: TestApp, account: Account = app.demo): WireClient {
  const headers = { origin: TEST_ORIGIN, accept: 'application/json', 'x-storefront-version': '3.1.4' };
  return (method, path, call = {}) => app.injectAs(account, requestOf(method, path, call, headers, {}));
}

/** Calls as deployed applications make them: with query parameters and headers that most routes do not use. */
export function applicationClient(app: TestApp, account: Account = app.demo): WireClient {
  const headers = { accept: '*/*', 'user-agent': 'DemoApp/1.2.3', 'x-client-info': 'native/2.0' };
  return (method, path, call = {}) =>
    app.injectAs(account, requestOf(method, path, call, headers, APPLICATION_QUERY));
}

/** The spellings of a GUID that clients send. */
export function spellingsOf(guid: string): [asIs: string, lower: string, upper: string] {
  return [guid, guid.toLowerCase(), guid.toUpperCase()];
}

function requestOf(
  method: Method,
  path: string,
  call: WireCall,
  ownHeaders: Readonly<Record<string, string>>,
  ownQuery: Readonly<Record<string, string>>,
): InjectOptions {
  const { json, text, token, licenseToken, query = {}, headers = {} } = call;
  const search = new URLSearchParams({ ...ownQuery, ...query }).toString();
  const separator = path.includes('?') ? '&' : '?';
  return {
    method,
    url: `/api${path}${search === '' ? '' : `${separator}${search}`}`,
    headers: {
      ...ownHeaders,
      'content-type': text === undefined ? 'application/json' : 'text/plain',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(licenseToken !== undefined && { authorization: `LicenseToken ${licenseToken}` }),
      ...headers,
    },
    ...(json !== undefined && { payload: JSON.stringify(json) }),
    ...(text !== undefined && { payload: text }),
  };
}
