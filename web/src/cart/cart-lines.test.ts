import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { makeShop } from '../../test/cart-shop.ts';
import type { LineInput } from '../api/cart.ts';
import {
  addLine,
  bundleWith,
  lineOf,
  quantityOf,
  removeLine,
  restoreLine,
  setOffer,
  setQuantity,
  splitBundle,
  unitsOf,
} from './cart-lines.ts';

const app: LineInput = { id: '1', type: 'Product', productId: 'app', variationId: 'app-1', quantity: 1 };
const synth: LineInput = {
  id: '2',
  type: 'Product',
  productId: 'synth',
  variationId: 'synth-1',
  quantity: 2,
};
const bundle = { type: 'Bundle', bundleId: 'all', variationId: 'all-1', quantity: 1 } as const;

describe('lines of a cart', () => {
  it('adds units to the line with the same variation, and another variation as a line of its own', () => {
    const { id: _, ...more } = app;
    assert.deepEqual(addLine('9', more)([app, synth]), [{ ...app, quantity: 2 }, synth]);
    const other = { ...more, variationId: 'app-2' };
    assert.deepEqual(addLine('9', other)([app]), [app, { id: '9', ...other }]);
  });

  it('leaves the offer of a line alone when units are added', () => {
    const withOffer = { ...app, offerId: 'half' };
    const { id: _, ...more } = app;
    assert.deepEqual(addLine('9', more)([withOffer]), [{ ...withOffer, quantity: 2 }]);
    assert.deepEqual(
      addLine('9', { ...more, offerId: 'half' })([app]).map(({ id }) => id),
      ['1', '9'],
    );
  });

  it('puts a bundle in the place of single licenses, which come back when it is split', () => {
    const [rest, added, ...none] = addLine('9', bundle, ['app', 'synth'])([synth, app]);
    assert.deepEqual([rest, none], [synth, []]);
    assert.deepEqual(added, { id: '9', ...bundle, replaced: [app] });
    assert.deepEqual(splitBundle('9')([synth, ...(added ? [added] : [])]), [synth, app]);
  });

  it('puts a removed line back where it was, once', () => {
    const undo = restoreLine(app, 0);
    assert.deepEqual(undo(removeLine('1')([app, synth])), [app, synth]);
    assert.deepEqual(undo([app, synth]), [app, synth]);
  });

  it('keeps quantities between 1 and 10,000', () => {
    const quantities = [0, 2.4, 10_001].map((quantity) => setQuantity('1', quantity)([app])[0]?.quantity);
    assert.deepEqual(quantities, [1, 2, 10_000]);
    assert.equal(unitsOf([app, synth]), 3);
  });

  it('reads a typed quantity, and nothing that a line cannot have', () => {
    assert.deepEqual(['1', ' 7 ', '10000'].map(quantityOf), [1, 7, 10_000]);
    for (const text of ['', '0', '-1', '1.5', '10001', 'two'])
      assert.equal(quantityOf(text), undefined, text);
  });

  it('knows the bundle that has a product of the cart, too; a partial one sells the rest only', () => {
    const [single] = makeShop().orderOf('cart', [app]).items;
    assert(single?.type === 'Product');
    const products = ['app', 'synth'].map((id) => ({ ...single.product, id }));
    const { productId: _, product, type: __, ...shared } = single;
    const bundleOf = { ...product, id: 'all', name: 'All of it', products };
    const line = { ...shared, type: 'Bundle', bundleId: 'all', bundle: bundleOf } as const;
    assert.equal(bundleWith('app', [single, line]), 'All of it');
    assert.equal(bundleWith('verb', [single, line]), undefined);
    const partial = { ...line, partial: true };
    assert.equal(bundleWith('app', [single, partial]), undefined);
    assert.equal(
      bundleWith('app', [single, partial], () => ['synth']),
      undefined,
    );
    assert.equal(
      bundleWith('synth', [single, partial], () => ['synth']),
      'All of it',
    );
  });

  it('gives an offer to one line only', () => {
    const lines = setOffer('2', 'half')([{ ...app, offerId: 'half' }, synth]);
    assert.deepEqual(lines, [app, { ...synth, offerId: 'half' }]);
    assert.deepEqual(setOffer('2', undefined)(lines), [app, synth]);
  });

  it('takes nothing but lines from notes', () => {
    for (const note of [null, 'app', 7, {}, { ...app, quantity: 'many' }, { ...app, type: 'Bundle' }]) {
      assert.equal(lineOf(note), undefined, JSON.stringify(note));
    }
    assert.deepEqual(lineOf({ ...app, offerId: 'half', price: 1 }), app);
  });
});
