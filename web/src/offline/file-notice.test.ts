import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConnectionLost } from '@latchkey/ui/failures/failures.ts';
import { refusal } from '../../../ui/test/refusal.ts';
import { devicesEn } from '../devices/devices-en.ts';
import { sharedEn } from '@latchkey/ui/texts/shared-en.ts';
import { issueNotice, mayRetry, refusalNotice } from './file-notice.ts';

const TEXTS = { ...devicesEn, ...sharedEn };

function titleOf(status: number, errorType: string, detail?: string): string | undefined {
  const failure = refusal(status, {
    title: 'x',
    errorType,
    ...(detail !== undefined && { detail }),
  });
  return refusalNotice(failure, 'Demo Audio', TEXTS)?.title;
}

test('each refusal of the server has words of its own', () => {
  assert.equal(titleOf(400, 'InvalidDeviceToken'), 'This is not a device file');
  assert.equal(titleOf(413, 'PayloadTooLarge'), 'This is not a device file');
  assert.equal(titleOf(400, 'OfflineActivationNotAllowed'), 'This product cannot be activated offline');
  assert.equal(titleOf(403, 'ProductNotOwned'), 'You need a license first');
  assert.equal(titleOf(403, 'ProductInactive'), 'This product is not available');
  assert.equal(titleOf(404, 'NotFound'), 'We do not know this product');
  assert.equal(titleOf(409, 'NoFreeActivations'), 'This device is not activated');
  assert.equal(titleOf(503, 'Overloaded'), 'The shop is busy');
  assert.equal(titleOf(401, 'Unauthorized'), undefined);
});

test('no text repeats its title: it says what to do, or which product it is about', () => {
  const messagesOf = (errorType: string, detail: string) =>
    refusalNotice(refusal(409, { title: 'x', errorType, detail }), 'Demo Audio', TEXTS)?.messages;
  const owned = 'You do not own App.';
  assert.deepEqual(messagesOf('ProductNotOwned', owned), [owned]);
  const full = 'All 2 activations of App are in use. Release another device in your account.';
  assert.deepEqual(messagesOf('NoFreeActivations', full), ['Release a device first.']);
  assert.deepEqual(messagesOf('OfflineActivationNotAllowed', 'App cannot be activated offline.'), [
    'Connect the device to the internet and activate it in the app. If you cannot, ask Demo Audio.',
  ]);
  assert.deepEqual(messagesOf('ProductInactive', 'App is not available.'), [
    'It cannot be activated at the moment. Ask Demo Audio.',
  ]);
});

test('a refusal of the file or the product is not tried again; anything that may pass is', () => {
  const retried = (status: number, errorType: string) => mayRetry(refusal(status, { title: 'x', errorType }));
  assert.deepEqual(
    [
      retried(400, 'InvalidDeviceToken'),
      retried(413, 'PayloadTooLarge'),
      retried(400, 'OfflineActivationNotAllowed'),
      retried(403, 'ProductInactive'),
      retried(404, 'NotFound'),
    ],
    [false, false, false, false, false],
  );
  assert.deepEqual([retried(503, 'Overloaded'), retried(403, 'ProductNotOwned')], [true, true]);
  assert.ok(mayRetry(new ConnectionLost('x')));
});

test('a lost answer and a file that was not sent say what to do', () => {
  assert.equal(refusalNotice(new ConnectionLost('x'), 'Demo Audio', TEXTS)?.messages.length, 2);
  assert.equal(issueNotice('TooLarge', TEXTS).title, 'This file is too large');
  assert.equal(issueNotice('Empty', TEXTS).title, 'This file is empty');
  assert.equal(issueNotice('Unreadable', TEXTS).title, 'This file cannot be read');
  assert.equal(issueNotice('Incomplete', TEXTS).title, 'This is not a device file');
});
