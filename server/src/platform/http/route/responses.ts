import { type TSchema, Type } from '../../../kernel/schema.ts';
import type { ProblemKind, ProblemMaker } from '../../../kernel/problem.ts';
import { isRecord } from '../../../kernel/json.ts';
import { PROBLEM_MEDIA_TYPE } from './problem-body.ts';

/** The refusals of a route with the same status. */
interface Refusals {
  readonly kinds: readonly ProblemKind[];
  /** Problems are written without a serializer, so that Fastify creates none for each status of each route. */
  readonly content: Readonly<Record<string, { readonly schema: object }>>;
}

const UNREAD = { [PROBLEM_MEDIA_TYPE]: { schema: {} } };

/**
 * The refusals that are specific to a route, for its `schema.response`. Refusals of every route, and of every route
 * with a credential or an idempotency key, are added by the document. The contract tests reject a response whose
 * `errorType` its route does not document.
 *
 * @example response: { 200: License, ...problems(productNotOwned, noFreeActivations) }
 */
export function problems(...makers: ProblemMaker[]): object {
  return refusalsByStatus(makers.map(({ kind }) => kind));
}

/** The responses of a route with further refusals in addition to its own of the same status. */
export function withProblems(responses: unknown, ...makers: ProblemMaker[]): object {
  const own = isRecord(responses) ? responses : {};
  const kinds = Object.values(own).flatMap((answer) => (isRefusals(answer) ? answer.kinds : []));
  return { ...own, ...refusalsByStatus([...kinds, ...makers.map(({ kind }) => kind)]) };
}

/** Whether an entry of a route's responses describes refusals. */
export function isRefusals(answer: unknown): answer is Refusals {
  return typeof answer === 'object' && answer !== null && 'kinds' in answer;
}

/** Kinds of problems by their status, each code once. */
export function refusalsByStatus(kinds: readonly ProblemKind[]): Record<number, Refusals> {
  const refusals: Record<number, Refusals> = {};
  for (const kind of kinds) {
    const same = refusals[kind.status]?.kinds ?? [];
    const isKnown = same.some(({ errorType }) => errorType === kind.errorType);
    refusals[kind.status] = { kinds: isKnown ? same : [...same, kind], content: UNREAD };
  }
  return refusals;
}

/** A text response, such as a token, in each of the media types. */
export function textAnswer(description: string, schema: TSchema, ...mediaTypes: string[]) {
  return { description, content: Object.fromEntries(mediaTypes.map((type) => [type, { schema }])) };
}

/** A response without content. */
export function emptyAnswer(description: string) {
  return Type.Unsafe<undefined>({ type: 'null', description });
}
