import { SerializerSelector } from '@fastify/fast-json-stringify-compiler';
import type { FastifyServerOptions } from 'fastify';
import { writableSchema } from './writable-schema.ts';

type SchemaController = NonNullable<FastifyServerOptions['schemaController']>;
type BuildSerializer = NonNullable<NonNullable<SchemaController['compilersFactory']>['buildSerializer']>;
type SerializerCompiler = ReturnType<BuildSerializer>;
type Serializer = ReturnType<SerializerCompiler>;

/**
 * Writes responses by the schemas of their routes. A serializer is compiled when the first response needs it, and once
 * for all routes that share a schema: compiling all of them would be most of the time and memory of a start. So a test,
 * not the start, finds a schema that cannot be compiled.
 */
export function lazySerialization(): SchemaController {
  return { compilersFactory: { buildSerializer: buildLazySerializer } };
}

const selectSerializer = SerializerSelector();

/**
 * By schema, for all applications of a process: tests start hundreds. None of them has schemas beside those of its
 * routes, which a serializer could depend on.
 */
const serializers = new WeakMap<object, Serializer>();

const buildLazySerializer: BuildSerializer = (externalSchemas, options) => {
  const compile = selectSerializer(externalSchemas, options);
  return (route) => {
    const key = keyOf(route);
    let serializer: Serializer | undefined;
    return (payload) => {
      if (serializer === undefined) {
        serializer = serializers.get(key) ?? compile({ ...route, schema: writableSchema(route.schema) });
        serializers.set(key, serializer);
      }
      return serializer(payload);
    };
  };
};

function keyOf({ schema }: { readonly schema?: unknown }): object {
  return typeof schema === 'object' && schema !== null ? schema : {};
}
