import assert from 'node:assert/strict';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { InjectOptions } from 'fastify';
import type { Response } from 'light-my-request';
import type { App } from '../src/platform/http/server/app.ts';
import { PROBLEM_MEDIA_TYPE } from '../src/platform/http/answers/problem-answer.ts';
import { openapiDocument } from '../src/platform/http/openapi/document.ts';
import { withoutReferences } from './whole-document.ts';

/** Checks answers against the OpenAPI document that the same application publishes. */
export interface Contract {
  /** Fails when the status, the media type or the body of an answer is not what its route documents. */
  check(request: InjectOptions, response: Response): void;
  /** Every operation of the document as `GET /path/{id}`. */
  readonly operations: readonly string[];
}

interface Answer {
  content?: Record<string, { schema?: object }>;
}
interface Operation {
  responses?: Record<string, Answer>;
}
interface Document {
  paths?: Record<string, Record<string, Operation>>;
}

const contracts = new Map<string, Contract>();

/**
 * The contract of a started application. Applications with the same routes publish the same document, which is made
 * and compiled once in a process: it is most of what the start of a test application would cost.
 */
export function contractOf(app: App): Contract {
  const routes = app.printRoutes({ commonPrefix: false });
  const contract = contracts.get(routes) ?? readContract(app);
  contracts.set(routes, contract);
  return contract;
}

function readContract(app: App): Contract {
  const document: Document = Object(withoutReferences(openapiDocument(app)));
  // Whether the document and its schemas are valid is for a test of their own.
  const ajv = formats.default(
    new Ajv2020({ strict: false, allErrors: true, validateFormats: true, validateSchema: false }),
  );
  const compiled = new Map<object, ValidateFunction>();
  const paths = Object.entries(document.paths ?? {})
    .map(([template, operations]) => ({ template, operations, pattern: patternOf(template) }))
    .toSorted((a, b) => countParameters(a.template) - countParameters(b.template));

  const operationOf = (method: string, path: string): Operation | undefined =>
    paths.find(({ pattern, operations }) => pattern.test(path) && operations[method] !== undefined)
      ?.operations[method];

  const validatorOf = (schema: object): ValidateFunction => {
    const cached = compiled.get(schema);
    if (cached !== undefined) return cached;
    const validate = ajv.compile(schema);
    compiled.set(schema, validate);
    return validate;
  };

  return {
    operations: paths.flatMap(({ template, operations }) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${template}`),
    ),
    check(request, response) {
      checkSentences(response);
      const method = (request.method ?? 'GET').toLowerCase();
      const operation = operationOf(method, pathOf(request));
      // Unknown routes, preflights and pages are in no document.
      if (operation === undefined) return;
      checkAnswer(`${method.toUpperCase()} ${pathOf(request)}`, operation, response, validatorOf);
    },
  };
}

function checkAnswer(
  name: string,
  operation: Operation,
  response: Response,
  validatorOf: (schema: object) => ValidateFunction,
): void {
  const answer = operation.responses?.[String(response.statusCode)];
  assert.ok(
    answer,
    `${name} answered ${response.statusCode}, which its route does not document: ${response.body}`,
  );
  if (answer.content === undefined || response.body === '') return;
  const mediaType = String(response.headers['content-type']).split(';', 1)[0] ?? '';
  const content = answer.content[mediaType];
  assert.ok(
    content,
    `${name} answered ${mediaType}, documented is ${Object.keys(answer.content).join(', ')}`,
  );
  if (content.schema === undefined) return;
  const validate = validatorOf(content.schema);
  for (const body of bodiesOf(mediaType, content.schema, response.body)) {
    assert.ok(
      validate(body),
      `${name} broke its schema: ${JSON.stringify(validate.errors)} in ${response.body}`,
    );
  }
}

/** Each line of an NDJSON answer is one of what its schema describes, unless that describes the whole text. */
function bodiesOf(mediaType: string, schema: object, body: string): unknown[] {
  const isText = 'type' in schema && schema.type === 'string';
  if (mediaType.endsWith('ndjson') && !isText)
    return body
      .trimEnd()
      .split('\n')
      .map((line): unknown => JSON.parse(line));
  return [/[/+]json$/.test(mediaType) ? JSON.parse(body) : body];
}

/** Clients show a single message as it is, so each is a full sentence; and a conflict says what is in the way. */
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
