import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import formats from 'ajv-formats';
import type { FastifyRequest, FastifySchema, RouteOptions } from 'fastify';
import { parseMoment } from '../../../kernel/moment.ts';
import { refuseIssues, unsupportedMediaType } from '../../../kernel/problem.ts';
import { AJV_OPTIONS } from '../../schema-check.ts';
import type { App } from '../server/app.ts';
import { TEXT_MEDIA_TYPES } from './bodies.ts';
import { withBooleans, withFirstTexts, withoutNulls } from './lenient-input.ts';
import { sparingLongArrays } from './long-arrays.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    validators?: RouteValidators;
  }
}

/** Compiled when the route is first asked: all of them together would be a good part of the time a start takes. */
type LazyCheck = () => ValidateFunction;

interface RouteValidators {
  readonly params: LazyCheck | undefined;
  readonly querystring: LazyCheck | undefined;
  readonly body: LazyCheck | undefined;
  /** What the body is: a JSON value, plain text, or nothing. */
  readonly bodyKind: 'json' | 'text' | 'none';
  readonly isBodyOptional: boolean;
  /** The query parameters that the route reads, where others are refused. */
  readonly queryNames: ReadonlySet<string> | undefined;
  readonly querySchema: Record<string, unknown>;
  /** The schema of the body, where an optional field may be null. */
  readonly nullableBody: Record<string, unknown> | undefined;
}

/**
 * Checks the path, the query and the body of every request against the route's schema, all together, so that one answer
 * names every issue of the shape. What the rules of the business have against it comes second, from the use case. Bodies
 * are taken strictly; path and query values, being text, are coerced.
 *
 * The Core API refuses query parameters that it does not know: a misspelt filter must never answer everything. The other
 * APIs ignore them, and take an optional field that is null as absent (wire contract section 1).
 */
export function registerValidation(app: App): void {
  // Fastify would stop at the first part that fails; the hook below looks at all of them.
  app.setValidatorCompiler(() => () => true);
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, validators: compile(route) };
  });
  app.addHook('preValidation', (request, _reply, done) => {
    const validators = request.routeConfig.validators;
    if (validators !== undefined) validate(request, validators);
    done();
  });
}

interface Checker {
  readonly ajv: Ajv;
  /** By schema: the applications of a process share what is compiled, for tests start hundreds of them. */
  readonly checks: WeakMap<object, ValidateFunction>;
}

const strict = createChecker(false);
const coercing = createChecker(true);

function createChecker(coerceTypes: boolean): Checker {
  const ajv = formats.default(new Ajv({ ...AJV_OPTIONS, coerceTypes }));
  ajv.addFormat('date-time', (text: string) => parseMoment(text) !== undefined);
  return { ajv, checks: new WeakMap() };
}

function compile(route: RouteOptions): RouteValidators {
  const schema: FastifySchema = route.schema ?? {};
  const body = asSchema(schema.body);
  const query = asSchema(schema.querystring);
  const isCore = route.config?.access?.kind === 'ApiKey';
  return {
    params: lazily(coercing, schema.params),
    querystring: lazily(coercing, schema.querystring),
    body: lazily(strict, schema.body),
    bodyKind: body === undefined ? 'none' : body['type'] === 'string' ? 'text' : 'json',
    isBodyOptional: body?.['x-optional'] === true,
    queryNames: isCore ? new Set(namesOf(query?.['properties'])) : undefined,
    querySchema: query ?? {},
    nullableBody: isCore ? undefined : body,
  };
}

function namesOf(fields: unknown): string[] {
  return typeof fields === 'object' && fields !== null ? Object.keys(fields) : [];
}

function lazily({ ajv, checks }: Checker, schema: unknown): LazyCheck | undefined {
  if (!isSchema(schema)) return undefined;
  return () => {
    const check = checks.get(schema) ?? ajv.compile(Object(sparingLongArrays(schema)));
    checks.set(schema, check);
    return check;
  };
}

function asSchema(schema: unknown): Record<string, unknown> | undefined {
  return isSchema(schema) ? { ...schema } : undefined;
}

function isSchema(schema: unknown): schema is object {
  return typeof schema === 'object' && schema !== null;
}

function validate(request: FastifyRequest, validators: RouteValidators): void {
  checkMediaType(request, validators.bodyKind);
  const errors: Record<string, string[]> = {};
  collect(errors, validators.params, request.params);
  // The Core API knows every parameter by name and refuses what is wrong with it.
  if (validators.queryNames === undefined)
    request.query = withFirstTexts(validators.querySchema, request.query);
  request.query = withBooleans(validators.querySchema, request.query);
  collect(errors, validators.querystring, request.query);
  refuseUnknown(errors, validators.queryNames, request.query);
  if (validators.body !== undefined && !(validators.isBodyOptional && isAbsent(request))) {
    // The handler gets the empty body as well, with the defaults of the schema in it.
    if (request.body === undefined) request.body = emptyBody(validators.bodyKind);
    if (validators.nullableBody !== undefined)
      request.body = withoutNulls(validators.nullableBody, request.body);
    collect(errors, validators.body, request.body, 'body');
  }
  refuseIssues(errors);
}

function refuseUnknown(
  errors: Record<string, string[]>,
  names: ReadonlySet<string> | undefined,
  query: unknown,
): void {
  if (names === undefined) return;
  for (const name of namesOf(query)) {
    if (names.has(name)) continue;
    const value = [`There is no query parameter "${name}" here.`];
    Object.defineProperty(errors, name, { value, enumerable: true });
  }
}

function isAbsent({ body }: FastifyRequest): boolean {
  return body === undefined || body === null;
}

/** An absent body is an empty one: clients send a content type without a body. */
function emptyBody(kind: RouteValidators['bodyKind']): unknown {
  return kind === 'text' ? '' : {};
}

function checkMediaType(request: FastifyRequest, kind: RouteValidators['bodyKind']): void {
  if (isAbsent(request) || kind === 'none') return;
  const mediaType = request.headers['content-type']?.toLowerCase() ?? '';
  const isText = TEXT_MEDIA_TYPES.some((type) => mediaType.startsWith(type));
  if (kind === 'json' && isText)
    throw unsupportedMediaType({ detail: 'The body must be sent as application/json.' });
  if (kind === 'text' && !isText)
    throw unsupportedMediaType({ detail: 'The body must be sent as text/plain.' });
}

/** More issues than anybody reads; an answer may not be many times larger than its request. */
const MOST_ISSUES = 1_000;

function collect(
  errors: Record<string, string[]>,
  lazyCheck: LazyCheck | undefined,
  value: unknown,
  rootName = 'request',
): void {
  const check = lazyCheck?.();
  if (check === undefined || check(value)) return;
  for (const error of (check.errors ?? []).slice(0, MOST_ISSUES)) {
    const message = describe(error);
    if (message === undefined) continue;
    const path = fieldPath(error) || rootName;
    const messages = Object.hasOwn(errors, path) ? errors[path] : undefined;
    if (messages === undefined) Object.defineProperty(errors, path, { value: [message], enumerable: true });
    else if (!messages.includes(message)) messages.push(message);
  }
}

/** `/items/0/quantity` → `items[0].quantity`; a missing or unknown property is named itself. */
function fieldPath(error: ErrorObject): string {
  const property: unknown = error.params['missingProperty'] ?? error.params['additionalProperty'];
  const parts = error.instancePath.split('/').slice(1).map(unescapePointer);
  if (typeof property === 'string') parts.push(property);
  return parts.reduce((path, part) => {
    if (/^\d+$/.test(part)) return `${path}[${part}]`;
    return path === '' ? part : `${path}.${part}`;
  }, '');
}

function unescapePointer(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~');
}

const FORMATS: Record<string, string> = {
  'date-time': 'must be an ISO-8601 date and time, such as 2031-05-01T10:00:00Z',
  uuid: 'must be a GUID',
  email: 'must be an email address',
  uri: 'must be an absolute URL',
};

/** A sentence for a person; `undefined` for errors that only wrap others. */
function describe(error: ErrorObject): string | undefined {
  const { keyword, params, parentSchema } = error;
  const hint: unknown = parentSchema?.['errorMessage'];
  switch (keyword) {
    case 'required':
      return 'is required';
    case 'additionalProperties':
      return 'is not a known property';
    case 'type':
      // Of a value that may also be null, the other type says what is wanted.
      return params['type'] === 'null' ? undefined : typeMessage(params['type']);
    case 'format':
      return FORMATS[String(params['format'])] ?? `must be a valid ${String(params['format'])}`;
    case 'pattern':
      return typeof hint === 'string' ? hint : 'has an invalid form';
    case 'const':
      return `must be ${JSON.stringify(params['allowedValue'])}`;
    case 'enum':
      return `must be one of ${Array.isArray(params['allowedValues']) ? params['allowedValues'].join(', ') : ''}`;
    case 'anyOf':
    case 'oneOf':
    case 'if':
      return typeof hint === 'string' ? hint : undefined;
    default:
      return limitMessage(keyword, Number(params['limit'])) ?? error.message ?? 'is invalid';
  }
}

function typeMessage(type: unknown): string {
  if (type === 'integer') return 'must be a whole number';
  const typeName = String(type);
  return `must be ${/^[aeio]/.test(typeName) ? 'an' : 'a'} ${typeName}`;
}

function limitMessage(keyword: string, limit: number): string | undefined {
  switch (keyword) {
    case 'minLength':
      return limit === 1 ? 'must not be empty' : `must have at least ${limit} characters`;
    case 'maxLength':
      return `must have at most ${limit} characters`;
    case 'minItems':
      return `must have at least ${limit} ${limit === 1 ? 'entry' : 'entries'}`;
    case 'maxItems':
      return `must have at most ${limit} entries`;
    case 'minimum':
      return `must be at least ${limit}`;
    case 'maximum':
      return `must be at most ${limit}`;
    case 'exclusiveMinimum':
      return `must be more than ${limit}`;
    case 'minProperties':
      return 'must name at least one property';
    default:
      return undefined;
  }
}
