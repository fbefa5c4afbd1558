type Schema = Readonly<Record<string, unknown>>;

const NOTHING_BUT_NAMES = '^.*$';

/**
 * A schema that serializes the same values as `schema`, but faster: without alternatives that a property of the value
 * distinguishes. The serializer would compile a validator of each alternative, which takes longer than the rest of it,
 * and would run them for every value. Alternatives of other kinds (`null`, objects, texts) stay.
 */
export function writableSchema(schema: unknown): unknown {
  if (!isSchema(schema)) return schema;
  const { anyOf, enum: choices, properties, patternProperties, items, additionalProperties } = schema;
  if (Array.isArray(anyOf)) return withoutAlternatives(anyOf.map(writableSchema));
  if (Array.isArray(choices) && choices.every((choice) => typeof choice === 'string'))
    return { type: 'string' };
  const values = isSchema(patternProperties) ? patternProperties[NOTHING_BUT_NAMES] : undefined;
  return {
    ...schema,
    ...(isSchema(properties) && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, property]) => [name, writableSchema(property)]),
      ),
    }),
    ...(items !== undefined && { items: writableSchema(items) }),
    ...(additionalProperties !== undefined && { additionalProperties: writableSchema(additionalProperties) }),
    // The serializer would test the pattern on every name.
    ...(values !== undefined && {
      patternProperties: undefined,
      additionalProperties: writableSchema(values),
    }),
  };
}

function withoutAlternatives(alternatives: readonly unknown[]): Schema {
  const schemas = alternatives.filter(isSchema);
  const values = schemas.filter(({ type }) => type !== 'null');
  const one = commonSchema(values);
  if (one === undefined || schemas.length < alternatives.length) return { anyOf: alternatives };
  const isNullable = values.length < schemas.length || values.some(({ nullable }) => nullable === true);
  return isNullable ? { ...one, nullable: true } : one;
}

/** The schema that serializes the values of all of them, if there is one. */
function commonSchema(schemas: readonly Schema[]): Schema | undefined {
  const [first, ...others] = schemas;
  if (first === undefined) return undefined;
  if (others.every((other) => JSON.stringify(other) === JSON.stringify(first))) return first;
  if (schemas.every(({ type }) => type === 'string')) return { type: 'string' };
  if (schemas.every(isList))
    return { type: 'array', items: withoutAlternatives(schemas.map(({ items }) => items)) };
  return schemas.every(isPlainObject) ? mergedObject(schemas) : undefined;
}

/** Whether all entries are serialized alike. */
function isList(schema: Schema): schema is Schema & { readonly items: Schema } {
  return schema['type'] === 'array' && isSchema(schema['items']);
}

interface PlainObject {
  readonly properties: Schema;
  readonly required?: unknown;
}

/** Whether only its properties are serialized. */
function isPlainObject(schema: Schema): schema is Schema & PlainObject {
  const { type, properties, additionalProperties = false, patternProperties } = schema;
  return (
    type === 'object' &&
    isSchema(properties) &&
    additionalProperties === false &&
    patternProperties === undefined
  );
}

/** An object with the properties of all of them; those that are not required by all may be absent. */
function mergedObject(objects: readonly PlainObject[]): Schema {
  const names = new Set(objects.flatMap(({ properties }) => Object.keys(properties)));
  const requires = ({ required }: PlainObject, name: string): boolean =>
    Array.isArray(required) && required.includes(name);
  return {
    type: 'object',
    properties: Object.fromEntries(
      [...names].map((name) => [
        name,
        withoutAlternatives(objects.flatMap(({ properties }) => properties[name] ?? [])),
      ]),
    ),
    required: [...names].filter((name) => objects.every((object) => requires(object, name))),
  };
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
