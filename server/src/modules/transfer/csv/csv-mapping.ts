import { invalidInput } from '../../../kernel/problem.ts';
import { Type } from '../../../kernel/schema.ts';
import { readInput } from '../../../platform/shape-issues.ts';
import type { FieldShape, FieldSource } from '../domain/field-mapping.ts';
import { IMPORTERS, type ImportKind } from '../importers.ts';

/** Maps the columns of a list to fields. */
export interface CsvMapping {
  readonly fields: Readonly<Record<string, FieldSource>>;
  /** Columns that are omitted on purpose. */
  readonly ignore?: readonly string[];
}

const Value = Type.Union([Type.String(), Type.Number(), Type.Boolean()]);

const MappingFile = Type.Object(
  {
    fields: Type.Record(
      Type.String(),
      Type.Union([
        Type.String(),
        Type.Object(
          {
            column: Type.Optional(Type.String()),
            value: Type.Optional(Value),
            default: Type.Optional(Value),
            values: Type.Optional(Type.Record(Type.String(), Type.Union([Value, Type.Null()]))),
            format: Type.Optional(Type.String({ maxLength: 40 })),
            separator: Type.Optional(Type.String({ minLength: 1 })),
            type: Type.Optional(Type.Enum(['text', 'number', 'date'])),
            public: Type.Optional(Type.Boolean()),
            includeInToken: Type.Optional(Type.Boolean()),
          },
          { additionalProperties: false },
        ),
      ]),
    ),
    ignore: Type.Optional(Type.Array(Type.String())),
  },
  { additionalProperties: false },
);

/** The mapping of a file for a kind. Raises `InvalidInput` with every field that the kind does not have. */
export function readCsvMapping(kind: ImportKind, content: unknown): CsvMapping {
  const read = readInput(MappingFile, content, 'mapping');
  if ('errors' in read) throw invalidInput({ detail: 'The mapping cannot be used:', errors: read.errors });
  const shapeOf = fieldShapes(kind);
  const errors: Record<string, string[]> = {};
  for (const [path, source] of Object.entries(read.value.fields)) {
    if (!path.startsWith('properties.') && shapeOf(path) === undefined)
      errors[`fields.${path}`] = [`is not a field of ${kind}`];
    else if (typeof source !== 'string' && source.column === undefined && source.value === undefined)
      errors[`fields.${path}`] = ['must have a column or a value'];
  }
  if (Object.keys(errors).length > 0) throw invalidInput({ detail: 'The mapping cannot be used:', errors });
  return read.value;
}

/** The columns that a mapping reads. */
export function columnsOf({ fields }: CsvMapping): string[] {
  return Object.values(fields).flatMap((source) =>
    typeof source === 'string' ? source : (source.column ?? []),
  );
}

/** The shape of a field of a kind by its path; `undefined` if it has no such field. */
export function fieldShapes(kind: ImportKind): (path: string) => FieldShape | undefined {
  const { schema } = IMPORTERS[kind];
  const shapes = new Map<string, FieldShape | undefined>();
  return (path) => {
    if (!shapes.has(path)) {
      const part = path.split('.').reduce<unknown>(partOf, schema);
      shapes.set(path, part === undefined ? undefined : shapeIn(part));
    }
    return shapes.get(path);
  };
}

function partOf(schema: unknown, name: string): unknown {
  const part = memberOf(memberOf(schema, 'properties'), name);
  if (part !== undefined) return part;
  // Every name is one of a record, such as a currency.
  const patterns = memberOf(schema, 'patternProperties');
  return typeof patterns === 'object' && patterns !== null ? Object.values(patterns)[0] : undefined;
}

function shapeIn(schema: unknown): FieldShape {
  const [type, format, anyOf] = ['type', 'format', 'anyOf'].map((name) => memberOf(schema, name));
  if (Array.isArray(anyOf)) return shapeIn(anyOf[0]);
  return {
    ...(typeof type === 'string' && { type }),
    ...(typeof format === 'string' && { format }),
  };
}

function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return new Map<string, unknown>(Object.entries(value)).get(name);
}
