import { isRecord, type Json } from '../../../kernel/json.ts';
import { BODIES, VALUES } from './sample-values.ts';

/** Media types with binary content, which have no example. */
const BINARY = /^(image\/|application\/octet-stream$)/;

/** The place of an example: the operation, and whether it is a request or a response. */
export interface Place {
  readonly operationId: string | undefined;
  readonly side: 'request' | 'response';
  readonly mediaType: string;
}

/** An example of what a schema describes; `undefined` if there is none. */
export function exampleOf(schema: unknown, { operationId, side, mediaType }: Place): unknown {
  if (BINARY.test(mediaType)) return undefined;
  const title = isRecord(schema) && typeof schema['title'] === 'string' ? schema['title'] : '';
  for (const name of [`${operationId}.${side}`, title, ...(side === 'response' ? [mediaType] : [])])
    if (Object.hasOwn(BODIES, name)) return BODIES[name];
  return sampleOf(schema, { name: '', owner: '', isWhole: side === 'response' });
}

/** The value of a parameter in the snippets of the reference; `owner` is the part of the path before it. */
export function exampleOfParameter(name: string, schema: unknown, owner: string): unknown {
  return sampleOf(schema, { name, owner, isWhole: false });
}

interface Spot {
  readonly name: string;
  /** The title of the schema around it, or of a parameter the part of the path before it. */
  readonly owner: string;
  /** Including optional fields. */
  readonly isWhole: boolean;
}

function sampleOf(schema: unknown, spot: Spot): unknown {
  if (!isRecord(schema)) return null;
  const { title, type, anyOf, items, properties, patternProperties } = schema;
  const owner = typeof title === 'string' ? title : spot.owner;
  if (Object.hasOwn(BODIES, owner) && typeof title === 'string') return BODIES[owner];
  if (isRecord(properties)) return objectOf(schema, properties, { ...spot, owner });
  if (Array.isArray(anyOf) && anyOf.some(isStructured))
    return sampleOf(anyOf.find(isStructured), { ...spot, owner });
  if (isRecord(patternProperties)) return recordOf(patternProperties, spot);
  if (type === 'array') return [sampleOf(items, { ...spot, owner })];
  return plainValue(schema, spot);
}

function isStructured(schema: unknown): boolean {
  if (!isRecord(schema)) return false;
  const isComposed = ['properties', 'patternProperties', 'anyOf'].some((key) => key in schema);
  return isComposed || schema['type'] === 'array';
}

function objectOf(schema: Json, properties: Json, spot: Spot): Json {
  const required: unknown[] = Array.isArray(schema['required']) ? schema['required'] : [];
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([name]) => spot.isWhole || required.includes(name))
      .map(([name, property]) => [name, sampleOf(property, { ...spot, name })]),
  );
}

/** Amounts by currency, ids by item, and properties by name. */
function recordOf(patterns: Json, { name, owner }: Spot): Json {
  const [of] = Object.values(patterns);
  const type = isRecord(of) ? of['type'] : undefined;
  if (type === 'number') return { EUR: 49, USD: 55 };
  if (type === 'array') return { 'Product/demo-app': [] };
  return name === 'errors' && owner === 'Problem' ? {} : { edition: 'Studio' };
}

function plainValue(schema: Json, { name, owner }: Spot): unknown {
  const { const: fixed, enum: choices, default: usual, format, type, anyOf, minimum } = schema;
  if (fixed !== undefined) return fixed;
  if (Array.isArray(choices)) return choices[0];
  for (const key of [`${owner}.${name}`, name]) if (Object.hasOwn(VALUES, key)) return VALUES[key];
  if (usual !== undefined) return usual;
  if (Array.isArray(anyOf))
    return plainValue(isRecord(anyOf[0]) ? anyOf[0] : {}, { name, owner, isWhole: false });
  if (typeof format === 'string' && Object.hasOwn(VALUES, format)) return VALUES[format];
  if (type === 'boolean') return true;
  if (type === 'integer' || type === 'number') return typeof minimum === 'number' ? minimum : 1;
  return type === 'null' ? null : name;
}
