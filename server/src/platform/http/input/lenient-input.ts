type Fields = Record<string, unknown>;

const TRUE = new Set(['true', '1']);
const FALSE = new Set(['false', '0']);

/**
 * Query values of the boolean parameters of a schema as booleans: `true`, `false`, `1` and `0` in any case (wire
 * contract section 1). Other values stay for the schema to refuse.
 */
export function withBooleans(schema: Fields, query: unknown): unknown {
  const properties = fieldsOf(schema['properties']);
  if (properties === undefined || !isFields(query)) return query;
  for (const [name, value] of Object.entries(query)) {
    if (typeof value !== 'string' || fieldsOf(properties[name])?.['type'] !== 'boolean') continue;
    const word = value.toLowerCase();
    if (TRUE.has(word) || FALSE.has(word)) query[name] = TRUE.has(word);
  }
  return query;
}

/**
 * The parameters of a query in a lenient API: of a repeated one the first counts, unless the schema takes a list, and
 * the character NUL, which no column can store, is removed. Parameters that the schema does not name stay unchanged,
 * because nobody reads them.
 */
export function withFirstTexts(schema: Fields, query: unknown): unknown {
  const properties = fieldsOf(schema['properties']);
  if (properties === undefined || !isFields(query)) return query;
  for (const [name, value] of Object.entries(query)) {
    const type = Object.hasOwn(properties, name) ? fieldsOf(properties[name])?.['type'] : undefined;
    if (typeof type !== 'string' || type === 'array' || type === 'object') continue;
    const first: unknown = Array.isArray(value) ? value[0] : value;
    query[name] = typeof first === 'string' ? first.replaceAll('\0', '') : first;
  }
  return query;
}

/**
 * The value without the optional properties that are null, which means absent (wire contract section 1), unless the
 * schema accepts null itself. Properties that the schema does not name stay unchanged.
 */
export function withoutNulls(schema: unknown, value: unknown): unknown {
  const fields = fieldsOf(schema);
  if (fields === undefined) return value;
  if (Array.isArray(value)) return value.map((entry) => withoutNulls(fields['items'], entry));
  const properties = fieldsOf(fields['properties']);
  if (properties === undefined || !isFields(value)) return value;
  const required = Array.isArray(fields['required']) ? fields['required'] : [];
  const parts = Object.entries(value).flatMap(([name, part]) => {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    const isAbsent = part === null && property !== undefined && !required.includes(name);
    if (isAbsent && !takesNull(property)) return [];
    return [[name, withoutNulls(property, part)]];
  });
  return Object.fromEntries(parts);
}

function takesNull(schema: unknown): boolean {
  const fields = fieldsOf(schema) ?? {};
  const { type, anyOf } = fields;
  if (type === 'null' || (Array.isArray(type) && type.includes('null'))) return true;
  if (Array.isArray(anyOf)) return anyOf.some(takesNull);
  // A schema without a type accepts any value.
  return type === undefined && fields['const'] === undefined && fields['enum'] === undefined;
}

function fieldsOf(value: unknown): Fields | undefined {
  return isFields(value) ? value : undefined;
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
