import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tidyWords, wordIssues } from './word-issues.ts';

const PLACEHOLDERS = ['shop', 'customer'];

test('every placeholder that the mail does not have is named at once', () => {
  const issues = wordIssues(
    { subject: '{{shop}}: {{order}}', text: '{{ a }} {{b}} {{a}} {{customer}}' },
    PLACEHOLDERS,
  );
  assert.deepEqual(issues, {
    subject: ['must not contain {{order}}: this mail has {{shop}}, {{customer}}'],
    text: ['must not contain {{a}}, {{b}}: this mail has {{shop}}, {{customer}}'],
  });
});

test('braces without a placeholder, blank parts and more than one line are refused', () => {
  const issues = wordIssues({ subject: 'a\nb', heading: ' ', text: 'Hello {{shop, {{ and }}' }, PLACEHOLDERS);
  assert.deepEqual(issues['subject'], ['must be one line']);
  assert.deepEqual(issues['heading'], ['must not be blank']);
  assert.equal(issues['text']?.length, 2);
  assert.deepEqual(wordIssues({ text: 'a\u0007' }, PLACEHOLDERS)['text'], [
    'must not contain control characters',
  ]);
  assert.deepEqual(wordIssues({ text: 'A line\nand { braces }\n\n\tof {{shop}}' }, PLACEHOLDERS)['text'], []);
});

test('spaces around words and ends of lines of other systems go', () => {
  assert.deepEqual(tidyWords({ subject: ' Hello ', text: 'a\r\nb\r' }), { subject: 'Hello', text: 'a\nb' });
});
