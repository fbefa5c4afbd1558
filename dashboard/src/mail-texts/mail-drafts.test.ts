import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withDraft } from './mail-drafts.ts';
import type { ReadMailText } from './mail-text-queries.ts';

const words = (subject: string) => ({ subject, heading: 'Hello', text: 'Dear {{customer}}' });
const saved = (subject: string): ReadMailText => ({
  mail: 'receipt',
  group: 'Purchases',
  language: 'en',
  ...words(subject),
  standard: words('Standard'),
  changed: [],
  placeholders: ['customer'],
  etag: '1',
});

test('words that differ from what is saved are a draft, with the text that they began with, until they are saved', () => {
  const text = saved('One');
  const first = withDraft(new Map(), 'receipt/en', { text, values: words('Two') });
  assert.deepEqual([...first], [['receipt/en', { text, values: words('Two') }]]);

  // Somebody else saves something meanwhile.
  const later = withDraft(first, 'receipt/en', { text: saved('Theirs'), values: words('Three') });
  assert.deepEqual([...later], [['receipt/en', { text, values: words('Three') }]]);

  const both = withDraft(later, 'receipt/de', { text, values: words('Zwei') });
  assert.deepEqual([...both.keys()], ['receipt/en', 'receipt/de']);
  const rest = withDraft(both, 'receipt/en', { text: saved('Three'), values: words('Three') });
  assert.deepEqual([...rest.keys()], ['receipt/de']);
});

test('nothing changes while the words do not', () => {
  const text = saved('One');
  const none = new Map();
  assert.equal(withDraft(none, 'receipt/en', { text, values: words('One') }), none);
  const some = withDraft(none, 'receipt/en', { text, values: words('Two') });
  assert.equal(withDraft(some, 'receipt/en', { text, values: words('Two') }), some);
});
