import type {
  TAddOptional,
  TArray,
  TArrayOptions,
  TBoolean,
  TEnum,
  TInteger,
  TLiteral,
  TNull,
  TNumber,
  TNumberOptions,
  TObject,
  TObjectOptions,
  TProperties,
  TRecord,
  TSchema,
  TSchemaOptions,
  TString,
  TStringOptions,
  TUnion,
  TUnknown,
  TUnsafe,
} from 'typebox';

export type { Static, TObject, TSchema } from 'typebox';

/**
 * JSON Schemas with their TypeScript types: the part of TypeBox's `Type` that we use, with TypeBox's own types. TypeBox
 * itself has 680 files, mostly for features that we do not use, and would be a tenth of a server's memory (ADR 16).
 */
export const Type = {
  Array: array,
  Boolean: boolean,
  Enum: oneOf,
  Integer: integer,
  Literal: literal,
  Null: nothing,
  Number: number,
  Object: object,
  Optional: optional,
  Record: record,
  String: text,
  Union: union,
  Unknown: unknown,
  Unsafe: unsafe,
};

// The second signature of each is the implementation. Properties that distinguish TypeBox types, such as `~kind`, exist
// only for the compiler; `~optional` is read by `object` below and is not enumerable, because JSON Schema has no such
// keyword.

function text(options?: TStringOptions): TString;
function text(options: object = {}): object {
  return { type: 'string', ...options };
}

function number(options?: TNumberOptions): TNumber;
function number(options: object = {}): object {
  return { type: 'number', ...options };
}

function integer(options?: TNumberOptions): TInteger;
function integer(options: object = {}): object {
  return { type: 'integer', ...options };
}

function boolean(options?: TSchemaOptions): TBoolean;
function boolean(options: object = {}): object {
  return { type: 'boolean', ...options };
}

function nothing(options?: TSchemaOptions): TNull;
function nothing(options: object = {}): object {
  return { type: 'null', ...options };
}

function unknown(options?: TSchemaOptions): TUnknown;
function unknown(options: object = {}): object {
  return { ...options };
}

function literal<const Value extends string | number | boolean>(
  value: Value,
  options?: TSchemaOptions,
): TLiteral<Value>;
function literal(value: unknown, options: object = {}): object {
  return { type: typeof value, const: value, ...options };
}

function oneOf<Values extends (string | number)[]>(
  values: readonly [...Values],
  options?: TSchemaOptions,
): TEnum<Values>;
function oneOf(values: unknown, options: object = {}): object {
  return { enum: values, ...options };
}

function array<Items extends TSchema>(items: Items, options?: TArrayOptions): TArray<Items>;
function array(items: TSchema, options: object = {}): object {
  return { type: 'array', items, ...options };
}

function union<Types extends TSchema[]>(anyOf: [...Types], options?: TSchemaOptions): TUnion<Types>;
function union(anyOf: unknown, options: object = {}): object {
  return { anyOf, ...options };
}

/** An object with any names and values of one type. */
function record<Value extends TSchema>(
  names: TString,
  value: Value,
  options?: TObjectOptions,
): TRecord<'^.*$', Value>;
function record(_names: TString, value: TSchema, options: object = {}): object {
  return { type: 'object', patternProperties: { '^.*$': value }, ...options };
}

/** The fields that are not `Optional` are required. */
function object<Properties extends TProperties>(
  properties: Properties,
  options?: TObjectOptions,
): TObject<Properties>;
function object(properties: TProperties, options: object = {}): object {
  const required = Object.keys(properties).filter((name) => !('~optional' in Object(properties[name])));
  return { type: 'object', ...(required.length > 0 && { required }), properties, ...options };
}

function optional<Schema extends TSchema>(schema: Schema): TAddOptional<Schema>;
function optional(schema: TSchema): object {
  return Object.defineProperty({ ...schema }, '~optional', { value: true });
}

/** A schema whose values have a type that the schema does not express. */
function unsafe<Value>(schema: TSchema): TUnsafe<Value>;
function unsafe(schema: TSchema): object {
  return { ...schema };
}
