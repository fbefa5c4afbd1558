import assert from 'node:assert/strict';
import { test } from 'node:test';
import { de } from './checkout-de.ts';
import { en } from './checkout-en.ts';

const SENTENCES = ['The smallest amount that this shop can charge is €0.50. Add something to the order.'];

test('the page says in its language which amount the shop cannot charge, and why', () => {
  const german = (reason: 'AmountTooSmall' | 'AmountTooLarge' | 'CurrencyNotTaken') =>
    de.pay.refusals(SENTENCES, false, { reason, limit: '0,50 €' });
  assert.match(
    german('AmountTooSmall').join(),
    /^Der kleinste Betrag, [^]* ist 0,50 €\. Legen Sie noch etwas/,
  );
  assert.match(german('AmountTooLarge').join(), /^Der größte Betrag, [^]* ist 0,50 €\. Teilen Sie/);
  assert.match(german('CurrencyNotTaken').join(), /^Dieser Shop nimmt keine Zahlungen in dieser Währung an/);
  assert.match(de.pay.refusals(SENTENCES, true).join(), /^Das sind mehr kostenlose Lizenzen/);
  assert.deepEqual(de.pay.refusals([], false), []);
  assert.deepEqual(en.pay.refusals(SENTENCES, false), SENTENCES);
});
