// Not a recursive schema: a schema cannot limit the bytes of the JSON, avoid the stack for deep hostile input, check
// that a date exists, or truncate issues and long names so that the response stays in proportion; and for a value that
// fits none of the four types it would report the issues of each of them.

/** A value with its own type (core API, Custom property). */
type TypedValue =
  | { readonly type: 'text'; readonly value: string }
  | { readonly type: 'number'; readonly value: number }
  /** An ISO-8601 date and time with seconds and an offset, stored as written. */
  | { readonly type: 'date'; readonly value: string }
  | { readonly type: 'object'; readonly value: { readonly [name: string]: TypedValue } };

/** A custom property of a customer, license, product or trial. */
export type CustomProperty = TypedValue & {
  /** Shown in the storefront and to customers, not only in the Core API. */
  readonly public: boolean;
  readonly includeInToken: boolean;
};

/** Custom properties by name. Any name that fits the grammar is plain data, `__proto__` too. */
export type CustomProperties = Record<string, CustomProperty>;

/** The maximum nesting of objects: an object property is the first level, its direct children are on it. */
const MAX_OBJECT_LEVELS = 5;

/** The maximum size of one entity's custom properties, in UTF-8 bytes of their JSON text. */
export const MAX_PROPERTIES_BYTES = 48 * 1024;

const MAX_ISSUES = 1_000;
const MAX_NAME_IN_PATH = 64;

const nameExpression = /^[A-Za-z_][A-Za-z0-9_.-]*$/;
const dateTimeExpression =
  /^(\d{4})-(\d{2})-(\d{2})T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/;

/**
 * Checks a whole set of custom properties as it was sent (core API, Custom property; wire contract section 6). Returns
 * every issue: path of the field → messages; `{}` when it is valid. A path joins names with dots as in the JSON
 * (`size.value.width.type`); the set as a whole has the path `''`. Long names are shortened in paths, and at most 1,000
 * issues are listed, so that the response stays in proportion to the request.
 */
export function checkProperties(input: unknown): Record<string, string[]> {
  const issues = collectIssues();
  if (isObject(input)) {
    if (jsonBytes(input) > MAX_PROPERTIES_BYTES) {
      issues.add('', `must not exceed ${MAX_PROPERTIES_BYTES / 1024} KB of JSON text`);
    }
    for (const [name, property] of Object.entries(input)) {
      checkTypedValue({ name, path: nameInPath(name), value: property, level: 1 }, issues);
    }
  } else {
    issues.add('', 'must be an object of custom properties by name');
  }
  return issues.byPath();
}

/** Whether the input is a valid set of custom properties; `checkProperties` returns the issues. */
export function isCustomProperties(input: unknown): input is CustomProperties {
  return Object.keys(checkProperties(input)).length === 0;
}

/**
 * The properties that belong in a license token, as plain values without their types, nested objects too.
 * `undefined` when there are none, so that the claim is left out.
 */
export function tokenProperties(properties: CustomProperties): Record<string, unknown> | undefined {
  return plainProperties(properties, (property) => property.includeInToken);
}

/** The properties that customers may see, as plain values. `undefined` when there are none. */
export function publicProperties(properties: CustomProperties): Record<string, unknown> | undefined {
  return plainProperties(properties, (property) => property.public);
}

function plainProperties(
  properties: CustomProperties,
  isIncluded: (property: CustomProperty) => boolean,
): Record<string, unknown> | undefined {
  const entries = Object.entries(properties).filter(([, property]) => isIncluded(property));
  return entries.length === 0 ? undefined : plainObject(entries);
}

function plainObject(entries: [string, TypedValue][]): Record<string, unknown> {
  // `fromEntries` defines each field, where an assignment to `__proto__` would change the prototype.
  return Object.fromEntries(
    entries.map(([name, typed]) => [
      name,
      typed.type === 'object' ? plainObject(Object.entries(typed.value)) : typed.value,
    ]),
  );
}

interface Candidate {
  readonly name: string;
  readonly path: string;
  readonly value: unknown;
  /** 1 for a property of the entity, 2 for a value inside its object, and so on. */
  readonly level: number;
}

function checkTypedValue(candidate: Candidate, issues: Issues): void {
  const { name, path, value: typed, level } = candidate;
  if (!nameExpression.test(name)) {
    issues.add(
      path,
      'has a name that is not allowed: a letter or underscore first, then letters, digits, underscores, hyphens or periods',
    );
  }
  if (!isObject(typed)) {
    issues.add(path, `must be an object with ${joinWords(fieldsAt(level))}`);
    return;
  }
  const fields = new Map(Object.entries(typed));
  for (const field of fieldsAt(level)) {
    if (fields.get(field) === undefined) issues.add(`${path}.${field}`, 'is required');
  }
  for (const [field, value] of fields) {
    if (!fieldsAt(level).includes(field)) issues.add(`${path}.${nameInPath(field)}`, 'is not a known field');
    else if (flagFields.includes(field) && value !== undefined && typeof value !== 'boolean') {
      issues.add(`${path}.${field}`, 'must be true or false');
    }
  }
  checkTypeAndValue({ path, type: fields.get('type'), value: fields.get('value'), level }, issues);
}

function checkTypeAndValue(
  { path, type, value, level }: { path: string; type: unknown; value: unknown; level: number },
  issues: Issues,
): void {
  if (type === undefined) return;
  if (type === 'object') {
    if (value !== undefined) checkObject({ path: `${path}.value`, value, level }, issues);
    return;
  }
  const rule = scalarRules.get(type);
  if (rule === undefined) {
    issues.add(`${path}.type`, `must be one of ${[...scalarRules.keys(), 'object'].join(', ')}`);
  } else if (value !== undefined && !rule.holds(value)) {
    issues.add(`${path}.value`, rule.message);
  }
}

function checkObject(
  { path, value, level }: { path: string; value: unknown; level: number },
  issues: Issues,
): void {
  if (!isObject(value)) {
    issues.add(path, 'must be an object of typed values by name');
    return;
  }
  if (level > MAX_OBJECT_LEVELS) {
    issues.add(path, `must not nest objects more than ${MAX_OBJECT_LEVELS} levels deep`);
    return;
  }
  const entries = Object.entries(value);
  if (entries.length === 0) issues.add(path, 'must contain at least one field');
  for (const [name, typed] of entries) {
    checkTypedValue({ name, path: `${path}.${nameInPath(name)}`, value: typed, level: level + 1 }, issues);
  }
}

const scalarRules: ReadonlyMap<unknown, { holds: (value: unknown) => boolean; message: string }> = new Map([
  ['text', { holds: (value: unknown) => typeof value === 'string', message: 'must be a string' }],
  ['number', { holds: (value: unknown) => Number.isFinite(value), message: 'must be a number' }],
  [
    'date',
    { holds: isDateTime, message: 'must be an ISO-8601 date and time, such as 2031-05-01T10:00:00.000Z' },
  ],
]);

const flagFields: readonly string[] = ['public', 'includeInToken'];
const nestedFields: readonly string[] = ['type', 'value'];
const propertyFields: readonly string[] = [...nestedFields, ...flagFields];

function fieldsAt(level: number): readonly string[] {
  return level === 1 ? propertyFields : nestedFields;
}

function joinWords(words: readonly string[]): string {
  return `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

function isDateTime(value: unknown): boolean {
  const match = typeof value === 'string' ? dateTimeExpression.exec(value) : null;
  if (match === null) return false;
  const [year, month, day] = match.slice(1, 4).map(Number);
  if (year === undefined || month === undefined || day === undefined) return false;
  return day >= 1 && day <= daysInMonth(year, month);
}

function daysInMonth(year: number, month: number): number {
  const isLeapYear = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return [31, isLeapYear ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
}

/**
 * The UTF-8 bytes of the value's JSON text. Walks with an explicit stack, because the depth of input is not limited and
 * `JSON.stringify` would overflow the call stack.
 */
function jsonBytes(root: object): number {
  const pending: unknown[] = [root];
  let bytes = 0;
  while (pending.length > 0) {
    const value = pending.pop();
    if (Array.isArray(value)) {
      bytes += 2 + Math.max(0, value.length - 1);
      for (const item of value) pending.push(item);
    } else if (isObject(value)) {
      const entries = Object.entries(value).filter(([, field]) => field !== undefined);
      bytes += 2 + Math.max(0, entries.length - 1);
      for (const [name, field] of entries) {
        bytes += Buffer.byteLength(JSON.stringify(name)) + 1;
        pending.push(field);
      }
    } else {
      bytes += Buffer.byteLength(JSON.stringify(value) ?? 'null');
    }
  }
  return bytes;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function nameInPath(name: string): string {
  return name.length > MAX_NAME_IN_PATH ? `${name.slice(0, MAX_NAME_IN_PATH)}…` : name;
}

interface Issues {
  add(path: string, message: string): void;
  byPath(): Record<string, string[]>;
}

function collectIssues(): Issues {
  const messages = new Map<string, string[]>();
  let count = 0;
  const record = (path: string, message: string): void => {
    messages.set(path, [...(messages.get(path) ?? []), message]);
  };
  return {
    add(path, message) {
      count += 1;
      if (count <= MAX_ISSUES) record(path, message);
      else if (count === MAX_ISSUES + 1)
        record('', `has more than ${MAX_ISSUES} issues; the rest is not listed`);
    },
    byPath: () => Object.fromEntries(messages),
  };
}
