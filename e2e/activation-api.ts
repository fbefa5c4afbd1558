import type { Page } from 'playwright-core';
import { demoCover } from './demo-picture.ts';
import { intercept, type PausedRequest } from './interception.ts';
import { type Answer, API, type Reply, ok, problem } from './replies.ts';

export const ACTIVATION_ID = 'Yx3-browser-secret';
export const SHOP_URL = 'https://shop.example.com/';
const ACTIVATION = `/api/customer/activations/${ACTIVATION_ID}`;
const IDENTITY = '/api/customer/identity';

/** The customer who signs in. */
export const ADA = { name: 'Ada Lovelace', email: 'ada@example.org', password: 'Sesame, open 1' } as const;

/** The API in the view of one visitor's activation page, instead of a server. */
export interface ActivationApi {
  /** Method and path of every call, in order; `(Ada)` after those with an accepted token. */
  readonly calls: readonly string[];
  /** The request bodies, by method and path. */
  readonly bodies: ReadonlyMap<string, string>;
  /**
   * Sets the response to a call from now on: `GET ` is the activation, `POST /trial` below it, `GET inventory/…` of the
   * customer API, `GET /api/…` any other.
   */
  answers(call: string, reply: Reply): void;
  /** Sets the activation that an anonymous visitor sees from now on, and that Ada sees. */
  shows(nobody: Answer, ada?: Answer): void;
  /** The access token of the current session is no longer accepted; its renewal is, unless set otherwise. */
  expireToken(): void;
}

/** Intercepts the page's requests, with a request of Demo App on a Mac that allows a trial. */
export async function interceptActivation(page: Page): Promise<ActivationApi> {
  const calls: string[] = [];
  const bodies = new Map<string, string>();
  let accepted = 1;
  const views: { nobody: Answer; ada: Answer } = { nobody: activation(), ada: activation() };
  const isAda = (request: PausedRequest) =>
    request.headers()['authorization'] === `Bearer ${accessToken(accepted)}`;
  const session = () => ok(signedIn(accepted));
  const replies = new Map<string, Reply>([
    ['GET /api/public/vendors/current', ok({ id: 'demo', name: 'Demo Audio', shopUrl: SHOP_URL })],
    [`GET ${ACTIVATION}`, (route) => ok(isAda(route.request()) ? views.ada : views.nobody)(route)],
    [`GET ${ACTIVATION}/completed`, ok(false)],
    ['GET /api/customer/meta/user', ok({ id: 'c-1', name: ADA.name, email: ADA.email })],
    [`POST ${IDENTITY}/sign-in`, (route) => session()(route)],
    [`POST ${IDENTITY}/sign-up`, (route) => session()(route)],
    [`POST ${IDENTITY}/refresh`, (route) => session()(route)],
    [`POST ${IDENTITY}/forgot-password`, (route) => route.fulfill({ status: 200, body: '' })],
    [`DELETE ${IDENTITY}/sessions/s-1`, (route) => route.fulfill({ status: 204 })],
  ]);
  await intercept(page, [API], (route) => {
    const request = route.request();
    const call = `${request.method()} ${new URL(request.url()).pathname}`;
    calls.push(isAda(request) ? `${call} (Ada)` : call);
    const body = request.postData();
    if (body !== null) bodies.set(call, body);
    if (request.headers()['authorization'] !== undefined && !isAda(request)) {
      return problem(401, { title: 'Unauthorized' })(route);
    }
    return (replies.get(call) ?? problem(404, { title: 'Not found', errorType: 'NotFound' }))(route);
  });
  return {
    calls,
    bodies,
    answers: (call, reply) => {
      const [method = '', path = ''] = call.split(' ');
      replies.set(`${method} ${absolute(path)}`, reply);
    },
    shows: (nobody, ada = nobody) => {
      views.nobody = nobody;
      views.ada = ada;
    },
    expireToken: () => {
      accepted += 1;
    },
  };
}

function absolute(path: string): string {
  if (path.startsWith('/api/')) return path;
  return path === '' || path.startsWith('/') ? ACTIVATION + path : `/api/customer/${path}`;
}

/** The browser's side of a request of Demo App; `changes` replaces fields. */
export function activation(changes: Answer = {}): Answer {
  return {
    id: ACTIVATION_ID,
    status: 'Requested',
    deviceName: 'Studio Mac',
    method: 'Online',
    expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
    product: product(),
    trialEligibility: trial(),
    ...changes,
  };
}

/** Ada's view, who owns the product. */
export function owned(changes: Answer = {}): Answer {
  return activation({
    product: product({ owned: true }),
    licenseEligibility: { eligible: true },
    ...changes,
  });
}

/** Ada's view, who owns nothing. */
export function unowned(changes: Answer = {}): Answer {
  return activation({ licenseEligibility: { eligible: false }, ...changes });
}

export function product(changes: Answer = {}): Answer {
  return {
    id: 'demo-app',
    name: 'Demo App',
    tagline: 'Record, arrange and mix your music',
    website: null,
    iconUrl: null,
    ...demoCover('Demo App'),
    owned: false,
    ...changes,
  };
}

/** A trial of 14 days that needs no account. */
export function trial(changes: Answer = {}): Answer {
  return {
    eligible: true,
    existing: false,
    requiresAccount: false,
    requiresNewsletterOptIn: false,
    numberOfDaysPerProduct: 14,
    numberOfDaysRemaining: 14,
    ...changes,
  };
}

/** A device that holds a seat. */
export function seat(name: string, changes: Answer = {}): Answer {
  return {
    id: name,
    licenseId: 'l-1',
    name,
    activationMethod: 'Online',
    status: 'Active',
    firstValidatedAt: '2026-01-10T10:00:00.000Z',
    lastValidatedAt: '2026-03-01T10:00:00.000Z',
    canRelease: true,
    ...changes,
  };
}

function signedIn(generation: number): Answer {
  const { name, email } = ADA;
  return {
    id: 'c-1',
    name,
    email,
    accessToken: accessToken(generation),
    refreshToken: `refresh-${generation}`,
  };
}

/** Unsigned, but with the session in it, which the page reads when signing out. */
function accessToken(generation: number): string {
  const claims = JSON.stringify({ sub: 'c-1', sid: 's-1', generation });
  return `header.${Buffer.from(claims).toString('base64url')}.signature`;
}
