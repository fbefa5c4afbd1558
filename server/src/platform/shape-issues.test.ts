import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from '../kernel/schema.ts';
import { readInput } from './shape-issues.ts';

const issuesOf = (schema: Parameters<typeof readInput>[0], value: unknown) => {
  const reading = readInput(schema, value);
  return 'errors' in reading ? reading.errors : {};
};

test('a value that is none of several kinds has one sentence, which contradicts no other', () => {
  const kinds = [Type.Literal('current'), Type.Integer()];
  const schema = Type.Object({
    major: Type.Union(kinds, { errorMessage: 'must be "current" or a whole number' }),
    name: Type.String({ minLength: 2 }),
  });
  assert.deepEqual(issuesOf(schema, { major: 'latest', name: 'a' }), {
    major: ['must be "current" or a whole number'],
    name: ['must have at least 2 characters'],
  });
  assert.deepEqual(issuesOf(schema, { major: 3, name: 'ab' }), {});
});

test('a value that may also be null is described by what else it may be', () => {
  const schema = Type.Object({ at: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]) });
  assert.deepEqual(issuesOf(schema, { at: 3 }), { at: ['must be a string'] });
  assert.deepEqual(issuesOf(schema, { at: null }), {});
});

test('the sentence of a schema stands for its form, however deep it is', () => {
  const id = Type.String({ pattern: '^[a-z]+$', errorMessage: 'must be small letters' });
  const lines = Type.Array(Type.Object({ 'of/~%': id }), { maxItems: 2 });
  assert.deepEqual(issuesOf(Type.Object({ lines }), { lines: [{ 'of/~%': 'A' }] }), {
    'lines[0].of/~%': ['must be small letters'],
  });
  assert.deepEqual(issuesOf(Type.String({ pattern: '^a' }), 'b'), { request: ['has an invalid form'] });
});
