import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Static, TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { invalidInput, Problem } from '../../kernel/problem.ts';

type Issues = Record<string, string[]>;

/** What `tellEveryIssue` asks. */
export interface FurtherRules<Body> {
  /** What the rules beyond the schema have against a body, by field path. */
  readonly issuesOf: (request: FastifyRequest, body: Body) => Promise<Issues> | Issues;
  /** Fields that are judged together: when the schema refuses one, nothing more is said of the others. */
  readonly judgedTogether?: readonly (readonly string[])[];
}

/**
 * The `errorHandler` of a route whose input has rules that need the account or its database. When the schema refuses
 * a request, those rules judge the parts that it does not refuse, so that one answer names every issue. They get the
 * body with refused fields left out, and with something empty in place of what is required. Of a body with hundreds
 * of refused fields only these are told.
 */
export function tellEveryIssue<Body extends TSchema>(
  schema: Body,
  { issuesOf, judgedTogether = [] }: FurtherRules<Static<Body>>,
) {
  const told = async (error: Error, request: FastifyRequest): Promise<Error> => {
    const refused = error instanceof Problem && error.errorType === REFUSAL ? error.errors : undefined;
    // A refusal before the body was read comes before anybody knows the account and who is asking.
    if (refused === undefined || request.body === undefined) return error;
    // A body that is no object has no parts.
    if (Object.hasOwn(refused, 'body')) return error;
    // Nobody reads on after so many, and to judge what is left of a body that is bad throughout takes its time.
    if (Object.keys(refused).length > MOST_REFUSED) return error;
    const body = Value.Repair(schema, withoutRefused(request.body, refused));
    const groups = judgedTogether.filter((names) => names.some((name) => Object.hasOwn(refused, name)));
    const settled = new Set([...Object.keys(refused), ...groups.flat()]);
    const more = Object.entries(await issuesOf(request, body)).filter(([path]) => !isWithin(path, settled));
    return invalidInput({ errors: Object.fromEntries([...Object.entries(refused), ...more]) });
  };
  return (refusal: Error, request: FastifyRequest, reply: FastifyReply): void => {
    // An error that is sent from here goes on to the handler of all routes.
    const send = (problem: unknown): FastifyReply => reply.send(problem);
    void told(refusal, request).then(send, send);
  };
}

/** Fields that the schema refuses, up to which the other rules are asked as well. */
const MOST_REFUSED = 300;

const REFUSAL = invalidInput().errorType;

function withoutRefused(body: unknown, refused: Issues): unknown {
  const fields = typeof body === 'object' && body !== null ? Object.entries(body) : [];
  return Object.fromEntries(fields.filter(([name]) => !Object.hasOwn(refused, name)));
}

/** Whether one of the paths is this one, or something that this one is a part of. */
function isWithin(path: string, outer: ReadonlySet<string>): boolean {
  if (outer.has(path)) return true;
  return path.matchAll(/[.[]/g).some(({ index }) => outer.has(path.slice(0, index)));
}
