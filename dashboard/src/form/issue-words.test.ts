import assert from 'node:assert/strict';
import { test } from 'node:test';
import { issuesDe } from '../texts/failures-de.ts';
import { issuesEn } from '../texts/failures-en.ts';
import { issueWords } from './issue-words.ts';

test('what the API says of a field is said as what to do, in both languages', () => {
  const sentences = [
    'The value "EUR" of the prices is required: the account sells in EUR.',
    'The locality of the address is required when no region is given.',
    'The region of the address is required when no locality is given.',
    'The country code of the address is required.',
    'The country of the seller must be a country code of ISO 3166, such as DE.',
    'The country code must be an ISO 3166-1 alpha-2 country code.',
    'The url must be an absolute URL, such as https://example.com/hooks.',
    'The email must be an email address.',
    'The types must not contain “order”, which is not a type or group of types.',
    'The id must have 2 to 63 lower-case letters, digits, dots and hyphens, a letter or digit first.',
    'The name must not be blank.',
  ];
  assert.deepEqual(
    sentences.map((sentence) => issueWords(sentence, issuesEn)),
    [
      'Enter a price in EUR.',
      'Enter a city or a region.',
      'Enter a city or a region.',
      'Choose a country.',
      'Choose a country.',
      'Choose a country.',
      'Enter an address that begins with https://.',
      'Enter an email address, such as ada@example.com.',
      'There is no type “order”.',
      'Use 2 to 63 lower-case letters, digits, dots and hyphens, such as demo-app.',
      'Fill this in.',
    ],
  );
  assert.equal(issueWords(sentences[0] ?? '', issuesDe), 'Geben Sie einen Preis in EUR ein.');
});

test('what the API says of a field as well as a form could stays as it is', () => {
  assert.equal(issueWords('The end must be after the beginning.', issuesEn), undefined);
});
