import assert from 'node:assert/strict';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { InjectOptions, RouteOptions } from 'fastify';
import type { Response } from 'light-my-request';
import type { App } from '../src/platform/http/route/app.ts';
import { PROBLEM_MEDIA_TYPE } from '../src/platform/http/route/problem-body.ts';
import { collectComponents, type Components } from '../src/platform/http/openapi/components.ts';
import { operationOf } from '../src/platform/http/openapi/operation.ts';
import { publishedRoutes } from '../src/platform/http/openapi/document.ts';
import { isRecord } from '../src/kernel/json.ts';

/** Checks responses against the OpenAPI document that the same application publishes. */
export interface Contract {
  /** Fails when the status, the media type or the body of a response differs from the documentation of its route. */
  check(request: InjectOptions, response: Response): void;
}

interface Answer {
  readonly $ref?: string;
  readonly content?: Record<string, { readonly schema?: object }>;
}
interface Operation {
  readonly responses?: Record<string, Answer>;
}

/** The part of an operation that is checked. */
interface Part {
  /** To a browser, a refusal is a page. */
  readonly isOpenedByPeople: boolean;
  answer(status: number): Answer | undefined;
  validatorOf(schema: object): ValidateFunction;
}

const contracts = new Map<string, Contract>();

/**
 * The contract of a started application. Applications with the same routes publish the same document, each operation of
 * which is compiled once in a process, on first use.
 */
export function contractOf(app: App): Contract {
  const routes = app.routeTable.map(({ method, url }) => `${String(method)} ${url}`).join('\n');
  const contract = contracts.get(routes) ?? readContract(app);
  contracts.set(routes, contract);
  return contract;
}

function readContract(app: App): Contract {
  const parts = new Map<RouteOptions, Part>();
  const components = collectComponents();
  const validatorOf = compiler(components);
  // Without their handlers, so that a closed application is freed.
  const table = app.routeTable.map(({ method, url, schema, config }) => ({
    method,
    url,
    ...(schema && { schema }),
    ...(config && { config }),
    handler: () => undefined,
  }));
  const routes = publishedRoutes(table)
    .map((published) => ({ ...published, pattern: patternOf(published.path) }))
    .toSorted((a, b) => countParameters(a.path) - countParameters(b.path));

  const partOf = (method: string, path: string): Part | undefined => {
    const route = routes.find(({ pattern, ...each }) => each.method === method && pattern.test(path))?.route;
    if (route === undefined) return undefined;
    const part = parts.get(route) ?? readPart(route, components, validatorOf);
    parts.set(route, part);
    return part;
  };

  return {
    check(request, response) {
      checkSentences(response);
      const [method, path] = [(request.method ?? 'GET').toUpperCase(), pathOf(request)];
      const part = partOf(method, path);
      // Unknown routes, preflights and pages are not documented.
      if (part !== undefined) checkAnswer(`${method} ${path}`, part, response);
    },
  };
}

function readPart(route: RouteOptions, components: Components, validatorOf: Part['validatorOf']): Part {
  const operation: Operation = operationOf(route, components);
  const answer: Part['answer'] = (status) => {
    const documented = operation.responses?.[String(status)];
    const name = documented?.$ref?.split('/').at(-1);
    return name === undefined ? documented : Object(components.all()['responses'])[name];
  };
  return { answer, validatorOf, isOpenedByPeople: route.config?.isOpenedByPeople === true };
}

/**
 * Compiles schemas of a document. Schemas that several others refer to are compiled once, and not as a part of each.
 */
function compiler(components: Components): Part['validatorOf'] {
  // A separate test checks whether the document and its schemas are valid.
  const ajv = formats.default(
    new Ajv2020({
      strict: false,
      allErrors: true,
      validateFormats: true,
      validateSchema: false,
      // Most checks run only a few times: fast compilation matters more than fast code.
      inlineRefs: false,
      code: { optimize: false },
    }),
  );
  const compiled = new Map<object, ValidateFunction>();
  return (schema) => {
    const cached = compiled.get(schema);
    if (cached !== undefined) return cached;
    for (const [name, part] of Object.entries(Object(components.all()['schemas'])))
      if (ajv.schemas[name] === undefined) ajv.addSchema(Object(byName(part)), name);
    const validate = ajv.compile(Object(byName(schema)));
    compiled.set(schema, validate);
    return validate;
  };
}

/** A schema that refers to others by their names: `Order`, and not where the document has it. */
function byName(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(byName);
  if (!isRecord(schema)) return schema;
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [
      key,
      key === '$ref' ? String(value).replace('#/components/schemas/', '') : byName(value),
    ]),
  );
}

function checkAnswer(name: string, part: Part, response: Response): void {
  const answer = part.answer(response.statusCode);
  assert.ok(
    answer,
    `${name} answered ${response.statusCode}, which its route does not document: ${response.body}`,
  );
  if (answer.content === undefined || response.body === '') return;
  const mediaType = String(response.headers['content-type']).split(';', 1)[0] ?? '';
  if (part.isOpenedByPeople && response.statusCode >= 400 && mediaType === 'text/html') return;
  const content = answer.content[mediaType];
  assert.ok(
    content,
    `${name} answered ${mediaType}, documented is ${Object.keys(answer.content).join(', ')}`,
  );
  if (content.schema === undefined) return;
  const validate = part.validatorOf(content.schema);
  for (const body of bodiesOf(mediaType, content.schema, response.body)) {
    assert.ok(
      validate(body),
      `${name} broke its schema: ${JSON.stringify(validate.errors)} in ${response.body}`,
    );
  }
}

/** Each line of an NDJSON response matches the schema, unless the schema describes the whole text. */
function bodiesOf(mediaType: string, schema: object, body: string): unknown[] {
  const isText = 'type' in schema && schema.type === 'string';
  if (mediaType.endsWith('ndjson') && !isText)
    return body
      .trimEnd()
      .split('\n')
      .map((line): unknown => JSON.parse(line));
  return [/[/+]json$/.test(mediaType) ? JSON.parse(body) : body];
}

/** Clients show a single message unchanged, so each is a full sentence; and a conflict names the obstacle. */
function checkSentences(response: Response): void {
  if (response.headers['content-type'] !== PROBLEM_MEDIA_TYPE || response.body === '') return;
  const { status, detail, errors = {} }: ProblemText = response.json();
  for (const message of Object.values(errors).flat())
    assert.match(message, /^[\p{Lu}"].*[.!?]$/su, `this message is no sentence: ${message}`);
  if (status === 409) assert.match(detail ?? '', /^[\p{Lu}\d"]/u, `a 409 without detail: ${response.body}`);
}

interface ProblemText {
  readonly status: number;
  readonly detail?: string;
  readonly errors?: Record<string, string[]>;
}

function pathOf(request: InjectOptions): string {
  const url = request.url ?? request.path ?? '/';
  return (typeof url === 'string' ? url : (url.pathname ?? '/')).split('?', 1)[0] ?? '/';
}

function patternOf(template: string): RegExp {
  const pattern = template
    .split(/\{[^}]+\}/)
    .map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
    .join('[^/]+');
  return new RegExp(`^${pattern}$`);
}

function countParameters(template: string): number {
  return template.split('{').length;
}
