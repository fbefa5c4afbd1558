import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ordersEn } from '../src/account/orders-en.ts';
import { en as checkout } from '../src/checkout/checkout-en.ts';
import { subscriptionEn } from '../src/checkout/subscription-en.ts';
import { shopEn } from '../src/shop/shop-en.ts';

test('the tax on a sale in the United States and Canada is a sales tax in every text, elsewhere VAT', () => {
  for (const [country, word] of [
    ['US', /sales tax/i],
    ['CA', /sales tax/i],
    ['DE', /VAT/],
    [undefined, /VAT/],
  ] as const) {
    const texts = [
      shopEn.price.taxIncluded('7%', 'there', country ?? ''),
      shopEn.price.taxAdded('7%', 'there', country ?? ''),
      shopEn.product.buyPlusTax('$49.00', country),
      shopEn.product.buyTotal('$49.00', country),
      shopEn.cart.tax(country),
      shopEn.cart.taxLater(country),
      checkout.summary.tax(country),
      checkout.summary.taxRate('7%', country),
      checkout.summary.taxIncluded('$3.43', '7%', country ?? ''),
      checkout.summary.taxLater(country),
      checkout.pay.plusTax('$49.00', country),
      checkout.summary.totalWithoutTax(country),
      subscriptionEn.withTax('$3.43', country),
      ordersEn.tax(country),
      ordersEn.taxIncluded('$3.43', country),
    ];
    for (const text of texts) assert.match(text, word);
    for (const text of texts) assert.equal(/VAT/.test(text), !/sales tax/i.test(text), text);
  }
});
