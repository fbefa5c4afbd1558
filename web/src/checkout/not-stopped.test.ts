import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ConnectionLost } from '../api/failures.ts';
import { refusal } from '../../test/refusal.ts';
import { en } from '../texts/en.ts';
import { notStoppedText } from './not-stopped.ts';

it('asks to try a payment’s end again only where that may help', () => {
  for (const failure of [refusal(503), refusal(500), new ConnectionLost()])
    assert.equal(notStoppedText(failure, en), en.progress.notStopped);
  const refusalOfShop = refusal(409, { title: 'The order is taken', detail: 'Start again in the shop.' });
  assert.equal(notStoppedText(refusalOfShop, en), 'The order is taken. Start again in the shop.');
});
