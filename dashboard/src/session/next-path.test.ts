import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextPath } from './next-path.ts';

test('the page that somebody wanted is opened, with its filters', () => {
  assert.equal(nextPath('/customers?search=ada'), '/customers?search=ada');
  assert.equal(nextPath('/dashboard/orders/1'), '/orders/1');
});

test('another site, and the sign-in itself, are no pages to go to', () => {
  for (const next of [
    undefined,
    '',
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/dashboard//evil.example',
    'javascript:alert(1)',
    '/sign-in',
    '/dashboard',
  ])
    assert.equal(nextPath(next), '/', String(next));
});
