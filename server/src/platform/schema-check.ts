import { Ajv, type ErrorObject as ShapeMistake, type ValidateFunction } from 'ajv';
import type { Static, TSchema } from '../kernel/schema.ts';

export type { ShapeMistake };

/**
 * All issues are reported, and missing values get the defaults of the schema. The schemas are our own, and tests check
 * the resulting document: each Ajv would take 2 MB to check them at run time as well.
 */
export const AJV_OPTIONS = {
  allErrors: true,
  useDefaults: true,
  strict: false,
  meta: false,
  validateSchema: false,
} as const;

// For everything but requests, which `platform/http` checks.
const ajv = new Ajv(AJV_OPTIONS);
const checks = new WeakMap<TSchema, ValidateFunction>();

/** A copy of the value with the defaults of the schema filled in; `undefined` when it does not fit. */
export function readAs<Schema extends TSchema>(schema: Schema, value: unknown): Static<Schema> | undefined {
  const copy: unknown = structuredClone(value);
  return fits(schema, copy) ? copy : undefined;
}

/** The copy of `readAs`, and all issues of its shape; none when it fits. */
export function shapeOf(
  schema: TSchema,
  value: unknown,
): { readonly copy: unknown; readonly mistakes: readonly ShapeMistake[] } {
  const copy: unknown = structuredClone(value);
  const check = checkOf(schema);
  return { copy, mistakes: check(copy) ? [] : (check.errors ?? []) };
}

function fits<Schema extends TSchema>(schema: Schema, value: unknown): value is Static<Schema> {
  return checkOf(schema)(value);
}

/** Compiled with the first value of its kind. */
function checkOf(schema: TSchema): ValidateFunction {
  const check = checks.get(schema) ?? ajv.compile(schema);
  checks.set(schema, check);
  return check;
}
