import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UnexpectedAnswer } from '@latchkey/ui/failures/failures.ts';
import { fileUrlOf } from './offline-activation.ts';

const at = (location: string) => new Response(null, { headers: { location } });

test('an activation leads to its file', () => {
  const fileUrl = 'https://shop.example/api/customer/inventory/license-files/a?expires=1&signature=x';
  assert.equal(fileUrlOf(at(fileUrl)), fileUrl);
});

test('an address that is none, or that runs a script, is never followed', () => {
  assert.throws(() => fileUrlOf(new Response()), UnexpectedAnswer);
  for (const location of ['', '/relative', 'javascript:alert(1)', 'data:text/html,x']) {
    assert.throws(() => fileUrlOf(at(location)), UnexpectedAnswer, location);
  }
});
