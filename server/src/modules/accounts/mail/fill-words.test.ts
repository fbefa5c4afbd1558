import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { fillWords, hasLooseBraces, placeholdersIn } from './fill-words.ts';

test('placeholders are replaced wherever they are, with or without spaces in them', () => {
  const words = { subject: '{{shop}}: {{ order }}', text: '{{order}}, {{order}}' };
  assert.deepEqual(fillWords(words, { shop: 'Demo', order: '42' }), {
    subject: 'Demo: 42',
    text: '42, 42',
  });
  assert.deepEqual(placeholdersIn(words.text), ['order']);
});

test('words fit only if every placeholder has a value and something is left of each', () => {
  assert.equal(fillWords({ subject: 'Order {{order}}' }, { shop: 'Demo' }), undefined);
  assert.equal(fillWords({ subject: '{{order}}' }, { order: ' ' }), undefined);
  assert.deepEqual(fillWords({}, {}), {});
});

test('a value is never searched for placeholders, and replaces nothing but its own', () => {
  const words = { text: 'Hello {{customer}} from {{shop}}' };
  const hostile = fc.string({ unit: fc.constantFrom('{', '}', '$', '&', 'shop', 'customer', ' ', "'") });
  fc.assert(
    fc.property(hostile, (customer) => {
      assert.equal(fillWords(words, { customer, shop: 'Demo' })?.text, `Hello ${customer} from Demo`);
    }),
  );
});

test('braces of no placeholder are found', () => {
  assert.deepEqual(['a {{b}}', '{ a }', '{{a', 'b}}', '{{a{b}}'].map(hasLooseBraces), [
    false,
    false,
    true,
    true,
    true,
  ]);
});
