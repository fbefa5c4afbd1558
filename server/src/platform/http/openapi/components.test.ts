import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { collectComponents } from './components.ts';

const LAMP = { title: 'Lamp', type: 'object', properties: { title: { type: 'string' } } };
const REFERENCE = { $ref: '#/components/schemas/Lamp' };

describe('a schema of the document', () => {
  test('with a title stands once under its name, and is referred to everywhere', () => {
    const components = collectComponents();
    assert.deepEqual(components.schema(LAMP), REFERENCE);
    assert.deepEqual(components.schema({ type: 'array', items: { ...LAMP } }), {
      type: 'array',
      items: REFERENCE,
    });
    assert.deepEqual(components.all()['schemas'], { Lamp: LAMP });
  });

  test('refers to another that has a name', () => {
    const components = collectComponents();
    const shelf = { title: 'Shelf', type: 'array', items: LAMP };
    components.schema(shelf);
    assert.deepEqual(components.all()['schemas'], { Lamp: LAMP, Shelf: { ...shelf, items: REFERENCE } });
  });

  test('is refused when another one has its title, or the title is no name', () => {
    const components = collectComponents();
    components.schema(LAMP);
    assert.throws(() => components.schema({ ...LAMP, type: 'string' }), /two different schemas .* Lamp/);
    assert.throws(() => components.schema({ title: 'Owned product' }), /name for one of schemas/);
  });

  test('keeps the titles in its data, and publishes no keyword of the validation', () => {
    const schema = { type: 'object', default: { title: 'A lamp' }, errorMessage: 'must shine' };
    assert.deepEqual(collectComponents().schema(schema), { type: 'object', default: { title: 'A lamp' } });
  });

  test('says of a record whose names are free that any further property is of its schema', () => {
    const record = { type: 'object', patternProperties: { '^.*$': { type: 'number' } } };
    const free = { type: 'object', additionalProperties: { type: 'number' } };
    assert.deepEqual(collectComponents().schema(record), free);
    const keys = { type: 'object', patternProperties: { '^l:': { type: 'number' } } };
    assert.deepEqual(collectComponents().schema(keys), keys);
  });
});
