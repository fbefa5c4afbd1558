import type { FastifyReply, FastifyRequest, FastifySchema, RouteOptions } from 'fastify';
import { Type } from '../../kernel/schema.ts';
import { defineProblem, invalidInput } from '../../kernel/problem.ts';
import type { CommandTx } from '../../modules/accounts/index.ts';
import { transaction } from '../../platform/context/context.ts';
import type { App } from '../../platform/http/route/app.ts';
import { isRecord } from '../../kernel/json.ts';
import { withProblems } from '../../platform/http/route/responses.ts';
import {
  abandonIdempotent,
  beginIdempotent,
  completeIdempotent,
  IdempotencyLockError,
  requestFingerprint,
  storeAnswer,
  type IdempotentAnswer,
  type IdempotentCall,
} from '../../platform/idempotency/idempotency.ts';
import type { System } from '../../platform/system.ts';
import { revisionTag, tagRevision } from './revision.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set while this request is the first of its idempotency key. */
    idempotentCall: IdempotentCall | undefined;
    /** The command stored the response in its own transaction. */
    isAnswerStored: boolean;
  }
}

const inFlight = defineProblem({
  status: 409,
  errorType: 'IdempotencyKeyInFlight',
  title: 'A request with this idempotency key is still running',
  detail: 'The first request with this idempotency key is still running. Try again in a moment.',
});
const mismatch = defineProblem({
  status: 422,
  errorType: 'IdempotencyKeyReused',
  title: 'This idempotency key was used for a different request',
});

const MAX_KEY_LENGTH = 255;
const SOON = { headers: { 'retry-after': '1' } };

/**
 * Sends the first response again to a repeated POST (wire contract section 1, Idempotency): every POST of a group
 * with `hasIdempotentPosts`, and the routes with `config.isIdempotent`. Requests without a stored response run again: see `isFinal`.
 */
export function registerIdempotency(app: App, system: System): void {
  app.decorateRequest('idempotentCall', undefined);
  app.decorateRequest('isAnswerStored', false);
  // Routes that are not idempotent do not pay for these hooks.
  app.addHook('onRoute', (route) => {
    if (!isIdempotentRoute(route)) return;
    route.preHandler = [...hooksOf(route.preHandler), beginIdempotentRequest(system)];
    route.onSend = [...hooksOf(route.onSend), finishIdempotentRequest(system)];
    route.schema = documented(route.schema);
  });
}

/** The parameter `Idempotency-Key` of routes on which it has another meaning than usual. */
export function idempotencyKeyParameter(title: string, description: string) {
  return Type.Optional(Type.String({ title, minLength: 1, maxLength: MAX_KEY_LENGTH, description }));
}

const IDEMPOTENCY_HEADERS = {
  'idempotency-key': idempotencyKeyParameter(
    'IdempotencyKey',
    'Makes the request safe to retry: for 24 hours the same request with the same key gets the first response ' +
      'again, with the header `idempotency-replayed: true`.',
  ),
};

/** The schema of an idempotent route: the OpenAPI document names the header and its refusals. */
function documented(schema: FastifySchema = {}): FastifySchema {
  return {
    ...schema,
    headers: Type.Object({ ...propertiesOf(schema.headers), ...IDEMPOTENCY_HEADERS }),
    response: withProblems(schema.response, inFlight, mismatch),
  };
}

function propertiesOf(schema: unknown): object {
  const properties = isRecord(schema) ? schema['properties'] : undefined;
  return isRecord(properties) ? properties : {};
}

function hooksOf<Hook>(hooks: Hook | Hook[] | undefined): Hook[] {
  if (hooks === undefined) return [];
  return Array.isArray(hooks) ? hooks : [hooks];
}

function beginIdempotentRequest(system: System) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const key = request.headers['idempotency-key'];
    return key === undefined ? undefined : begin(system, request, reply, String(key));
  };
}

function finishIdempotentRequest(system: System) {
  return async (request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> => {
    if (request.idempotentCall === undefined) return payload;
    try {
      await finish(system, request.idempotentCall, reply, payload);
    } catch (error) {
      // The committed result is still sent; a retry runs again once the lock of the key has expired.
      request.log.error({ err: error }, 'the response to an idempotent request was not stored');
    }
    return payload;
  };
}

/**
 * Runs a command that must not run twice, in one transaction, and returns its result as converted by `present`. For the
 * first request of an idempotency key that response is stored in the same transaction: both are committed or neither,
 * so even after a crash between the two, a retry does not run the command again.
 */
export async function command<Result, Answer>(
  request: FastifyRequest,
  run: (tx: CommandTx) => Promise<Result>,
  present: Presenter<Result, Answer>,
  { status = 200 } = {},
): Promise<Answer> {
  return (await runCommand(request, run, present, { status })).answer;
}

/**
 * The same for a command whose result has a revision: the reply gets the status, and the revision as its `ETag`, which
 * is stored with the response.
 */
export async function revisedCommand<Result extends { readonly revision: number }, Answer>(
  request: FastifyRequest,
  reply: FastifyReply,
  run: (tx: CommandTx) => Promise<Result>,
  present: Presenter<Result, Answer>,
  { status = 200 } = {},
): Promise<Answer> {
  const headersOf = (result: Result) => ({ etag: revisionTag(result) });
  const { result, answer } = await runCommand(request, run, present, { status, headersOf });
  tagRevision(reply, result);
  reply.code(status);
  return answer;
}

/**
 * For a handler that continues after its `command`: what it sends replaces the stored response. If the process dies
 * before that, a retry gets the response of the command.
 */
export function replaceStoredAnswer(request: FastifyRequest): void {
  request.isAnswerStored = false;
}

/** Creates the response of a result, with further data that the transaction reads. */
type Presenter<Result, Answer> = (result: Result, tx: CommandTx) => Answer | Promise<Answer>;

async function runCommand<Result, Answer>(
  request: FastifyRequest,
  run: (tx: CommandTx) => Promise<Result>,
  present: Presenter<Result, Answer>,
  { status, headersOf }: { readonly status: number; readonly headersOf?: (result: Result) => object },
): Promise<{ readonly result: Result; readonly answer: Answer }> {
  const { context, idempotentCall: call } = request;
  const done = await transaction(context, async (tx) => {
    const result = await run(tx);
    const answer = await present(result, tx);
    if (call !== undefined) {
      const headers = { ...JSON_HEADERS, ...headersOf?.(result) };
      await storeOrConflict(tx, call, { status, headers, body: JSON.stringify(answer) });
    }
    return { result, answer };
  });
  request.isAnswerStored = call !== undefined;
  return done;
}

/**
 * Stores the response with the command; raises `IdempotencyKeyInFlight`, which undoes the command, if another request
 * has the key.
 */
async function storeOrConflict(tx: CommandTx, call: IdempotentCall, answer: IdempotentAnswer): Promise<void> {
  try {
    await storeAnswer(tx, tx, call, answer);
  } catch (error) {
    throw error instanceof IdempotencyLockError ? inFlight(SOON) : error;
  }
}

const JSON_HEADERS = { 'content-type': 'application/json; charset=utf-8' };

function isIdempotentRoute({ method, config }: RouteOptions): boolean {
  if (config?.isStream === true) return false;
  return config?.isIdempotent === true || (method === 'POST' && config?.group?.hasIdempotentPosts === true);
}

async function begin(system: System, request: FastifyRequest, reply: FastifyReply, key: string) {
  if (key.length === 0 || key.length > MAX_KEY_LENGTH) {
    throw invalidInput({ errors: { 'Idempotency-Key': [`must have 1 to ${MAX_KEY_LENGTH} characters`] } });
  }
  const call = {
    accountId: request.accountId,
    caller: callerName(request),
    key,
    fingerprint: fingerprintOf(system, request),
  };
  const start = await beginIdempotent(system, call);
  if (start.outcome === 'InFlight') throw inFlight(SOON);
  if (start.outcome === 'Mismatch') throw mismatch();
  if (start.outcome === 'Started') {
    request.idempotentCall = start.call;
    return undefined;
  }
  return reply
    .code(start.status)
    .headers(start.headers)
    .header('idempotency-replayed', 'true')
    .serializer(String)
    .send(start.body);
}

function fingerprintOf({ vault }: System, { method, url, body, headers }: FastifyRequest): string {
  return requestFingerprint(vault, { method, url, body, ifMatch: headers['if-match'] });
}

function callerName(request: FastifyRequest): string {
  const { caller } = request;
  if (caller.kind === 'ApiKey') return `key:${caller.apiKey.id}`;
  if (caller.kind === 'Operator') return `operator:${caller.operator.id}`;
  return caller.kind === 'Customer' ? `customer:${caller.customer.id}` : 'anonymous';
}

/** Invalid and forbidden requests, stale revisions, failures, and everything with `retry-after` may end differently next time. */
function isFinal(reply: FastifyReply): boolean {
  const { statusCode } = reply;
  return statusCode < 500 && ![400, 403, 412].includes(statusCode) && !reply.hasHeader('retry-after');
}

async function finish(
  system: System,
  call: IdempotentCall,
  reply: FastifyReply,
  payload: unknown,
): Promise<void> {
  const { statusCode } = reply;
  if (reply.request.isAnswerStored && statusCode < 300) return;
  if (!isFinal(reply) || (payload !== null && payload !== undefined && typeof payload !== 'string')) {
    return abandonIdempotent(system, call);
  }
  const headers: Record<string, string> = {};
  for (const name of ['content-type', 'location', 'etag']) {
    const value = reply.getHeader(name);
    if (typeof value === 'string') headers[name] = value;
  }
  return completeIdempotent(system, call, { status: statusCode, headers, body: payload ?? '' });
}
