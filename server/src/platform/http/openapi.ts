import swagger from '@fastify/swagger';
import type { App } from './app.ts';
import { access } from './access.ts';
import { onceLoaded, sendCompressed } from './compressed-body.ts';
import { ProblemBody, PROBLEM_MEDIA_TYPE } from './problem-answer.ts';

const DESCRIPTION = [
  'Sell, license and deliver software.',
  'Shops call the **customer API** (`/api/customer/…`) with the access token of a customer, or with none; applications ' +
    'call the **client API** (`/api/client/…`); tools of the vendor call the **Core API**, everything that asks for an ' +
    '`Api-Key`. The host of a request says which account it is for.',
  'Errors are `application/problem+json`: decide by `status` and `errorType`; `errors` names every issue by field.',
].join('\n\n');

/** Collects the schemas of all routes into one OpenAPI 3.1 document. */
export async function registerOpenapi(app: App): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Latchkey',
        version: '1',
        description: DESCRIPTION,
      },
      components: {
        schemas: { Problem: ProblemBody },
        securitySchemes: {
          customer: {
            type: 'http',
            scheme: 'bearer',
            bearerFormat: 'JWT',
            description: 'The access token of a customer.',
          },
          apiKey: {
            type: 'apiKey',
            in: 'header',
            name: 'Api-Key',
            description: 'A key of the vendor, made with `latchkey api-key create`.',
          },
        },
      },
    },
    // Shared schemas are named by their `$id`.
    refResolver: {
      buildLocalReference: ({ $id }, _base, _fragment, index) =>
        typeof $id === 'string' ? $id : `Schema${index}`,
    },
    transform: ({ schema, url, route }) => ({
      schema: {
        ...schema,
        ...securityOf(route.config?.access),
        ...scopeNote(route.config?.access, schema?.description),
      },
      url,
    }),
  });
}

/**
 * Serves the document at `/openapi.json`: made and compressed once, when it is first asked for, and the same bytes for
 * everybody. Pages of any origin may read it, for it holds nothing of an account.
 */
export function serveOpenapi(app: App): void {
  const body = onceLoaded(async () => JSON.stringify(openapiDocument(app)));
  app.get(
    '/openapi.json',
    { config: { access: access.public(), isOffAccount: true }, schema: { hide: true } },
    async (request, reply) => {
      reply.headers({ 'access-control-allow-origin': '*', 'cache-control': 'public, no-cache' });
      return sendCompressed(request, reply, await body(), 'application/json; charset=utf-8');
    },
  );
}

const NAMED_PROBLEM = { schema: { $ref: '#/components/schemas/Problem' } };

/**
 * The document of a started application: what `/openapi.json` answers, and what the repository keeps. The one schema
 * that every route answers is named instead of repeated hundreds of times.
 */
export function openapiDocument(app: App): unknown {
  const naming = (key: string, value: unknown): unknown =>
    key === PROBLEM_MEDIA_TYPE ? NAMED_PROBLEM : value;
  return JSON.parse(JSON.stringify(app.swagger(), naming));
}

/** The reference page shows no scopes of keys, so the description of an operation says its scope too. */
function scopeNote(
  route: ReturnType<typeof access.public> | undefined,
  description: string | undefined,
): { description?: string } {
  if (route?.kind !== 'ApiKey') return {};
  const note = `Needs an API key with the scope \`${route.scope}\`.`;
  return { description: description === undefined ? note : `${description}\n\n${note}` };
}

type Security = { security?: Record<string, string[]>[] };

function securityOf(route: ReturnType<typeof access.public> | undefined): Security {
  switch (route?.kind) {
    case 'Customer':
      return { security: [{ customer: [] }] };
    case 'OptionalCustomer':
      return { security: [{}, { customer: [] }] };
    case 'ApiKey':
      return { security: [{ apiKey: [route.scope] }] };
    default:
      return {};
  }
}
