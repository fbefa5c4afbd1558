import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import formats from 'ajv-formats';
import { cutName } from '../kernel/cut-text.ts';
import { parseMoment } from '../kernel/moment.ts';
import type { Static, TSchema } from '../kernel/schema.ts';
import { sparingLongArrays } from './long-arrays.ts';
import { AJV_OPTIONS } from './schema-check.ts';

/** Gives the check of a schema, compiled with its first use. */
export type ShapeChecker = (schema: object) => ValidateFunction;

/** A checker of input, which supports the formats of times, addresses and ids. */
export function createChecker(coerceTypes: boolean): ShapeChecker {
  const ajv = formats.default(new Ajv({ ...AJV_OPTIONS, coerceTypes }));
  ajv.addFormat('date-time', (text: string) => parseMoment(text) !== undefined);
  // By schema: the applications of a process share compiled checks, because tests start hundreds of them.
  const checks = new WeakMap<object, ValidateFunction>();
  return (schema) => {
    const check = checks.get(schema) ?? ajv.compile(Object(sparingLongArrays(schema)));
    checks.set(schema, check);
    return check;
  };
}

/** JSON values are not coerced: `"12"` is not 12. */
export const strictShapes: ShapeChecker = createChecker(false);

/** More issues than anybody reads; a response must not be many times larger than its request. */
const MOST_ISSUES = 1_000;

/** Adds the issues of a value: messages by the path of the field, under `rootName` for the value itself. */
export function addIssues(
  errors: Record<string, string[]>,
  check: ValidateFunction,
  value: unknown,
  rootName = 'request',
): void {
  if (check(value)) return;
  for (const error of (check.errors ?? []).slice(0, MOST_ISSUES)) {
    const message = describe(error, hintOf(check, error));
    if (message === undefined) continue;
    const path = fieldPath(error) || rootName;
    // What each alternative of a union misses contradicts the others: its own sentence stands for all of them.
    const messages = Object.hasOwn(errors, path) && !isUnion(error) ? errors[path] : undefined;
    if (messages === undefined)
      Object.defineProperty(errors, path, { value: [message], enumerable: true, configurable: true });
    else if (!messages.includes(message)) messages.push(message);
  }
}

/** The value under its type, or every issue of its shape. @see addIssues */
export function readInput<Schema extends TSchema>(
  schema: Schema,
  value: unknown,
  rootName?: string,
): { readonly value: Static<Schema> } | { readonly errors: Record<string, string[]> } {
  const check = strictShapes(schema);
  if (fits<Schema>(check, value)) return { value };
  const errors: Record<string, string[]> = {};
  addIssues(errors, check, value, rootName);
  return { errors };
}

function fits<Schema extends TSchema>(check: ValidateFunction, value: unknown): value is Static<Schema> {
  return check(value);
}

/** `/items/0/quantity` → `items[0].quantity`; a missing or unknown property is named itself. Names are cut. */
function fieldPath(error: ErrorObject): string {
  const property: unknown = error.params['missingProperty'] ?? error.params['additionalProperty'];
  const parts = error.instancePath
    .split('/')
    .slice(1)
    .map((part) => cutName(unescapePointer(part)));
  if (typeof property === 'string') parts.push(cutName(property));
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

function isUnion({ keyword }: ErrorObject): boolean {
  return keyword === 'anyOf' || keyword === 'oneOf';
}

/** The `errorMessage` of the schema that a value does not fit; found by its path, so that errors need no copy of it. */
function hintOf({ schema }: ValidateFunction, { schemaPath }: ErrorObject): string | undefined {
  let part: unknown = schema;
  for (const name of schemaPath.split('/').slice(1, -1)) {
    if (typeof part !== 'object' || part === null) return undefined;
    part = Reflect.get(part, unescapePointer(decodeURIComponent(name)));
  }
  const hint: unknown = typeof part === 'object' && part !== null && Reflect.get(part, 'errorMessage');
  return typeof hint === 'string' ? hint : undefined;
}

/** A sentence for a person; `undefined` for errors that only wrap others. */
function describe({ keyword, params, message }: ErrorObject, hint: string | undefined): string | undefined {
  switch (keyword) {
    case 'required':
      return 'is required';
    case 'additionalProperties':
      return 'is not a known property';
    case 'type':
      // For a value that may also be null, the other type describes the expected value.
      return params['type'] === 'null' ? undefined : typeMessage(params['type']);
    case 'format':
      return FORMATS[String(params['format'])] ?? `must be a valid ${String(params['format'])}`;
    case 'pattern':
      return hint ?? 'has an invalid form';
    case 'const':
      return `must be ${JSON.stringify(params['allowedValue'])}`;
    case 'enum':
      return `must be one of ${Array.isArray(params['allowedValues']) ? params['allowedValues'].join(', ') : ''}`;
    case 'anyOf':
    case 'oneOf':
    case 'if':
      return hint;
    default:
      return limitMessage(keyword, Number(params['limit'])) ?? message ?? 'is invalid';
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
