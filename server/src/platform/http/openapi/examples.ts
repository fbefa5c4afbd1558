import { isRecord, type Json } from '../../../kernel/json.ts';

/** Values for the examples of a document. */
export interface Examples {
  /**
   * Of properties and parameters, by name or format; a name may follow the title of the schema around it, or the part
   * of the path before it: `Bundle.id`, `bundles.id`.
   */
  readonly values: Json;
  /** Whole bodies, by the title of their schema or by the operation that accepts or returns them. */
  readonly bodies: Json;
  /** Of objects with any names, by the type of their values. */
  readonly records: { readonly number: Json; readonly array: Json; readonly any: Json };
}

export const NO_EXAMPLES: Examples = {
  values: {},
  bodies: {},
  records: { number: {}, array: {}, any: {} },
};

/** Media types with binary content, which have no example. */
const BINARY = /^(image\/|application\/octet-stream$)/;

/** The place of an example: the operation, and whether it is a request or a response. */
export interface Place {
  readonly operationId: string | undefined;
  readonly side: 'request' | 'response';
  readonly mediaType: string;
}

/** An example of what a schema describes; `undefined` if there is none. */
export function exampleOf(schema: unknown, place: Place, examples: Examples): unknown {
  const { operationId, side, mediaType } = place;
  const { bodies } = examples;
  if (BINARY.test(mediaType)) return undefined;
  const title = isRecord(schema) && typeof schema['title'] === 'string' ? schema['title'] : '';
  for (const name of [`${operationId}.${side}`, title, ...(side === 'response' ? [mediaType] : [])])
    if (Object.hasOwn(bodies, name)) return bodies[name];
  return sampleOf(schema, { name: '', owner: '', isWhole: side === 'response', examples });
}

/** The value of a parameter in the snippets of the reference; `owner` is the part of the path before it. */
export function exampleOfParameter(
  schema: unknown,
  parameter: { readonly name: string; readonly owner: string },
  examples: Examples,
): unknown {
  return sampleOf(schema, { ...parameter, isWhole: false, examples });
}

/** Where a schema is in the document. */
interface SchemaPosition {
  readonly name: string;
  /** The title of the schema around it, or of a parameter the part of the path before it. */
  readonly owner: string;
  /** Including optional fields. */
  readonly isWhole: boolean;
  readonly examples: Examples;
}

function sampleOf(schema: unknown, position: SchemaPosition): unknown {
  if (!isRecord(schema)) return null;
  const { title, type, anyOf, items, properties, patternProperties } = schema;
  const owner = typeof title === 'string' ? title : position.owner;
  const { bodies } = position.examples;
  if (Object.hasOwn(bodies, owner) && typeof title === 'string') return bodies[owner];
  if (isRecord(properties)) return objectOf(schema, properties, { ...position, owner });
  if (Array.isArray(anyOf) && anyOf.some(isStructured))
    return sampleOf(anyOf.find(isStructured), { ...position, owner });
  if (isRecord(patternProperties)) return recordOf(patternProperties, position);
  if (type === 'array') return [sampleOf(items, { ...position, owner })];
  return plainValue(schema, position);
}

function isStructured(schema: unknown): boolean {
  if (!isRecord(schema)) return false;
  const isComposed = ['properties', 'patternProperties', 'anyOf'].some((key) => key in schema);
  return isComposed || schema['type'] === 'array';
}

function objectOf(schema: Json, properties: Json, position: SchemaPosition): Json {
  const required: unknown[] = Array.isArray(schema['required']) ? schema['required'] : [];
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([name]) => position.isWhole || required.includes(name))
      .map(([name, property]) => [name, sampleOf(property, { ...position, name })]),
  );
}

function recordOf(patterns: Json, { name, owner, examples: { records } }: SchemaPosition): Json {
  const [of] = Object.values(patterns);
  const type = isRecord(of) ? of['type'] : undefined;
  if (name === 'errors' && owner === 'Problem') return {};
  return type === 'number' || type === 'array' ? records[type] : records.any;
}

function plainValue(schema: Json, position: SchemaPosition): unknown {
  const {
    name,
    owner,
    examples: { values },
  } = position;
  const { const: fixed, enum: choices, default: usual, format, type, anyOf, minimum } = schema;
  if (fixed !== undefined) return fixed;
  if (Array.isArray(choices)) return choices[0];
  for (const key of [`${owner}.${name}`, name]) if (Object.hasOwn(values, key)) return values[key];
  if (usual !== undefined) return usual;
  if (Array.isArray(anyOf)) return plainValue(isRecord(anyOf[0]) ? anyOf[0] : {}, position);
  if (typeof format === 'string' && Object.hasOwn(values, format)) return values[format];
  if (type === 'boolean') return true;
  if (type === 'integer' || type === 'number') return typeof minimum === 'number' ? minimum : 1;
  return type === 'null' ? null : name;
}
