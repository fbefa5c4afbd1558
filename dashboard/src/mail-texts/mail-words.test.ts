import assert from 'node:assert/strict';
import { test } from 'node:test';
import { strangersIn, withInsertion, wordsOf } from './mail-words.ts';

const STANDARD = { subject: 'Your receipt', heading: 'Thank you', text: '' };

test('a part that is blank or as in the standard is not the vendor’s own', () => {
  assert.deepEqual(wordsOf(STANDARD, STANDARD), {});
  const values = { subject: ' ', heading: 'Thank you ', text: ' Enjoy it ' };
  assert.deepEqual(wordsOf(values, STANDARD), { text: 'Enjoy it' });
});

test('what a mail has no value for is found, and braces without a placeholder', () => {
  const placeholders = ['shop', 'order'];
  assert.deepEqual(strangersIn('{{shop}}, {{ order }} { fine }', placeholders), []);
  assert.deepEqual(strangersIn('{{shop}} {{total}} {{total}} {{', placeholders), ['{{total}}', '{{']);
});

test('an insertion takes the place of what is selected', () => {
  assert.equal(withInsertion('Hello you!', '{{customer}}', [6, 9]), 'Hello {{customer}}!');
  assert.equal(withInsertion('', '{{shop}}', [0, 0]), '{{shop}}');
});
