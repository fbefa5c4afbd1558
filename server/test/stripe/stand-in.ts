import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import process from 'node:process';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { Deliveries } from './deliveries.ts';
import {
  ApiRefusal,
  forbidden,
  invalidKey,
  invalidRequest,
  ofOtherMode,
  rateLimit,
  serverError,
} from './errors.ts';
import { Faults, seedOf, Silence } from './faults.ts';
import { readForm, textIn } from './form.ts';
import { donePage, paymentPage, secondStepPage } from './payment-page.ts';
import { Money } from './payments.ts';
import { ACCOUNT, answerCall } from './routes.ts';
import { formScript } from './script.ts';
import { StandInState } from './state.ts';

/** Keys that the stand-in accepts. Of no value to anyone. */
export const TEST_KEY = 'sk_test_standin00000000';
export const LIVE_KEY = 'sk_live_standin00000000';
export const RESTRICTED_KEY = 'rk_test_standin00000000';

/** The provider takes its time for every answer, so that answers to calls that run together come in another order. */
const LATENCIES_MS = [7, 1, 4];

/** The version of the script that the adapter names. */
const SCRIPT_PATH = '/endive/stripe.js';
/** Of the test mode of another account. */
export const OTHER_KEY = 'sk_test_another00000000';

/** A received request, as sent. */
export interface SentCall {
  readonly method: string;
  readonly path: string;
  readonly idempotencyKey: string | undefined;
  readonly version: string | undefined;
  readonly body: string;
}

/** A payment provider on this machine that behaves like Stripe, for the official library. */
export interface StripeStandIn {
  readonly url: string;
  readonly state: StandInState;
  readonly money: Money;
  readonly deliveries: Deliveries;
  readonly faults: Faults;
  /** One of the first calls and some later ones get no response. */
  readonly silence: Silence;
  /** Every call that was received, repeated ones, too. */
  readonly calls: SentCall[];
  /** Paths that the restricted key may not use. */
  readonly forbidden: RegExp[];
  /** The provider's time. */
  now: () => Date;
  close(): Promise<void>;
}

/** Starts the stand-in on a free port of this machine. */
export async function startStripe(): Promise<StripeStandIn> {
  const clock = { now: () => new Date() };
  const state = new StandInState(() => clock.now());
  const deliveries = new Deliveries(state);
  const parts: Parts = {
    state,
    deliveries,
    money: new Money(state, deliveries),
    faults: new Faults(),
    silence: new Silence(seedOf(process.env['LATCHKEY_TEST_FILE'] ?? '')),
    calls: [],
    forbidden: [],
    url: '',
  };
  const server = createServer((request, response) => void handle(parts, request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  assert.ok(typeof address === 'object' && address !== null);
  parts.url = `http://127.0.0.1:${address.port}`;
  return {
    ...parts,
    get now() {
      return clock.now;
    },
    set now(now) {
      clock.now = now;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface Parts extends Omit<StripeStandIn, 'url' | 'now' | 'close'> {
  url: string;
}

async function handle(parts: Parts, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await text(request);
  const { pathname, search } = new URL(request.url ?? '/', parts.url);
  if (!pathname.startsWith('/v1/')) return showPage(parts, { request, response, pathname, body });
  const { method = 'GET', headers } = request;
  const path = pathname.slice('/v1'.length);
  const idempotencyKey = headerOf(headers['idempotency-key']);
  parts.calls.push({ method, path, idempotencyKey, version: headerOf(headers['stripe-version']), body });
  const fault = parts.faults.next(method, path) ?? parts.silence.next();
  if (fault === 'Stall') return;
  const answer = answerOf(parts, {
    method,
    path,
    search,
    body,
    idempotencyKey,
    fault,
    key: keyOf(headers.authorization),
  });
  if (fault === 'StallAnswer') return;
  await delay(LATENCIES_MS[parts.calls.length % LATENCIES_MS.length]);
  if (fault === 'DropAnswer') {
    request.socket.destroy();
    return;
  }
  response.writeHead(answer.status, {
    'content-type': 'application/json',
    'request-id': parts.state.id('req'),
    ...answer.headers,
  });
  response.end(JSON.stringify(answer.body));
}

interface Call {
  readonly method: string;
  readonly path: string;
  readonly search: string;
  readonly body: string;
  readonly key: string;
  readonly idempotencyKey: string | undefined;
  readonly fault: ReturnType<Faults['next']>;
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The response to a call; a repeated key gets the first response again, even a failure of the provider. */
function answerOf(parts: Parts, call: Call): Answer {
  const { answers } = parts.state;
  const { idempotencyKey: key, fault } = call;
  const request = `${call.method} ${call.path} ${call.body}`;
  if (fault === 'RateLimit') return refusalOf(rateLimit());
  if (fault === 'Forbidden') return refusalOf(forbidden(call.path));
  if (fault === 'OtherMode') return refusalOf(ofOtherMode(call.path));
  if (fault === 'UsedMethod') return refusalOf(invalidRequest(SECOND_USE));
  if (fault === 'OtherMethod')
    return refusalOf(invalidRequest('It is of another one.', { param: 'payment_method' }));
  if (fault === 'BadRequest') return refusalOf(invalidRequest(`This is refused: ${call.path}`));
  const earlier = key === undefined || call.method !== 'POST' ? undefined : answers.get(key);
  if (earlier !== undefined) return earlier.request === request ? earlier : refusalOf(reusedKey(key ?? ''));
  const result = fault === 'ServerError' ? undefined : work(parts, call);
  const answer = result === undefined || fault === 'LateError' ? refusalOf(serverError()) : result;
  if (key !== undefined && call.method === 'POST') answers.set(key, { request, ...answer });
  return answer;
}

function work(parts: Parts, { method, path, search, body, key }: Call): Answer {
  try {
    if (![TEST_KEY, LIVE_KEY, RESTRICTED_KEY, OTHER_KEY].includes(key)) throw invalidKey(key);
    if (key === RESTRICTED_KEY && parts.forbidden.some((one) => one.test(path))) throw forbidden(path);
    const result = answerCall(parts.state, parts.money, {
      method,
      path,
      query: readForm(search),
      form: readForm(body),
      isLive: key === LIVE_KEY,
      account: key === OTHER_KEY ? 'acct_another' : ACCOUNT,
      pagesUrl: parts.url,
    });
    return { status: 200, body: result };
  } catch (error) {
    if (error instanceof ApiRefusal) return refusalOf(error);
    throw error;
  }
}

function refusalOf({ status, body, headers }: ApiRefusal): Answer {
  return { status, body, headers };
}

function reusedKey(key: string): ApiRefusal {
  const message = `Keys for idempotent requests can only be used with the same parameters they were first used with: ${key}`;
  return new ApiRefusal(400, { type: 'idempotency_error', message });
}

interface PageVisit {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly pathname: string;
  readonly body: string;
}

/** `/pay/{session}`: the page that a person sees and submits; and the script that shows it in another page. */
function showPage({ state, money, url }: Parts, { request, response, pathname, body }: PageVisit): void {
  if (pathname === SCRIPT_PATH) {
    response.writeHead(200, { 'content-type': 'text/javascript; charset=utf-8' }).end(formScript(url));
    return;
  }
  const session = state.sessions.get(pathname.split('/').at(-1) ?? '');
  const show = (content: string) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(content);
  };
  if (session === undefined) {
    response.writeHead(404).end(invalidRequest('There is no such page.').message);
    return;
  }
  const items = state.lineItems.get(session.id) ?? [];
  if (request.method !== 'POST') return show(paymentPage(session, items));
  const form = readForm(body);
  const step = textIn(form, 'step');
  const card = (textIn(form, 'card') ?? '').replaceAll(' ', '');
  const outcome =
    step === undefined
      ? money.payByCard(session.id, card)
      : money.endSecondStep(session.id, step === 'confirm');
  if (outcome === 'SecondStep') return show(secondStepPage(session));
  if (outcome === 'Declined') return show(paymentPage(session, items, 'Your card was declined.'));
  if (session.ui_mode === 'embedded_page') return show(donePage());
  response.writeHead(303, { location: session.success_url ?? '/' }).end();
}

function keyOf(authorization: string | undefined): string {
  return (authorization ?? '').replace(/^Bearer /, '');
}

function headerOf(value: string | string[] | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

const SECOND_USE =
  'The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment. It may not be used again.';
