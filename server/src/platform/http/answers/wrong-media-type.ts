import type { FastifyRequest } from 'fastify';
import { type Problem, unsupportedMediaType } from '../../../kernel/problem.ts';

/** Refuses a request body whose media type the route does not accept, and names those that it does. */
export function wrongMediaType({ routeOptions }: FastifyRequest): Problem {
  const accepted = routeOptions.schema?.consumes ?? ['application/json'];
  return unsupportedMediaType({ detail: `The body must be sent as ${accepted.join(' or ')}.` });
}
