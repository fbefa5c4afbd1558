import { type Examples, NO_EXAMPLES } from './examples.ts';
import { isRecord, type Json } from '../../../kernel/json.ts';

/** The sections of `components` with named parts. */
type Section = 'schemas' | 'parameters' | 'responses' | 'examples';

/** The parts of a document that are defined once and referenced. */
export interface Components {
  readonly examples: Examples;
  /**
   * Stores a part under a name and returns the reference to it. Throws when the name is invalid, or already refers to
   * another part.
   */
  refer(section: Section, name: string, part: Json): Json;
  /** A schema for the document: it and its subschemas become references wherever they have a `title`. */
  schema(schema: unknown): unknown;
  /** All parts by section and name, in the order of their names. */
  all(): Json;
}

/** Keywords whose values are data, in which a `title` does not name a schema. */
const DATA = new Set(['const', 'default', 'enum', 'example', 'examples']);

/** Keywords of the server's own, for the wording of refusals; the document omits them. */
const OWN = new Set(['errorMessage']);

/** Starts the components of a document with these examples. */
export function collectComponents(examples = NO_EXAMPLES): Components {
  const sections: Record<Section, Record<string, Json>> = {
    schemas: {},
    parameters: {},
    responses: {},
    examples: {},
  };
  /** The number of parts so far. */
  let sortedSections: Json | undefined;

  const refer: Components['refer'] = (section, name, part) => {
    if (!/^[A-Z][A-Za-z0-9]*$/.test(name)) throw new Error(`"${name}" is not a name for one of ${section}`);
    const first = sections[section][name];
    if (first === undefined) {
      sections[section][name] = part;
      sortedSections = undefined;
    } else if (JSON.stringify(first) !== JSON.stringify(part)) {
      throw new Error(`two different ${section} have the name ${name}`);
    }
    return { $ref: `#/components/${section}/${name}` };
  };

  const schema = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(schema);
    if (!isRecord(value)) return value;
    const whole = withoutPattern(
      Object.fromEntries(
        Object.entries(value)
          .filter(([key]) => !OWN.has(key))
          .map(([key, part]) => [key, DATA.has(key) ? part : schema(part)]),
      ),
    );
    const { title } = whole;
    const part = withUnionKind(whole, value);
    return typeof title === 'string' ? refer('schemas', title, part) : part;
  };

  return {
    examples,
    refer,
    schema,
    all: () =>
      (sortedSections ??= Object.fromEntries(
        Object.entries(sections).map(([section, parts]) => [section, sorted(parts)]),
      )),
  };
}

/** TypeBox describes a record by a pattern of its names; generators expect free names. */
function withoutPattern(schema: Json): Json {
  const { patternProperties, ...rest } = schema;
  const [entry, ...more] = Object.entries(isRecord(patternProperties) ? patternProperties : {});
  return entry?.[0] === '^.*$' && more.length === 0 ? { ...rest, additionalProperties: entry[1] } : schema;
}

/**
 * Generators have no type for an `anyOf` in general. Constants become an `enum`, and objects that a required constant
 * tells apart become a `oneOf`, with the constant as `discriminator` where each object has a name. `origin` is the schema
 * before its parts became references.
 */
function withUnionKind(schema: Json, origin: Json): Json {
  const { anyOf: parts, ...rest } = schema;
  const origins: unknown = origin['anyOf'];
  if (!Array.isArray(parts) || !Array.isArray(origins) || !origins.every(isRecord)) return schema;
  if (origins.every(({ const: value }) => typeof value === 'string'))
    return { ...rest, type: 'string', enum: origins.map(({ const: value }) => value) };
  const propertyName = Object.keys(constantsOf(origins[0])).find((name) => {
    const values = origins.map((part) => constantsOf(part)[name]);
    return !values.includes(undefined) && new Set(values).size === values.length;
  });
  if (propertyName === undefined) return schema;
  const references = parts.map((part) => (isRecord(part) ? part['$ref'] : undefined));
  if (references.includes(undefined)) return { ...rest, oneOf: parts };
  const values = origins.map((part) => constantsOf(part)[propertyName]);
  const mapping = Object.fromEntries(values.map((value, index) => [String(value), references[index]]));
  return { ...rest, oneOf: parts, discriminator: { propertyName, mapping } };
}

/** The required properties of an object that have one value. */
function constantsOf(schema: Json | undefined): Readonly<Record<string, unknown>> {
  const { properties, required } = schema ?? {};
  if (!isRecord(properties) || !Array.isArray(required)) return {};
  const constants = Object.entries(properties).flatMap(([name, part]): [string, unknown][] =>
    required.includes(name) && isRecord(part) && typeof part['const'] === 'string'
      ? [[name, part['const']]]
      : [],
  );
  return Object.fromEntries(constants);
}

function sorted(parts: Json): Json {
  return Object.fromEntries(Object.entries(parts).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
