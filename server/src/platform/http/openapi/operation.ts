import type { RouteOptions } from 'fastify';
import type { Access } from '../route/app.ts';
import { type Components } from './components.ts';
import { isRefusals } from '../route/responses.ts';
import { exampleOf, exampleOfParameter, type Place } from './examples.ts';
import { refusalResponses } from './refusals.ts';
import { isRecord, type Json } from '../../../kernel/json.ts';

declare module 'fastify' {
  /** The parts of a route that the OpenAPI document uses, beside the schemas of its request and its responses. */
  interface FastifySchema {
    /** The route is not part of the published API. */
    hide?: boolean;
    operationId?: string;
    summary?: string;
    description?: string;
    tags?: readonly string[];
    /** The media types of the request's body, if it is not JSON. */
    consumes?: readonly string[];
    /** The descriptions of the headers that every success has for its clients, by name. */
    responseHeaders?: Readonly<Record<string, string>>;
  }
}

const JSON_TYPE = 'application/json';

const SUCCESSES: Record<string, string> = {
  200: 'Success.',
  201: 'Created.',
  202: 'Accepted.',
};

/** One operation of the document. Named parts are in `components` and are referenced. */
export function operationOf(route: RouteOptions, components: Components): Json {
  const { schema = {}, config } = route;
  const { operationId, summary, tags, params, querystring, headers, response } = schema;
  const access = config?.access;
  const parameters = [
    ...parametersOf('path', params, route.url, components),
    ...parametersOf('query', querystring, route.url, components),
    ...parametersOf('header', headers, route.url, components),
  ];
  const requestBody = requestBodyOf(route, { operationId, components });
  return {
    operationId,
    summary,
    description: descriptionOf(schema.description, access),
    tags: [...(tags ?? [])],
    security: securityOf(access),
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody !== undefined && { requestBody }),
    responses: {
      ...successes(response, schema.responseHeaders, { operationId, components }),
      ...refusalResponses(route, components),
    },
  };
}

/** The properties of an object schema, each as a parameter; one with a `title` has a name in the document. */
function parametersOf(
  place: 'path' | 'query' | 'header',
  object: unknown,
  url: string,
  components: Components,
): Json[] {
  const { properties, required } = isRecord(object) ? object : {};
  const needed: unknown[] = Array.isArray(required) ? required : [];
  return Object.entries(isRecord(properties) ? properties : {}).map(([name, property]) => {
    const { title, description, ...schema } = isRecord(property) ? property : {};
    const parameter = {
      name,
      in: place,
      required: needed.includes(name),
      ...(description !== undefined && { description }),
      schema: components.schema(schema),
      ...(needed.includes(name) && {
        example: exampleOfParameter(schema, { name, owner: ownerIn(url, name) }, components.examples),
      }),
    };
    return typeof title === 'string' ? components.refer('parameters', title, parameter) : parameter;
  });
}

/** `products` of the parameter `id` in `/api/products/:id/icon`. */
function ownerIn(url: string, name: string): string {
  const parts = url.split('/');
  return parts[parts.indexOf(`:${name}`) - 1] ?? '';
}

/** The operation of the request and response bodies. */
interface OperationContext {
  readonly operationId: string | undefined;
  readonly components: Components;
}

function requestBodyOf(
  { method, schema, config }: RouteOptions,
  context: OperationContext,
): Json | undefined {
  const { body, consumes = [JSON_TYPE] } = schema ?? {};
  if (!isRecord(body)) return undefined;
  const { title, description } = body;
  return {
    ...(title === undefined && description !== undefined && { description }),
    required: config?.needsBody === true || needsBody(method, body),
    content: Object.fromEntries(
      consumes.map((mediaType) => [mediaType, contentOf(body, { ...context, side: 'request', mediaType })]),
    ),
  };
}

/** Without a body, the server reads an empty text, which no route accepts, or, but for PUT, an empty object. */
function needsBody(method: RouteOptions['method'], { type, required }: Json): boolean {
  return method === 'PUT' || type !== 'object' || (Array.isArray(required) && required.length > 0);
}

function successes(
  response: unknown,
  headers: Readonly<Record<string, string>> = {},
  context: OperationContext,
): Record<string, Json> {
  const answers = Object.entries(isRecord(response) ? response : {}).filter(
    ([, answer]) => !isRefusals(answer),
  );
  return Object.fromEntries(
    answers.map(([status, answer]) => [
      status,
      {
        ...successOf(status, answer, context),
        ...headersOf(status === '302' ? { ...headers, ...REDIRECT } : headers),
      },
    ]),
  );
}

const REDIRECT = { location: 'The address to continue at.' };

function headersOf(headers: Readonly<Record<string, string>>): { readonly headers?: Json } {
  const described: [string, Json][] = Object.entries(headers).map(([name, description]) => [
    name,
    { description, required: true, schema: { type: 'string' } },
  ]);
  return described.length > 0 ? { headers: Object.fromEntries<Json>(described) } : {};
}

/** A successful response of a route: a JSON schema, `null` for none, or the content of each media type. */
function successOf(status: string, answer: unknown, context: OperationContext): Json {
  const { description = SUCCESSES[status] ?? '', content, type } = isRecord(answer) ? answer : {};
  if (type === 'null') return { description };
  const types = isRecord(content) ? content : { [JSON_TYPE]: { schema: answer } };
  return {
    description,
    content: Object.fromEntries(
      Object.entries(types).map(([mediaType, part]) => [
        mediaType,
        contentOf(isRecord(part) ? part['schema'] : {}, { ...context, side: 'response', mediaType }),
      ]),
    ),
  };
}

/** A request or response body with an example, under the name of its schema if that has one. */
function contentOf(schema: unknown, { components, ...place }: Place & OperationContext): Json {
  const value = exampleOf(schema, place, components.examples);
  const reference = components.schema(schema);
  if (value === undefined) return { schema: reference };
  const title = isRecord(schema) ? schema['title'] : undefined;
  if (typeof title !== 'string') return { schema: reference, example: value };
  return { schema: reference, examples: { [title]: components.refer('examples', title, { value }) } };
}

/** The reference does not show the scopes of an operation, so its description contains the scope, too. */
function descriptionOf(description: string | undefined, access: Access | undefined): string | undefined {
  const note = credentialNote(access);
  if (note === undefined) return description;
  return description === undefined ? note : `${description}\n\n${note}`;
}

function credentialNote(access: Access | undefined): string | undefined {
  if (access?.kind === 'Operator')
    return 'Needs the session of an operator, which the pages of the dashboard have.';
  if (access?.kind !== 'Vendor') return undefined;
  const part = access.partScope === undefined ? '' : `, and for a part of it with \`${access.partScope}\``;
  const operators =
    access.operatorScope === undefined ? '' : `; operators need \`${access.operatorScope}\`, too`;
  return `Needs an API key with the scope \`${access.scope}\`${part}${operators}.`;
}

function securityOf(access: Access | undefined): Record<string, readonly string[]>[] {
  switch (access?.kind) {
    case 'Customer':
      return [{ customerToken: [] }];
    case 'OptionalCustomer':
      return [
        {},
        { customerToken: [] },
        ...(access.acceptsLicenseToken === true ? [{ licenseToken: [] }] : []),
      ];
    case 'Vendor':
      return [{ vendorKey: [access.scope] }];
    case 'Operator':
      return [{ operatorCookie: [] }];
    default:
      return [];
  }
}
