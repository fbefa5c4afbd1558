import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ConnectionLost } from '@latchkey/ui/failures/failures.ts';
import { refusal } from '../../../ui/test/refusal.ts';
import { de } from './checkout-de.ts';
import { en } from './checkout-en.ts';
import { outcomeDe } from './outcome-de.ts';
import { outcomeEn } from './outcome-en.ts';
import { notStoppedText } from './not-stopped.ts';

const ENGLISH = { ...en, ...outcomeEn };

it('asks to try a payment’s end again in a moment only where that may help', () => {
  for (const failure of [refusal(503), refusal(500)])
    assert.equal(notStoppedText(failure, ENGLISH), outcomeEn.progress.notStopped);
  const refusalOfShop = refusal(409, { title: 'The order is taken', detail: 'Start again in the shop.' });
  assert.equal(notStoppedText(refusalOfShop, ENGLISH), 'The order is taken. Start again in the shop.');
  assert.match(
    notStoppedText(new ConnectionLost(), ENGLISH),
    /^No connection\. .* Check your internet connection/,
  );
  assert.match(notStoppedText(refusal(429, { title: 'x' }), ENGLISH), /^The shop is busy\./);
});

it('says that the shop cannot take payments when the payment service does not accept it, in German, too', () => {
  const title = 'This shop cannot take payments at the moment';
  const keyRefused = refusal(409, { title, errorType: 'PaymentsRefused', detail: 'It stays as it is.' });
  assert.equal(notStoppedText(keyRefused, ENGLISH), `${title}. It stays as it is.`);
  assert.match(
    notStoppedText(keyRefused, { ...de, ...outcomeDe }),
    /^Dieser Shop kann zurzeit keine Zahlungen annehmen\. /,
  );
});
