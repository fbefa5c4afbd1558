import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Refusal } from '@latchkey/sdk';
import type { Cart, CartPatch, LineInput } from '../api/cart.ts';
import { ConnectionLost } from '../api/failures.ts';
import { addLine, removeLine, setQuantity } from './cart-lines.ts';
import type { CartRecord } from './cart-record.ts';
import { createCartStore } from './cart-store.ts';

const PRICES: Record<string, number> = { app: 49, synth: 129 };

/** A server with orders in memory, and one browser with as many tabs as are opened. */
function makeShop() {
  const orders = new Map<string, Cart>();
  const withdrawn = new Set<string>();
  const unreachable = new Set<string>();
  let record: CartRecord | undefined;
  let ids = 0;
  const failures: Error[] = [];
  const patches: CartPatch[] = [];
  const orderOf = (id: string, items: readonly LineInput[], currency = 'EUR'): Cart => ({
    id,
    status: 'Open',
    currency,
    couponsApplied: [],
    items: items
      .filter(({ productId }) => !withdrawn.has(productId ?? ''))
      .map(({ id: lineId, productId, variationId, quantity }) => {
        const prices = { [currency]: PRICES[productId ?? ''] ?? 0 };
        const amount = { currency, amount: (prices[currency] ?? 0) * quantity };
        const none = { currency, amount: 0 };
        return {
          type: 'Product',
          id: lineId,
          productId: productId ?? '',
          variationId,
          quantity,
          price: prices,
          originalPrice: prices,
          variation: {
            id: variationId,
            name: '',
            recurrence: { type: 'OneOff' },
            price: prices,
            originalPrice: prices,
            hasDiscount: false,
          },
          total: { original: amount, discount: none, subtotal: amount, due: amount },
          product: { id: productId ?? '', name: productId ?? '', tagline: '', iconUrl: null },
        };
      }),
  });
  const refuse = (status: number, body: unknown) => {
    throw new Refusal({ status, headers: new Headers() }, body);
  };
  const world = {
    read: async (orderId: string) => {
      const order = orders.get(orderId);
      if (unreachable.has(orderId)) throw new ConnectionLost('offline');
      if (order === undefined) return refuse(404, { errorType: 'NotFound' });
      return order;
    },
    patch: async (orderId: string, body: CartPatch) => {
      await Promise.resolve();
      patches.push(body);
      const failure = failures.shift();
      if (failure !== undefined) throw failure;
      if (orders.get(orderId)?.status === 'Completed') refuse(409, { errorType: 'OrderCompleted' });
      const items = (body.items ?? []).map((line) => ({ ...line, id: line.id }));
      const index = items.findIndex(({ productId }) => withdrawn.has(productId ?? ''));
      if (index >= 0) refuse(400, { errors: { [`items[${index}].productId`]: ['is not for sale'] } });
      const order = orderOf(orderId, items, body.currency);
      orders.set(orderId, order);
      return order;
    },
    record: () => record,
    write: (next: CartRecord | undefined) => {
      record = next;
    },
    alone: <Result>(run: () => Promise<Result>) => run(),
    newId: () => `order-${(ids += 1)}`,
  };
  return {
    openTab: () => createCartStore(world),
    orders,
    orderOf,
    withdrawn,
    unreachable,
    failures,
    patches,
    record: () => record,
  };
}

const line = (productId: string) => ({
  type: 'Product' as const,
  productId,
  variationId: `${productId}-1`,
  quantity: 1,
});
const add = (productId: string) => addLine(`line-${productId}`, line(productId));
const contents = (lines: readonly { readonly productId?: unknown; readonly quantity: number }[]) =>
  lines.map(({ productId, quantity }) => `${quantity} ${String(productId)}`);

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

describe('a cart that took along what was being paid', () => {
  /** A tab whose cart has the two units that `order-1` may buy, a third one, and another product. */
  async function takenAlong() {
    const shop = makeShop();
    const tab = shop.openTab();
    await tab.edit(addLine('line-app', { ...line('app'), quantity: 2 }));
    become(shop, 'order-1', { status: 'PaymentProcessing' });
    await tab.refresh();
    await tab.edit(add('synth'));
    await tab.edit(setQuantity('line-app', 3));
    return { shop, tab, order: tab.state().order?.id };
  }

  it('loses exactly the units that the earlier order bought after all, and says so once', async () => {
    const { shop, tab, order = '' } = await takenAlong();
    await tab.refresh();
    assert.deepEqual(
      [contents(tab.state().lines), tab.state().isEarlierUnderWay],
      [['3 app', '1 synth'], true],
    );
    become(shop, 'order-1', { status: 'Open' });
    await tab.refresh();
    assert.deepEqual(
      [contents(tab.state().lines), tab.state().isEarlierUnderWay],
      [['3 app', '1 synth'], false],
    );
    become(shop, 'order-1', { status: 'Completed' });
    become(shop, order, { status: 'PaymentProcessing' });
    await tab.refresh();
    assert.deepEqual(shop.record()?.earlierIds, ['order-1'], 'a cart that is being paid is frozen');
    become(shop, order, { status: 'Open' });
    for (let reads = 0; reads < 2; reads += 1) await shop.openTab().refresh();
    await tab.refresh();
    assert.deepEqual([contents(tab.state().lines), tab.state().order?.id], [['1 app', '1 synth'], order]);
    assert.equal(shop.record()?.count, 2);
    assert.equal(shop.record()?.earlierIds, undefined);
  });

  it('says in the tab that takes them out what was bought, also when nothing is left', async () => {
    const { shop, tab } = await takenAlong();
    await tab.edit(removeLine('line-synth'));
    await tab.edit(setQuantity('line-app', 2));
    become(shop, 'order-1', { status: 'Paid' });
    await tab.refresh();
    assert.deepEqual(tab.state().lines, []);
    assert.deepEqual(tab.state().changes, [{ kind: 'Bought', id: 'line-app', name: 'app' }]);
  });

  it('keeps them when the earlier order was cancelled, is gone, or cannot be read now', async () => {
    const { shop, tab } = await takenAlong();
    const earlier = shop.orders.get('order-1') ?? assert.fail('it is gone');
    shop.unreachable.add('order-1');
    become(shop, 'order-1', { status: 'Completed' });
    await tab.refresh();
    assert.deepEqual(
      [contents(tab.state().lines), shop.record()?.earlierIds, tab.state().failure],
      [['3 app', '1 synth'], ['order-1'], undefined],
    );
    shop.unreachable.clear();
    shop.orders.set('order-1', { ...earlier, status: 'Paid', cancelledAt: '2026-03-01T10:00:00.000Z' });
    await tab.refresh();
    assert.deepEqual([contents(tab.state().lines), tab.state().changes], [['3 app', '1 synth'], []]);
    assert.equal(shop.record()?.earlierIds, undefined);
  });

  it('watches every earlier order, also in a cart that was filled again', async () => {
    const { shop, tab, order = '' } = await takenAlong();
    become(shop, order, { status: 'PaymentProcessing' });
    await tab.refresh();
    await tab.edit(setQuantity('line-synth', 2));
    assert.deepEqual(shop.record()?.earlierIds, ['order-1', order]);
    shop.orders.delete(tab.state().order?.id ?? '');
    await tab.refresh();
    await tab.refill();
    become(shop, order, { status: 'Completed' });
    await tab.refresh();
    assert.deepEqual(contents(tab.state().lines), ['1 synth']);
  });
});

/** Something happens to an order on the server. */
function become(shop: ReturnType<typeof makeShop>, orderId: string, changes: Partial<Cart>): void {
  const order = shop.orders.get(orderId) ?? assert.fail(`there is no order ${orderId}`);
  shop.orders.set(orderId, { ...order, ...changes });
}

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
