import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { forbidden } from '../../kernel/problem.ts';
import {
  authenticateOperator,
  findOperatorOfSession,
  confirmationRequired,
  isConfirmed,
  LONGEST_MS,
  type Operator,
  type OperatorSession,
} from '../../modules/operators/index.ts';
import type { App } from '../../platform/http/route/app.ts';
import { withProblems } from '../../platform/http/route/responses.ts';
import type { System } from '../../platform/system.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** An operator has to have confirmed with the password a moment ago. API keys are not asked. */
    isSensitive?: boolean;
  }
}

/** A person who works for the vendor, in the session of a browser. */
export interface OperatorCaller {
  readonly kind: 'Operator';
  readonly operator: Operator;
  readonly session: OperatorSession;
}

/** The header that every request of the dashboard has: a page of another origin cannot send it. */
const OWN_HEADER = 'latchkey-dashboard';

/** The cookie of the session of this request, if it has one. */
export function hasSessionCookie(request: FastifyRequest): boolean {
  return tokenOf(request) !== undefined;
}

/**
 * The operator whose session the request has; `undefined` without a valid one. Raises `Forbidden` when another page may
 * have made the browser send it, before the session is looked up: `SameSite=Strict` lets requests of other hosts of the
 * same site pass, such as the vendor's shop.
 */
export async function operatorOf(
  system: System,
  request: FastifyRequest,
): Promise<OperatorCaller | undefined> {
  const token = tokenOf(request);
  if (token === undefined) return undefined;
  refuseOtherPages(request);
  const signedIn = await authenticateOperator(system, request.account, token);
  return signedIn && { kind: 'Operator', ...signedIn };
}

/**
 * The operator of a request that still runs, with the role they have now; `undefined` once the session has ended. It is no
 * use of the session: a stream would keep it for as long as its window is open.
 */
export async function operatorNow(
  { context }: Pick<FastifyRequest, 'context'>,
  caller: OperatorCaller,
): Promise<OperatorCaller | undefined> {
  const [operatorId, sessionId] = [caller.operator.id, caller.session.id];
  const operator = await findOperatorOfSession(context, { operatorId, sessionId });
  return operator && { ...caller, operator };
}

/**
 * Raises `Forbidden` unless a page of this origin sent the request: with the header of the dashboard, or for a plain
 * read, such as a download, with the word of the browser. @see OWN_HEADER
 */
export function refuseOtherPages({ method, headers }: FastifyRequest): void {
  const site = headers['sec-fetch-site'];
  const isRead = method === 'GET' || method === 'HEAD';
  const isOwn = headers[OWN_HEADER] !== undefined || (isRead && site === 'same-origin');
  if (isOwn && (site === undefined || site === 'same-origin')) return;
  throw forbidden({
    detail:
      'A session of the dashboard works only in its own pages, which send the header Latchkey-Dashboard.',
  });
}

/** Hands a new session to the browser, out of reach of scripts and of requests from other sites. */
export function keepSession(request: FastifyRequest, reply: FastifyReply, token: string): void {
  setCookie(request, reply, token, LONGEST_MS / 1_000);
}

/** Lets the browser forget its session. */
export function forgetSession(request: FastifyRequest, reply: FastifyReply): void {
  setCookie(request, reply, '', 0);
}

function setCookie(request: FastifyRequest, reply: FastifyReply, value: string, maxAge: number): void {
  const cookie = {
    name: cookieName(request),
    value,
    maxAge,
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
  } as const;
  reply.header('set-cookie', stringifySetCookie({ ...cookie, secure: isSecure(request) }));
}

/** The prefix binds the cookie to this host and to TLS; in development there may be none. */
function cookieName(request: FastifyRequest): string {
  return isSecure(request) ? '__Host-latchkey-operator' : 'latchkey-operator';
}

function isSecure({ context }: FastifyRequest): boolean {
  return context.config.publicUrl.startsWith('https:');
}

function tokenOf(request: FastifyRequest): string | undefined {
  const { cookie } = request.headers;
  return cookie === undefined ? undefined : parseCookie(cookie)[cookieName(request)];
}

/** Documents `ConfirmationRequired` on sensitive routes. */
export function registerConfirmations(app: App): void {
  app.addHook('onRoute', (route) => {
    if (route.config?.isSensitive !== true) return;
    const schema = route.schema ?? {};
    route.schema = { ...schema, response: withProblems(schema.response, confirmationRequired) };
  });
}

/** Raises `ConfirmationRequired` when an operator has not confirmed with the password a moment ago. */
export function requireConfirmation({ caller, context }: Pick<FastifyRequest, 'caller' | 'context'>): void {
  if (caller.kind === 'Operator' && !isConfirmed(caller.session, context.clock.now()))
    throw confirmationRequired();
}
