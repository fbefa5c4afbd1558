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
    if (!/^[A-Z][A-Za-z0-9]*$/.test(name)) throw new Error(`"${name}" is no name for one of ${section}`);
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
    return typeof title === 'string' ? refer('schemas', title, whole) : whole;
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

function sorted(parts: Json): Json {
  return Object.fromEntries(Object.entries(parts).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
