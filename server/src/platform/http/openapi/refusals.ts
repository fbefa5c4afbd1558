import type { RouteOptions } from 'fastify';
import {
  forbidden,
  invalidInput,
  notFound,
  overloaded,
  payloadTooLarge,
  type ProblemKind,
  rateLimited,
  storeClosed,
  readOnlyView,
  unauthorized,
  unsupportedMediaType,
} from '../../../kernel/problem.ts';
import type { Access } from '../route/app.ts';
import { malformedRequest, PROBLEM_MEDIA_TYPE, problemBody, ProblemBody } from '../route/problem-body.ts';
import { isRefusals, refusalsByStatus } from '../route/responses.ts';
import { type Components } from './components.ts';
import { isRecord, type Json } from '../../../kernel/json.ts';

const MEANINGS: Record<number, string> = {
  400: 'The input is malformed or invalid.',
  401: 'The credential is missing or not valid.',
  403: 'The caller is known and not permitted.',
  404: 'Unknown, or of another account or customer.',
  409: 'The current state does not allow this.',
  410: 'The store is closed.',
  412: 'The thing was changed since it was read.',
  413: 'The body is too large.',
  415: 'The media type is not supported.',
  422: 'The request cannot be used: its idempotency key or its token.',
  429: 'Too many requests.',
  503: 'Overloaded, or the database is away.',
};

const RETRY_AFTER = { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } } };

const HEADERS: Record<number, Json> = {
  401: {
    'WWW-Authenticate': { description: 'The missing credential.', schema: { type: 'string' } },
  },
  429: RETRY_AFTER,
  503: RETRY_AFTER,
};

/** A response with more kinds than this is defined inline: its name would be longer than its content. */
const MOST_IN_A_NAME = 3;

/** The refusals of a route as responses: its own, and those of every route with the same kind of caller. */
export function refusalResponses(route: RouteOptions, components: Components): Record<string, Json> {
  const byStatus = refusalsByStatus([...ownKinds(route.schema?.response), ...commonKinds(route)]);
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, { kinds }]) => [
      status,
      response(Number(status), kinds, components),
    ]),
  );
}

function ownKinds(responses: unknown): readonly ProblemKind[] {
  return Object.values(isRecord(responses) ? responses : {}).flatMap((answer) =>
    isRefusals(answer) ? answer.kinds : [],
  );
}

/** The refusals of any route: bad input, an unknown host, the limits, and failures. */
function commonKinds({ method, config }: RouteOptions): readonly ProblemKind[] {
  const isReading = method === 'GET';
  const makers = [
    invalidInput,
    malformedRequest,
    ...credentialRefusals(config?.access),
    notFound,
    ...(config?.group?.closesIn === undefined ? [] : [storeClosed]),
    ...(isReading ? [] : [payloadTooLarge, unsupportedMediaType]),
    rateLimited,
    overloaded,
  ];
  return makers.map(({ kind }) => kind);
}

function credentialRefusals(access: Access | undefined) {
  if (access?.kind === 'Vendor') return [unauthorized, forbidden];
  if (access?.kind === 'Operator') return [unauthorized, forbidden];
  if (access?.kind === 'Customer') return [unauthorized, readOnlyView];
  return access?.kind === 'OptionalCustomer' ? [readOnlyView] : [];
}

function response(status: number, kinds: readonly ProblemKind[], components: Components): Json {
  const codes = kinds.map(({ errorType }) => errorType);
  const headers = HEADERS[status];
  const whole = {
    description: [MEANINGS[status] ?? 'A refusal.', kinds.map(lineOf).join('\n')].join('\n\n'),
    ...(headers !== undefined && { headers }),
    content: {
      [PROBLEM_MEDIA_TYPE]: {
        schema: {
          allOf: [
            components.schema(ProblemBody),
            {
              type: 'object',
              properties: { status: { type: 'integer', enum: [status] }, errorType: { enum: codes } },
            },
          ],
        },
        examples: Object.fromEntries(kinds.map((kind) => [kind.errorType, exampleOf(kind, components)])),
      },
    },
  };
  return kinds.length > MOST_IN_A_NAME ? whole : components.refer('responses', codes.join('Or'), whole);
}

function lineOf({ errorType, title, detail = title }: ProblemKind): string {
  return `- \`${errorType}\`: ${detail.replace(/([^.!?])$/, '$1.')}`;
}

const TRACE_ID = '0190a8f0-5c3e-7d41-9b7a-2f6c1d8e4a10';

function exampleOf(kind: ProblemKind, components: Components): Json {
  return components.refer('examples', kind.exampleName ?? kind.errorType, {
    summary: kind.title,
    value: problemBody(kind, TRACE_ID),
  });
}
