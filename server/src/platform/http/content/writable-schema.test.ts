import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SerializerSelector } from '@fastify/fast-json-stringify-compiler';
import { StorefrontBody } from '../../../api/wire/storefront.ts';
import { type TSchema, Type } from '../../../kernel/schema.ts';
import { writableSchema } from './writable-schema.ts';

const compile = SerializerSelector()({}, {});

function write(schema: unknown, value: unknown): unknown {
  return JSON.parse(compile({ method: 'GET', url: '/', httpStatus: '200', schema })(value));
}

const circle = Type.Object({ kind: Type.Literal('Circle'), radius: Type.Number(), name: Type.String() });
const square = Type.Object({
  kind: Type.Literal('Square'),
  side: Type.Integer(),
  name: Type.Union([Type.String(), Type.Null()]),
});
const shape = Type.Union([circle, square]);

const CASES: readonly (readonly [name: string, schema: TSchema, values: readonly unknown[]])[] = [
  [
    'a text or null',
    Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
    ['2026-03-01T12:00:00Z', null],
  ],
  ['one of several texts', Type.Union([Type.Literal('A'), Type.Literal('B')]), ['A', 'B']],
  ['a choice', Type.Enum(['A', 'B']), ['A', 'B']],
  [
    'objects of several kinds',
    Type.Array(Type.Union([shape, Type.Null()])),
    [
      [
        { kind: 'Circle', radius: 0.5, name: 'a' },
        { kind: 'Square', side: 2, name: 'b' },
        { kind: 'Square', side: 2, name: null },
        null,
      ],
    ],
  ],
  [
    'any names',
    Type.Object({ amounts: Type.Record(Type.String(), Type.Number()) }),
    [{ amounts: { EUR: 1.5 } }],
  ],
  ['a text or a number', Type.Union([Type.String(), Type.Number()]), ['1', 1]],
];

for (const [name, schema, values] of CASES) {
  test(`${name} is written as without the change`, () => {
    for (const value of values) {
      assert.deepEqual(write(writableSchema(schema), value), value);
      assert.deepEqual(write(schema, value), value);
    }
  });
}

test('fields that the schema does not name are not written, and fields that all alternatives require must exist', () => {
  const value = { kind: 'Circle', radius: 1, name: 'a', secret: 'x' };
  assert.deepEqual(write(writableSchema(shape), value), { kind: 'Circle', radius: 1, name: 'a' });
  assert.throws(() => write(writableSchema(shape), { kind: 'Circle', radius: 1 }), /"name" is required/);
});

test('no part of a storefront is written by trying alternatives', () => {
  assert.doesNotMatch(JSON.stringify(writableSchema(StorefrontBody)), /anyOf|patternProperties/);
});
