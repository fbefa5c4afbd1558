import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { defineProblem, notFound, overloaded, payloadTooLarge, Problem } from '../../../kernel/problem.ts';
import { databaseFailure } from '../../database/errors.ts';
import type { App } from '../route/app.ts';
import { applyKnownCors } from './cors.ts';
import { registerAllowedMethods, wrongMethod } from './other-methods.ts';
import { languageOfPage } from '../pages/page-owner.ts';
import { sendProblemPage } from '../pages/page.ts';
import { problemText } from '../pages/problem-text.ts';
import {
  incompleteRequest,
  malformedRequest,
  pathOf,
  PROBLEM_MEDIA_TYPE,
  problemBody,
  wrongMediaType,
} from '../route/problem-body.ts';

const internalError = defineProblem({ status: 500, errorType: 'InternalError', title: 'The server failed' });
const NO_ACCOUNTS = { originsAt: () => [], ownerAt: () => undefined };

/**
 * Turns every failure into problem+json; unexpected errors are logged and reveal as little as possible. Pages of the
 * origins that `originsAt` returns for a host may also read refusals that are sent before its account is looked up, and
 * those for people look like the pages of its owner.
 */
export function registerProblems(
  app: App,
  { originsAt, ownerAt }: Pick<App, 'originsAt' | 'ownerAt'> = NO_ACCOUNTS,
): void {
  app.decorate('originsAt', originsAt);
  app.decorate('ownerAt', ownerAt);
  app.setErrorHandler((error, request, reply) => sendProblem(request, reply, asProblem(error, request)));
  const allowedAt = registerAllowedMethods(app);
  app.setNotFoundHandler((request, reply) => {
    const path = pathOf(request);
    const allowed = allowedAt(path);
    if (request.method === 'OPTIONS' && allowed.length > 0)
      return reply.code(204).header('allow', allowed.join(', ')).send();
    const missing = notFound({ detail: `There is no ${request.method} ${path}.` });
    return sendProblem(request, reply, wrongMethod(request, path, allowed) ?? missing);
  });
}

/** Responds with a problem and ends the request. */
export function sendProblem(request: FastifyRequest, reply: FastifyReply, problem: Problem): FastifyReply {
  // The account is not looked up yet, so neither are the origins that may read this.
  if (!request.accountId) applyKnownCors(request, reply);
  // More specific than the plain challenge of a problem: the token that was sent is not valid.
  const challenge = reply.getHeader('www-authenticate');
  reply
    .code(problem.status)
    .headers(problem.headers ?? {})
    .headers(challenge === undefined ? {} : { 'www-authenticate': challenge })
    .header('cache-control', 'no-store');
  if (isForBrowser(request)) return sendAsPage(request, reply, problem);
  return reply.type(PROBLEM_MEDIA_TYPE).serializer(JSON.stringify).send(problemBody(problem, request.id));
}

/**
 * Whether a person opens a page, a mail link or an unknown address in a browser: other refusals below `/api/` are for
 * programs, also at paths without a route.
 */
function isForBrowser(request: FastifyRequest): boolean {
  const { method, headers, is404, routeConfig } = request;
  const isNavigation =
    (method === 'GET' || method === 'HEAD') && headers.accept?.includes('text/html') === true;
  if (!isNavigation) return false;
  if (is404) return !pathOf(request).startsWith('/api/');
  return routeConfig?.isPage === true || routeConfig?.isOpenedByPeople === true;
}

function sendAsPage(request: FastifyRequest, reply: FastifyReply, problem: Problem): FastifyReply {
  const owner = request.server.ownerAt(request.host);
  const language = languageOfPage(request, owner);
  // The sentence about a path without a route is for programs.
  const forPerson = request.is404 && problem.status === 404 ? notFound() : problem;
  return sendProblemPage(reply, problemText(forPerson, request.id, { language, owner }), { language, owner });
}

/** The client's view of a failure; unexpected errors are logged. */
export function asProblem(error: unknown, request: FastifyRequest): Problem {
  if (error instanceof Problem) return logged(error, request);
  // First, because a client that breaks off has the same code as a database that does.
  const refused = isFastifyError(error) ? refusalOfFastify(error, request) : undefined;
  if (refused !== undefined) return refused;
  const failure = databaseFailure(error);
  if (failure === 'unavailable' || failure === 'retry') {
    request.log.error({ err: error }, 'the database is not available');
    return overloaded({
      detail: 'The database does not respond. Try again in a moment.',
      headers: { 'retry-after': '2' },
    });
  }
  request.log.error({ err: error }, 'a request failed');
  return internalError();
}

/** An intended refusal with a 5xx has a cause worth logging. */
function logged(problem: Problem, request: FastifyRequest): Problem {
  if (problem.status >= 500)
    request.log.warn({ errorType: problem.errorType, detail: problem.detail }, 'a request was refused');
  return problem;
}

function isFastifyError(error: unknown): error is FastifyError {
  return error instanceof Error && 'statusCode' in error;
}

function refusalOfFastify(error: FastifyError, request: FastifyRequest): Problem | undefined {
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return payloadTooLarge({
        detail: `The body may have at most ${sizeText(request.routeOptions.bodyLimit)} here.`,
      });
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return wrongMediaType(request);
    case 'ECONNRESET':
      return incompleteRequest();
    default:
      return error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500
        ? malformedRequest({ detail: error.message })
        : undefined;
  }
}

/** In the largest unit that gives a whole number, such as `5 MB`. */
function sizeText(bytes: number): string {
  const units = ['bytes', 'KB', 'MB'];
  const step = [2, 1, 0].find((power) => bytes % 1024 ** power === 0) ?? 0;
  return `${bytes / 1024 ** step} ${units[step]}`;
}
