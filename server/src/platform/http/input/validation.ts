import type { ValidateFunction } from 'ajv';
import type { FastifyRequest, FastifySchema, RouteOptions } from 'fastify';
import { cutName } from '../../../kernel/cut-text.ts';
import { refuseIssues } from '../../../kernel/problem.ts';
import { wrongMediaType } from '../route/problem-body.ts';
import { addIssues, createChecker, type ShapeChecker, strictShapes } from '../../shape-issues.ts';
import type { App } from '../route/app.ts';
import { TEXT_MEDIA_TYPES } from './bodies.ts';
import { withBooleans, withFirstTexts, withoutNulls } from './lenient-input.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A request without a body is refused; `{}` is one. Always so for PUT. */
    needsBody?: boolean;
    validators?: RouteValidators;
  }
}

/** Compiled on the route's first request: compiling all of them would be a large part of the startup time. */
type LazyCheck = () => ValidateFunction;

interface RouteValidators {
  readonly params: LazyCheck | undefined;
  readonly querystring: LazyCheck | undefined;
  readonly body: LazyCheck | undefined;
  /** Whether a request without a body is refused. */
  readonly needsBody: boolean;
  /** The kind of request body: a JSON value, plain text, or none. */
  readonly bodyKind: 'json' | 'text' | 'none';
  /** The query parameters that the route reads, if others are refused. */
  readonly queryNames: ReadonlySet<string> | undefined;
  readonly querySchema: Record<string, unknown>;
  /** The schema of the request body, if optional fields may be null. */
  readonly nullableBody: Record<string, unknown> | undefined;
}

/**
 * Checks the path, the query and the body of every request against the route's schema together, so that one response
 * names every issue of the shape. Issues of the business rules come second, from the use case. Bodies are checked
 * strictly; path and query values, being text, are coerced.
 *
 * Strict groups refuse unknown query parameters. The other routes ignore them, and treat an optional field that is null
 * as absent (wire contract section 1).
 */
export function registerValidation(app: App): void {
  // Fastify would stop at the first part that fails; the hook below checks all of them.
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

const coercing = createChecker(true);

function compile(route: RouteOptions): RouteValidators {
  const schema: FastifySchema = route.schema ?? {};
  const bodySchema = route.config?.isStream === true ? undefined : schema.body;
  const body = asSchema(bodySchema);
  const query = asSchema(schema.querystring);
  const isStrict = route.config?.group?.isStrict === true;
  return {
    params: lazily(coercing, schema.params),
    querystring: lazily(coercing, schema.querystring),
    body: lazily(strictShapes, bodySchema),
    needsBody: body !== undefined && (route.method === 'PUT' || route.config?.needsBody === true),
    bodyKind: body === undefined ? 'none' : body['type'] === 'string' ? 'text' : 'json',
    queryNames: isStrict ? new Set(namesOf(query?.['properties'])) : undefined,
    querySchema: query ?? {},
    nullableBody: isStrict ? undefined : body,
  };
}

function namesOf(fields: unknown): string[] {
  return typeof fields === 'object' && fields !== null ? Object.keys(fields) : [];
}

function lazily(checker: ShapeChecker, schema: unknown): LazyCheck | undefined {
  return isSchema(schema) ? () => checker(schema) : undefined;
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
  // Strict groups refuse unknown parameters by name.
  if (validators.queryNames === undefined)
    request.query = withFirstTexts(validators.querySchema, request.query);
  request.query = withBooleans(validators.querySchema, request.query);
  collect(errors, validators.querystring, request.query);
  refuseUnknown(errors, validators.queryNames, request.query);
  if (validators.needsBody && request.body === undefined) {
    // PUT replaces the whole: a body that was lost on its way must not delete it.
    errors['body'] = ['is required'];
  } else if (validators.body !== undefined) {
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
    const value = [`There is no query parameter "${cutName(name)}" here.`];
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
  if (isText !== (kind === 'text')) throw wrongMediaType(request);
}

function collect(
  errors: Record<string, string[]>,
  lazyCheck: LazyCheck | undefined,
  value: unknown,
  rootName?: string,
): void {
  const check = lazyCheck?.();
  if (check !== undefined) addIssues(errors, check, value, rootName);
}
