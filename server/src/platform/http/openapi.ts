import swagger from '@fastify/swagger';
import type { App } from './app.ts';
import { access } from './access.ts';
import { ProblemBody, PROBLEM_MEDIA_TYPE } from './problem-answer.ts';

/** Collects the schemas of all routes into one OpenAPI 3.1 document at `/openapi.json`. */
export async function registerOpenapi(app: App): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Latchkey',
        version: '1',
        description: 'Sell, license and deliver software: the customer, client and core APIs.',
      },
      components: {
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
            description: 'A key made in the account settings.',
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
      schema: { ...schema, ...securityOf(route.config?.access) },
      url,
    }),
  });
  app.get(
    '/openapi.json',
    { config: { access: access.public(), isOffAccount: true }, schema: { hide: true } },
    async () => openapiDocument(app),
  );
}

/** A document as far as this file rewrites it. */
interface Described {
  paths?: Record<
    string,
    Record<string, { responses?: Record<string, { content?: Record<string, { schema?: object }> }> }>
  >;
  components?: { schemas?: Record<string, object> };
}

/** Names the one schema that every route answers, instead of repeating it hundreds of times. */
function nameProblem(document: Described): Described {
  const operations = Object.values(document.paths ?? {}).flatMap((path) => Object.values(path));
  const answers = operations.flatMap(({ responses }) => Object.values(responses ?? {}));
  for (const { content } of answers) {
    if (content?.[PROBLEM_MEDIA_TYPE] === undefined) continue;
    content[PROBLEM_MEDIA_TYPE] = { schema: { $ref: '#/components/schemas/Problem' } };
  }
  const schemas = { ...document.components?.schemas, Problem: ProblemBody };
  return { ...document, components: { ...document.components, schemas } };
}

/** The document of a started application: what `/openapi.json` answers, and what the repository keeps. */
export function openapiDocument(app: App): object {
  const document: Described = JSON.parse(JSON.stringify(app.swagger()));
  return nameProblem(document);
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
