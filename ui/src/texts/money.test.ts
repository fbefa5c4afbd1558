import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { formatMoney } from './money.ts';

/** Intl separates with no-break spaces; which of them is not our concern. */
function plain(text: string): string {
  return text.replaceAll(/\s/g, ' ');
}

describe('formatMoney', () => {
  it('writes an amount in the order’s currency and the reader’s language', () => {
    assert.equal(formatMoney(1234.5, 'EUR', ['en-US']), '€1,234.50');
    assert.equal(plain(formatMoney(1234.5, 'EUR', ['de-DE'])), '1.234,50 €');
    assert.equal(plain(formatMoney(1234.5, 'USD', ['de-DE'])), '1.234,50 $');
  });

  it('shows as many digits as the currency has', () => {
    assert.equal(formatMoney(1200, 'JPY', ['en-US']), '¥1,200');
    assert.equal(plain(formatMoney(1.25, 'KWD', ['en-US'])), 'KWD 1.250');
    assert.equal(formatMoney(59, 'EUR', ['en-US']), '€59.00');
  });

  it('takes the first of the reader’s languages that is known', () => {
    assert.equal(plain(formatMoney(5, 'EUR', ['xx-XX', 'fr-FR', 'en-US'])), '5,00 €');
  });

  it('shows what is taken off as a negative amount', () => {
    assert.equal(formatMoney(-1.8, 'EUR', ['en-US']), '−€1.80');
  });
});
