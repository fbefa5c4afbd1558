import type { RouteOptions } from 'fastify';
import type { Access } from '../access.ts';
import { isRecord, type Json } from './components.ts';

declare module 'fastify' {
  /** What the OpenAPI document says about a route, beside the schemas of its request and its answers. */
  interface FastifySchema {
    /** The route is not part of the published API. */
    hide?: boolean;
    operationId?: string;
    summary?: string;
    description?: string;
    tags?: readonly string[];
    /** The media types of the request's body, where it is not JSON. */
    consumes?: readonly string[];
  }
}

const JSON_TYPE = 'application/json';

const SUCCESSES: Record<string, string> = {
  200: 'Success.',
  201: 'Created.',
  202: 'Accepted.',
};

/** One operation of the document, with all of its schemas where they are used. */
export function operationOf({ schema = {}, config }: RouteOptions): Json {
  const { operationId, summary, tags, params, querystring, body, response, consumes } = schema;
  const access = config?.access;
  const parameters = [...parametersOf('path', params), ...parametersOf('query', querystring)];
  const description = descriptionOf(schema.description, access);
  const requestBody = requestBodyOf(body, consumes);
  return {
    ...(operationId !== undefined && { operationId }),
    ...(summary !== undefined && { summary }),
    ...(description !== undefined && { description }),
    tags: [...(tags ?? [])],
    ...(access !== undefined && securityOf(access)),
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody !== undefined && { requestBody }),
    responses: Object.fromEntries(
      Object.entries(isRecord(response) ? response : {}).map(([status, answer]) => [
        status,
        responseOf(status, answer),
      ]),
    ),
  };
}

/** The properties of an object schema, each as a parameter. */
function parametersOf(place: 'path' | 'query', schema: unknown): Json[] {
  const { properties, required } = isRecord(schema) ? schema : {};
  const needed: unknown[] = Array.isArray(required) ? required : [];
  return Object.entries(isRecord(properties) ? properties : {}).map(([name, property]) => {
    const { description, schema } = withoutDescription(isRecord(property) ? property : {});
    return {
      name,
      in: place,
      required: needed.includes(name),
      ...(description !== undefined && { description }),
      schema,
    };
  });
}

function requestBodyOf(body: unknown, consumes: readonly string[] = [JSON_TYPE]): Json | undefined {
  if (!isRecord(body)) return undefined;
  const { description, schema } = withoutDescription(body);
  return {
    ...(description !== undefined && { description }),
    required: true,
    content: Object.fromEntries(consumes.map((type) => [type, { schema }])),
  };
}

/** The description of a schema without a name stands beside it, where readers look. */
function withoutDescription(whole: Json): { readonly description?: unknown; readonly schema: Json } {
  if ('title' in whole) return { schema: whole };
  const { description, ...schema } = whole;
  return { description, schema };
}

/** An answer of a route: a schema of JSON, `null` for none, or the content of each media type. */
function responseOf(status: string, answer: unknown): Json {
  const { description = SUCCESSES[status] ?? '', content, type } = isRecord(answer) ? answer : {};
  if (isRecord(content)) return { description, content };
  return type === 'null' ? { description } : { description, content: { [JSON_TYPE]: { schema: answer } } };
}

/** The reference page shows no scopes of keys, so the description of an operation says its scope too. */
function descriptionOf(description: string | undefined, access: Access | undefined): string | undefined {
  if (access?.kind !== 'ApiKey') return description;
  const note = `Needs an API key with the scope \`${access.scope}\`.`;
  return description === undefined ? note : `${description}\n\n${note}`;
}

function securityOf(access: Access): { security?: Record<string, string[]>[] } {
  switch (access.kind) {
    case 'Customer':
      return { security: [{ customer: [] }] };
    case 'OptionalCustomer':
      return { security: [{}, { customer: [] }] };
    case 'ApiKey':
      return { security: [{ apiKey: [access.scope] }] };
    case 'Public':
      return {};
  }
}
