import type { RouteOptions } from 'fastify';
import type { App } from '../app.ts';
import { PROBLEM_MEDIA_TYPE, ProblemBody } from '../problem-answer.ts';
import { isRecord, type Json, nameSchemas, sorted } from './components.ts';
import { operationOf } from './operation.ts';

const DESCRIPTION = [
  'Sell, license and deliver software.',
  'Shops call the **customer API** (`/api/customer/…`) with the access token of a customer, or with none; applications ' +
    'call the **client API** (`/api/client/…`); tools of the vendor call the **Core API**, everything that asks for an ' +
    '`Api-Key`. The host of a request says which account it is for.',
  'Errors are `application/problem+json`: decide by `status` and `errorType`; `errors` names every issue by field.',
].join('\n\n');

const SECURITY_SCHEMES = {
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
};

const METHODS = new Set(['GET', 'POST', 'PATCH', 'PUT', 'DELETE']);

/**
 * The OpenAPI 3.1 document of an application: what `/openapi.json` answers, and what the repository keeps. It is made
 * from its routes; schemas with a title, and the refusals of each status, stand once under `components`.
 */
export function openapiDocument(app: App): Json {
  const { content, schemas } = nameSchemas({ paths: pathsOf(app.routeTable), problem: ProblemBody });
  const { paths, responses } = nameRefusals(content['paths']);
  return {
    openapi: '3.1.0',
    info: { title: 'Latchkey', version: '1', description: DESCRIPTION },
    paths,
    components: { schemas, responses, securitySchemes: SECURITY_SCHEMES },
  };
}

/** The published operations by path and method, in the order in which their routes were registered. */
function pathsOf(routes: readonly RouteOptions[]): Json {
  const paths: Record<string, Record<string, Json>> = {};
  for (const route of routes) {
    if (route.schema === undefined || route.schema.hide === true) continue;
    const path = route.url.replaceAll(/:(\w+)/g, '{$1}');
    for (const method of [route.method].flat()) {
      if (METHODS.has(method)) (paths[path] ??= {})[method.toLowerCase()] = operationOf(route);
    }
  }
  return paths;
}

/** Takes the refusals out of the responses, one for each status, and refers to them. */
function nameRefusals(paths: unknown): { readonly paths: unknown; readonly responses: Json } {
  const responses: Record<string, unknown> = {};
  const content = { [PROBLEM_MEDIA_TYPE]: { schema: { $ref: '#/components/schemas/Problem' } } };
  const naming = (key: string, value: unknown): unknown => {
    const types = isRecord(value) ? value['content'] : undefined;
    if (!isRecord(value) || !isRecord(types) || !(PROBLEM_MEDIA_TYPE in types)) return value;
    responses[`Problem${key}`] = { description: value['description'], content };
    return { $ref: `#/components/responses/Problem${key}` };
  };
  const named: unknown = JSON.parse(JSON.stringify(paths, naming));
  return { paths: named, responses: sorted(responses) };
}
