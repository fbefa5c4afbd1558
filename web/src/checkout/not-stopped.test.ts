import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ConnectionLost } from '@latchkey/ui/failures/failures.ts';
import { refusal } from '../../../ui/test/refusal.ts';
import { de } from './checkout-de.ts';
import { en } from './checkout-en.ts';
import { notStoppedText } from './not-stopped.ts';

it('asks to try a payment’s end again in a moment only where that may help', () => {
  for (const failure of [refusal(503), refusal(500)])
    assert.equal(notStoppedText(failure, en), en.progress.notStopped);
  const refusalOfShop = refusal(409, { title: 'The order is taken', detail: 'Start again in the shop.' });
  assert.equal(notStoppedText(refusalOfShop, en), 'The order is taken. Start again in the shop.');
  assert.match(
    notStoppedText(new ConnectionLost(), en),
    /^No connection\. .* Check your internet connection/,
  );
  assert.match(notStoppedText(refusal(429, { title: 'x' }), en), /^The shop is busy\./);
});

it('says that the shop cannot take payments when the payment service does not accept it, in German, too', () => {
  const title = 'This shop cannot take payments now';
  const keyRefused = refusal(409, { title, errorType: 'PaymentsRefused', detail: 'It stays as it is.' });
  assert.equal(notStoppedText(keyRefused, en), `${title}. It stays as it is.`);
  assert.match(notStoppedText(keyRefused, de), /^Dieser Shop kann zurzeit keine Zahlungen annehmen\. /);
});
