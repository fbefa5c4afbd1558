import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UnexpectedAnswer } from './answer.ts';
import { readOfflineActivation } from './offline-activation.ts';

const LICENSE = { id: 'l', product: { id: 'app', name: 'App' } };

test('an activation names its product and leads to its file', () => {
  const fileUrl = 'https://shop.example/api/customer/inventory/license-files/a?expires=1&signature=x';
  assert.deepEqual(readOfflineActivation(LICENSE, fileUrl), { productName: 'App', fileUrl });
});

test('an address that is none, or that runs a script, is never followed', () => {
  for (const location of [null, '', '/relative', 'javascript:alert(1)', 'data:text/html,x']) {
    assert.throws(() => readOfflineActivation(LICENSE, location), UnexpectedAnswer, String(location));
  }
  assert.throws(() => readOfflineActivation({}, 'https://shop.example/file'), UnexpectedAnswer);
});
