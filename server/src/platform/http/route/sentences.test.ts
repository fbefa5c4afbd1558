import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sentenceOf, sentencesOf } from './sentences.ts';

const sentences: [path: string, message: string, sentence: string][] = [
  ['name', 'is required', 'The name is required.'],
  ['requests', 'is required', 'The requests are required.'],
  ['order.productIds', 'has a duplicate', 'The product ids of the order have a duplicate.'],
  ['scopes', 'contains an unknown scope', 'The scopes contain an unknown scope.'],
  ['prices', 'must not be empty', 'The prices must not be empty.'],
  ['mailsPerAddressAndHour', 'is required', 'The mails per address and hour are required.'],
  ['maxNumberOfActivations', 'is required', 'The max number of activations is required.'],
  ['address', 'is required', 'The address is required.'],
  ['status', 'is unknown', 'The status is unknown.'],
  ['prices[0]', 'is required', 'Price 1 is required.'],
  ['limits.USDs', 'is unknown', 'The value "USDs" of the limits is unknown.'],
  ['deviceName', 'must not be blank', 'The device name must not be blank.'],
  ['address.postCode', 'is required', 'The post code of the address is required.'],
  ['address.streetAddress1', 'is required', 'The street address 1 of the address is required.'],
  ['items[0].quantity', 'must be at most 10000', 'The quantity of item 1 must be at most 10000.'],
  ['productIds[1]', 'is not a product of this account', 'Product id 2 is not a product of this account.'],
  ['entries[9]', 'is required', 'Entry 10 is required.'],
  ['[0]', 'must be an object', 'Entry 1 must be an object.'],
  [
    'prices.USD',
    'is required: the account sells in USD',
    'The value "USD" of the prices is required: the account sells in USD.',
  ],
  ['meta[my key]', 'must be given once', 'The value "my key" of the meta must be given once.'],
  ['utm_source', 'must be given once', 'The utm source must be given once.'],
  ['Idempotency-Key', 'must have 1 to 255 characters', 'The Idempotency-Key must have 1 to 255 characters.'],
  ['body', 'is not valid JSON', 'The body is not valid JSON.'],
  ['', 'must not exceed 48 KB of JSON text', 'The request must not exceed 48 KB of JSON text.'],
  ['email', 'This address cannot get mail.', 'This address cannot get mail.'],
  ['privateKeyPem', 'the key is not RSA', 'The key is not RSA.'],
];

for (const [path, message, sentence] of sentences)
  test(`${path}: "${message}" reads "${sentence}"`, () => {
    assert.equal(sentenceOf(path, message), sentence);
  });

test('the messages of a field whose name is like one of the language are plain data', () => {
  const errors = JSON.parse('{"__proto__": ["is not a known property"]}');
  assert.deepEqual(Object.entries(sentencesOf(errors)), [
    ['__proto__', ['The value "__proto__" is not a known property.']],
  ]);
});

test('long paths and names are cut', () => {
  const name = 'a'.repeat(250_000);
  const [[path, [sentence]] = ['', ['']]] = Object.entries(sentencesOf({ [name]: ['is unknown'] }));
  assert.equal(path.length, 1_000);
  assert.equal(sentence, `The value "${'a'.repeat(200)}…" is unknown.`);
});
