import assert from 'node:assert/strict';

/**
 * The type that a deployed client expects of a field; `?` after it means that the field may be absent, `|null` that it
 * may be null.
 */
export type FieldKind = keyof typeof KINDS | `${keyof typeof KINDS}|null` | `${keyof typeof KINDS}?`;

/** The fields that a client needs: a kind, fields of an object, or in brackets those of every item of a list. */
export interface Fields {
  readonly [name: string]: FieldKind | Fields | readonly [FieldKind | Fields];
}

const GUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

const KINDS = {
  string: (value: unknown) => typeof value === 'string',
  text: (value: unknown) => typeof value === 'string' && value !== '',
  boolean: (value: unknown) => typeof value === 'boolean',
  number: (value: unknown) => typeof value === 'number',
  integer: (value: unknown) => Number.isInteger(value),
  guid: (value: unknown) => typeof value === 'string' && GUID.test(value),
  instant: (value: unknown) => typeof value === 'string' && INSTANT.test(value),
  url: (value: unknown) => typeof value === 'string' && /^https?:/.test(value) && URL.canParse(value),
  list: (value: unknown) => Array.isArray(value),
  object: (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value),
  /** A record of currencies with decimal numbers, as `{"EUR": 49.9}`. */
  prices: (value: unknown) =>
    isRecord(value) &&
    Object.entries(value).every(([key, amount]) => /^[A-Z]{3}$/.test(key) && typeof amount === 'number'),
} as const;

/**
 * Checks that `value` has every field a client needs, of the kind it needs, and names the path of the first without.
 */
export function assertFields(value: unknown, fields: Fields, path = ''): void {
  assert.ok(isRecord(value), `${path || 'the answer'} is no object: ${JSON.stringify(value)}`);
  for (const [name, field] of Object.entries(fields)) {
    assertField(value[name], field, path === '' ? name : `${path}.${name}`);
  }
}

function assertField(value: unknown, field: Fields[string], path: string): void {
  if (typeof field === 'string') {
    assert.ok(isOfKind(value, field), `${path} is ${JSON.stringify(value)} and not ${field}`);
  } else if (isListOf(field)) {
    assert.ok(Array.isArray(value), `${path} is ${JSON.stringify(value)} and not a list`);
    assert.ok(value.length > 0, `${path} is empty, so nothing shows what its items have`);
    value.forEach((item: unknown, index) => assertField(item, field[0], `${path}[${index}]`));
  } else {
    assertFields(value, field, path);
  }
}

/** Checks that in `value` only the fields that are nullable by contract are null, by name. */
export function assertNoNulls(value: unknown, nullable: readonly string[] = [], path = ''): void {
  if (Array.isArray(value)) {
    value.forEach((item: unknown, index) => assertNoNulls(item, nullable, `${path}[${index}]`));
  } else if (isRecord(value)) {
    for (const [name, field] of Object.entries(value)) {
      if (field === null && nullable.includes(name)) continue;
      assertNoNulls(field, nullable, path === '' ? name : `${path}.${name}`);
    }
  } else {
    assert.notEqual(value, null, `${path} is null and should be absent`);
  }
}

function isOfKind(value: unknown, kind: FieldKind): boolean {
  if (kind.endsWith('?')) return value === undefined || isOf(value, kind.slice(0, -1));
  if (kind.endsWith('|null')) return value === null || isOf(value, kind.slice(0, -5));
  return isOf(value, kind);
}

function isOf(value: unknown, name: string): boolean {
  const [, check] = Object.entries(KINDS).find(([kind]) => kind === name) ?? assert.fail(`no kind ${name}`);
  return check(value);
}

function isListOf(field: Fields[string]): field is readonly [FieldKind | Fields] {
  return Array.isArray(field);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
