import type { FastifyRequest } from 'fastify';
import {
  defineProblem,
  type Problem,
  type ProblemExtra,
  type ProblemKind,
  unsupportedMediaType,
} from '../../../kernel/problem.ts';
import { Type, type Static } from '../../../kernel/schema.ts';
import { sentencesOf } from './sentences.ts';

/** The body of every refusal (RFC 9457; wire contract section 1). Absent fields are absent, never null. */
export const ProblemBody = Type.Object(
  {
    type: Type.String({ description: 'A URI that identifies the kind of problem.' }),
    title: Type.String(),
    status: Type.Integer(),
    detail: Type.Optional(Type.String()),
    reason: Type.Optional(
      Type.String({
        description: 'What `detail` says, as a stable code, where pages in other languages need it.',
      }),
    ),
    instance: Type.Optional(Type.String({ description: 'The id of the object that the problem concerns.' })),
    errors: Type.Optional(
      Type.Record(Type.String(), Type.Array(Type.String()), {
        description: 'Messages by field path, each a full sentence.',
      }),
    ),
    errorType: Type.String({ description: 'A stable code for programs.' }),
    traceId: Type.String({ description: 'Finds this request in the log of the server.' }),
  },
  { title: 'Problem', description: 'A refusal or failure.' },
);

export const PROBLEM_MEDIA_TYPE = 'application/problem+json';

/**
 * The wire form of a problem; messages about fields are full sentences there. What it repeats of a request holds no
 * half of a surrogate pair, which strict clients refuse to read.
 */
export function problemBody(
  problem: ProblemKind & ProblemExtra,
  traceId: string,
): Static<typeof ProblemBody> {
  return {
    type: `urn:latchkey:problem:${problem.errorType}`,
    title: problem.title,
    status: problem.status,
    ...(problem.detail !== undefined && { detail: problem.detail.toWellFormed() }),
    ...(problem.reason !== undefined && { reason: problem.reason }),
    ...(problem.instance !== undefined && { instance: problem.instance.toWellFormed() }),
    ...(problem.errors !== undefined && { errors: sentencesOf(problem.errors) }),
    errorType: problem.errorType,
    traceId,
    ...problem.members,
  };
}

export const malformedRequest = defineProblem({
  status: 400,
  errorType: 'MalformedRequest',
  title: 'The request is malformed',
});

/** Never 400, which ends a license: a proxy may break off the request of an application that still waits. */
export const incompleteRequest = defineProblem({
  status: 408,
  errorType: 'RequestTimeout',
  title: 'The request did not arrive completely',
});

/** Refuses a request body whose media type the route does not accept, and names those that it does. */
export function wrongMediaType({ routeOptions }: FastifyRequest): Problem {
  const accepted = routeOptions.schema?.consumes ?? ['application/json'];
  return unsupportedMediaType({ detail: `The body must be sent as ${accepted.join(' or ')}.` });
}

/** The path without its query, which may hold codes and tokens. */
export function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? request.url;
}
