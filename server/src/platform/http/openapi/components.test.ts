import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { nameSchemas } from './components.ts';

const LAMP = { title: 'Lamp', type: 'object', properties: { title: { type: 'string' } } };

describe('nameSchemas', () => {
  test('puts a schema with a title once under its name, and refers to it everywhere', () => {
    const { content, schemas } = nameSchemas({ one: LAMP, many: { type: 'array', items: { ...LAMP } } });
    const reference = { $ref: '#/components/schemas/Lamp' };
    assert.deepEqual(content, { one: reference, many: { type: 'array', items: reference } });
    assert.deepEqual(schemas, { Lamp: LAMP });
  });

  test('refers from one named schema to another', () => {
    const shelf = { title: 'Shelf', type: 'array', items: LAMP };
    const { schemas } = nameSchemas({ shelf });
    assert.deepEqual(schemas, {
      Lamp: LAMP,
      Shelf: { ...shelf, items: { $ref: '#/components/schemas/Lamp' } },
    });
  });

  test('refuses two different schemas with one title, and a title that is no name', () => {
    assert.throws(() => nameSchemas({ a: LAMP, b: { ...LAMP, type: 'string' } }), /two .* title Lamp/);
    assert.throws(() => nameSchemas({ a: { title: 'Owned product' } }), /no name/);
  });

  test('reads no title in data, and publishes no keyword of the validation', () => {
    const schema = { type: 'object', default: { title: 'A lamp' }, errorMessage: 'must shine' };
    assert.deepEqual(nameSchemas({ schema }).content, {
      schema: { type: 'object', default: { title: 'A lamp' } },
    });
  });

  test('says of a record whose names are free that any further property is of its schema', () => {
    const record = { type: 'object', patternProperties: { '^.*$': { type: 'number' } } };
    assert.deepEqual(nameSchemas({ record }).content, {
      record: { type: 'object', additionalProperties: { type: 'number' } },
    });
    const keys = { type: 'object', patternProperties: { '^l:': { type: 'number' } } };
    assert.deepEqual(nameSchemas({ keys }).content, { keys });
  });
});
