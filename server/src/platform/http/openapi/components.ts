/** A part of a document, read as plain data. */
export type Json = Readonly<Record<string, unknown>>;

/** Keywords whose values are data, in which a `title` is no name of a schema. */
const DATA = new Set(['const', 'default', 'enum', 'example', 'examples']);

/** Keywords of the server's own: they say how it checks a request, which is nobody else's business. */
const OWN = new Set(['errorMessage']);

/**
 * Takes every schema with a `title` out of some content of a document: it stands once under `components.schemas`, by
 * its title, and the content refers to it. Throws when two different schemas have the same title.
 */
export function nameSchemas(content: Json): { readonly content: Json; readonly schemas: Json } {
  const schemas: Record<string, unknown> = {};
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(walk);
    if (!isRecord(value)) return value;
    const schema = Object.fromEntries(
      Object.entries(value)
        .filter(([key]) => !OWN.has(key))
        .map(([key, part]) => [key, DATA.has(key) ? part : walk(part)]),
    );
    const { title } = schema;
    const plain = withoutPattern(schema);
    return typeof title === 'string' ? refer(schemas, title, plain) : plain;
  };
  const named = Object.fromEntries(Object.entries(content).map(([key, part]) => [key, walk(part)]));
  return { content: named, schemas: sorted(schemas) };
}

/** TypeBox says of a record that its names match a pattern; generators know one whose names are free. */
function withoutPattern(schema: Json): Json {
  const { patternProperties, ...rest } = schema;
  const [entry, ...more] = Object.entries(isRecord(patternProperties) ? patternProperties : {});
  return entry?.[0] === '^.*$' && more.length === 0 ? { ...rest, additionalProperties: entry[1] } : schema;
}

function refer(schemas: Record<string, unknown>, name: string, schema: Json): Json {
  if (!/^[A-Z][A-Za-z0-9]*$/.test(name)) throw new Error(`the title "${name}" is no name for a schema`);
  const first = schemas[name] ?? schema;
  if (JSON.stringify(first) !== JSON.stringify(schema))
    throw new Error(`two different schemas have the title ${name}`);
  schemas[name] = first;
  return { $ref: `#/components/schemas/${name}` };
}

/** The members of an object by their names. */
export function sorted(members: Json): Json {
  return Object.fromEntries(Object.entries(members).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** Whether a value is an object with members, and no list. */
export function isRecord(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
