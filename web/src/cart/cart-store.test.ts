import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Refusal } from '@latchkey/sdk';
import { add, become, contents, makeShop, PRICES } from '../../test/cart-shop.ts';
import { ConnectionLost } from '@latchkey/ui/failures/failures.ts';
import { removeLine, setQuantity } from './cart-lines.ts';

describe('the cart of a browser', () => {
  it('shows a change at once, and has the order when the server has answered', async () => {
    const shop = makeShop();
    const tab = shop.openTab();
    const change = tab.edit(add('app'), 'EUR');
    assert.deepEqual([contents(tab.state().lines), tab.state().isChanging], [['1 app'], true]);
    await change;
    assert.deepEqual(
      [
        contents(tab.state().order?.items.map((item) => ({ ...item, productId: 'app' })) ?? []),
        tab.state().isChanging,
      ],
      [['1 app'], false],
    );
    assert.equal(shop.record()?.count, 1);
  });

  it('takes a change back that fails, and says why', async () => {
    const shop = makeShop();
    const tab = shop.openTab();
    await tab.edit(add('app'));
    shop.failures.push(new ConnectionLost('offline'));
    await assert.rejects(tab.edit(setQuantity('line-app', 5)), ConnectionLost);
    assert.deepEqual(contents(tab.state().lines), ['1 app']);
  });

  it('sends the changes that wait together, in their order', async () => {
    const shop = makeShop();
    const tab = shop.openTab();
    await Promise.all([tab.edit(add('app')), tab.edit(add('synth')), tab.edit(setQuantity('line-app', 3))]);
    assert.deepEqual(contents(tab.state().lines), ['3 app', '1 synth']);
    assert.ok(shop.patches.length < 3);
  });

  it('adds to what another tab has put in', async () => {
    const shop = makeShop();
    const [one, two] = [shop.openTab(), shop.openTab()];
    await one.edit(add('app'));
    await two.edit(add('synth'));
    await one.edit(setQuantity('line-app', 2));
    assert.deepEqual(contents(one.state().lines), ['2 app', '1 synth']);
    assert.equal(shop.orders.size, 1);
  });

  it('begins a new cart when the old one is paid or gone', async () => {
    const shop = makeShop();
    const tab = shop.openTab();
    await tab.edit(add('app'));
    const [order] = shop.orders.values();
    assert.ok(order);
    shop.orders.set(order.id, { ...order, status: 'Completed' });
    await tab.edit(add('synth'));
    assert.deepEqual(contents(tab.state().lines), ['1 synth']);
    shop.orders.clear();
    await shop.openTab().edit(add('app'));
    assert.deepEqual(
      shop.record()?.lines.map(({ productId }) => productId),
      ['app'],
    );
  });

  it('takes along what is being paid when something is added, for the payment may be given up', async () => {
    for (const isNews of [false, true]) {
      const shop = makeShop();
      const tab = shop.openTab();
      await tab.edit(add('app'), 'USD');
      const [order] = shop.orders.values();
      assert.ok(order);
      shop.orders.set(order.id, { ...order, status: 'PaymentProcessing' });
      if (isNews) {
        const body = { errorType: 'OrderPaymentProcessing' };
        shop.failures.push(new Refusal({ status: 409, headers: new Headers() }, body));
      } else await tab.refresh();
      await tab.edit(add('synth'), 'EUR');
      assert.deepEqual(contents(tab.state().lines), ['1 app', '1 synth']);
      assert.equal(tab.state().order?.currency, 'USD');
      assert.notEqual(tab.state().order?.id, order.id);
      assert.equal(shop.orders.get(order.id)?.items.length, 1);
    }
  });
});

describe('a cart that changed without the buyer', () => {
  it('leaves out a withdrawn product rather than fail, and says so', async () => {
    const shop = makeShop();
    const tab = shop.openTab();
    await tab.edit(add('app'));
    await tab.edit(add('synth'));
    shop.withdrawn.add('app');
    await tab.edit(setQuantity('line-synth', 2));
    assert.deepEqual(contents(tab.state().lines), ['2 synth']);
    assert.deepEqual(tab.state().changes, [{ kind: 'Withdrawn', id: 'line-app', name: 'app' }]);
    await assert.rejects(tab.edit(add('app')), Refusal);
  });

  it('leaves it to the order to tell what is withdrawn, as long as it does', async () => {
    const shop = makeShop();
    const tab = shop.openTab();
    await tab.edit(add('app'));
    await tab.edit(add('synth'));
    const [, synth] = shop.orders.get('order-1')?.items ?? [];
    const items = synth === undefined ? [] : [synth];
    become(shop, 'order-1', { items, withdrawnLines: [{ id: 'line-app', name: 'app', position: 0 }] });
    await tab.refresh();
    assert.deepEqual(tab.state().changes, []);
    await tab.edit((lines) => lines);
    assert.deepEqual([contents(tab.state().lines), tab.state().changes], [['1 synth'], []]);
    assert.equal(tab.state().order?.withdrawnLines, undefined);
  });

  it('tells of another price, but not of what the buyer did', async () => {
    const shop = makeShop();
    const tab = shop.openTab();
    await tab.edit(add('app'));
    await tab.edit(add('synth'));
    PRICES['app'] = 59;
    try {
      await tab.edit(removeLine('line-synth'));
      const change = { kind: 'Price', id: 'line-app', name: 'app', before: 49, after: 59, currency: 'EUR' };
      assert.deepEqual(tab.state().changes, [change]);
    } finally {
      PRICES['app'] = 49;
    }
  });

  it('fills an expired cart again with what is still for sale', async () => {
    const shop = makeShop();
    const tab = shop.openTab();
    await tab.edit(add('app'));
    await tab.edit(add('synth'));
    shop.orders.clear();
    shop.withdrawn.add('synth');
    await tab.refresh();
    assert.ok(tab.state().failure instanceof Refusal);
    await tab.refill();
    assert.deepEqual(contents(tab.state().lines), ['1 app']);
    assert.deepEqual(
      tab.state().changes.map(({ name }) => name),
      ['synth'],
    );
  });

  it('can be filled again later when that fails, as without a connection', async () => {
    const shop = makeShop();
    const tab = shop.openTab();
    await tab.edit(add('app'));
    shop.orders.clear();
    await tab.refresh();
    shop.failures.push(new ConnectionLost('offline'));
    await assert.rejects(tab.refill(), ConnectionLost);
    assert.equal(shop.record()?.count, 1);
    assert.ok(tab.state().failure instanceof Refusal);
    await tab.refill();
    assert.deepEqual(contents(tab.state().lines), ['1 app']);
    assert.equal(tab.state().failure, undefined);
  });

  it('does not write when it only reads, so that tabs do not wake each other up for ever', async () => {
    const shop = makeShop();
    const tab = shop.openTab();
    await tab.edit(add('app'));
    const before = shop.record();
    await tab.refresh();
    assert.equal(shop.record(), before);
  });
});
