import { type Static, type TSchema, Type } from 'typebox';
import { type ProblemBody, PROBLEM_MEDIA_TYPE } from './problem-answer.ts';

const MEANINGS: Record<number, string> = {
  400: 'The input is malformed or invalid.',
  401: 'The credential is missing or not valid.',
  403: 'The caller is known and not permitted.',
  404: 'Unknown, or of another account or customer.',
  409: 'The present state does not allow this.',
  412: 'The thing was changed since it was read.',
  413: 'The body is too large.',
  415: 'The media type is not supported.',
  422: 'The idempotency key was used for a different request.',
  428: 'The request must say which revision it changes.',
  429: 'Too many requests.',
  503: 'Overloaded, or the database is away.',
};

/** Refusals that any route can answer: bad input, an unknown host, the limits, and failures. */
const EVERYWHERE = [400, 404, 413, 415, 429, 503] as const;

type Refusal = Readonly<{ description: string; content: Record<string, { schema: typeof AnyProblem }> }>;

/**
 * Problems are written without a serializer, so that Fastify makes no copy of one for every status of every route;
 * the OpenAPI document names their schema.
 */
const AnyProblem = Type.Unsafe<Static<typeof ProblemBody>>({});

/**
 * The refusals of a route for its `schema.response`: those named, and those any route can answer. The contract
 * tests refuse an answer with a status that its route does not document.
 *
 * @example response: { 200: License, ...problems(401, 403) }
 */
export function problems<Status extends keyof typeof MEANINGS>(
  ...statuses: Status[]
): Record<Status, Refusal> {
  const documented: Record<number, Refusal> = {};
  for (const status of [...EVERYWHERE, ...statuses]) {
    documented[status] = {
      description: MEANINGS[status] ?? 'A refusal.',
      content: { [PROBLEM_MEDIA_TYPE]: { schema: AnyProblem } },
    };
  }
  return documented;
}

/** A text answer, such as a token, in each of the media types. */
export function textAnswer(description: string, schema: TSchema, ...mediaTypes: string[]) {
  return { description, content: Object.fromEntries(mediaTypes.map((type) => [type, { schema }])) };
}

/** An answer without a body. */
export function emptyAnswer(description: string) {
  return Type.Unsafe<undefined>({ type: 'null', description });
}
