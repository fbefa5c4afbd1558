import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import formats from 'ajv-formats';
import type { FastifyRequest, FastifySchema, RouteOptions } from 'fastify';
import { invalidInput, unsupportedMediaType } from '../../kernel/problem.ts';
import type { App } from './app.ts';
import { TEXT_MEDIA_TYPES } from './bodies.ts';
import { sparingLongArrays } from './long-arrays.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    validators?: RouteValidators;
    /**
     * Rules of the business that no schema says, told together with the schema's issues. Gets body and query as they
     * came, so it answers for the fields whose type is right and leaves the others to the schema.
     */
    alsoCheck?: (body: unknown, query: unknown) => Readonly<Record<string, string[]>>;
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
}

/**
 * Checks the path, the query and the body of every request against the route's schema, all together, so that
 * one answer names every issue. Bodies are taken strictly; path and query values, being text, are coerced.
 */
export function registerValidation(app: App): void {
  const strict = formats.default(
    new Ajv({ allErrors: true, coerceTypes: false, useDefaults: true, strict: false }),
  );
  const coercing = formats.default(
    new Ajv({ allErrors: true, coerceTypes: true, useDefaults: true, strict: false }),
  );
  // Fastify would stop at the first part that fails; the hook below looks at all of them.
  app.setValidatorCompiler(() => () => true);
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, validators: compile(route, strict, coercing) };
  });
  app.addHook('preValidation', (request, _reply, done) => {
    const validators = request.routeConfig.validators;
    if (validators !== undefined) validate(request, validators);
    done();
  });
}

function compile(route: RouteOptions, strict: Ajv, coercing: Ajv): RouteValidators {
  const schema: FastifySchema = route.schema ?? {};
  const body = asSchema(schema.body);
  return {
    params: schema.params === undefined ? undefined : lazily(coercing, asSchema(schema.params) ?? {}),
    querystring:
      schema.querystring === undefined ? undefined : lazily(coercing, asSchema(schema.querystring) ?? {}),
    body: body === undefined ? undefined : lazily(strict, body),
    bodyKind: body === undefined ? 'none' : body['type'] === 'string' ? 'text' : 'json',
    isBodyOptional: body?.['x-optional'] === true,
  };
}

function lazily(ajv: Ajv, schema: Record<string, unknown>): LazyCheck {
  let check: ValidateFunction | undefined;
  return () => (check ??= ajv.compile(Object(sparingLongArrays(schema))));
}

function asSchema(schema: unknown): Record<string, unknown> | undefined {
  return typeof schema === 'object' && schema !== null ? { ...schema } : undefined;
}

function validate(request: FastifyRequest, validators: RouteValidators): void {
  checkMediaType(request, validators.bodyKind);
  const errors: Record<string, string[]> = {};
  collect(errors, validators.params, request.params);
  collect(errors, validators.querystring, request.query);
  if (validators.body !== undefined && !(validators.isBodyOptional && isAbsent(request))) {
    // The handler gets the empty body as well, with the defaults of the schema in it.
    if (request.body === undefined) request.body = emptyBody(validators.bodyKind);
    collect(errors, validators.body, request.body, 'body');
  }
  const alsoCheck = request.routeConfig.alsoCheck;
  if (alsoCheck !== undefined) addMissing(errors, alsoCheck(request.body, request.query));
  if (Object.keys(errors).length > 0) throw invalidInput({ errors });
}

/** A field that the schema refuses is not judged twice. */
function addMissing(errors: Record<string, string[]>, more: Readonly<Record<string, string[]>>): void {
  for (const [path, messages] of Object.entries(more)) {
    if (messages.length === 0 || Object.hasOwn(errors, path)) continue;
    Object.defineProperty(errors, path, { value: messages, enumerable: true });
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
  const named: unknown = error.params['missingProperty'] ?? error.params['additionalProperty'];
  const parts = error.instancePath.split('/').slice(1).map(unescapePointer);
  if (typeof named === 'string') parts.push(named);
  return parts.reduce((path, part) => {
    if (/^\d+$/.test(part)) return `${path}[${part}]`;
    return path === '' ? part : `${path}.${part}`;
  }, '');
}

function unescapePointer(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~');
}

const FORMATS: Record<string, string> = {
  'date-time': 'must be an ISO-8601 date and time with a time zone',
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
  const named = String(type);
  return `must be ${/^[aeio]/.test(named) ? 'an' : 'a'} ${named}`;
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
