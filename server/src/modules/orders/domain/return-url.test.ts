import assert from 'node:assert/strict';
import { test } from 'node:test';
import { returnUrlErrors } from './return-url.ts';

const ORIGINS = ['https://shop.example.com', 'http://localhost:5173', 'http://evil.example.com'];

for (const url of [
  'https://shop.example.com/thanks?order=1',
  'http://localhost:5173/',
  'https://shop.example.com',
]) {
  test(`sends a buyer back to ${url}`, () => {
    assert.deepEqual(returnUrlErrors(url, ORIGINS), []);
  });
}

const refused: [string, RegExp][] = [
  ['/thanks', /absolute/],
  ['', /absolute/],
  ['//shop.example.com/thanks', /absolute/],
  ['javascript:alert(1)', /absolute/],
  ['http://evil.example.com/', /must be an https URL/],
  ['https://shop.example.com.evil.example/', /whitelisted/],
  ['https://shop.example.com:8443/', /whitelisted/],
  ['https://shop.example.com@evil.example/', /credentials/],
  [String.raw`https://evil.example\@shop.example.com/`, /whitelisted/],
];

for (const [url, message] of refused) {
  test(`refuses to send a buyer to "${url}"`, () => {
    assert.match(returnUrlErrors(url, ORIGINS).join(' '), message);
  });
}
