import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Refusal } from '@latchkey/sdk';
import { add, become, contents, line, makeShop } from '../../test/cart-shop.ts';
import { ConnectionLost } from '@latchkey/ui/failures/failures.ts';
import { isReadyToPay } from '../cart-page/cart-checkout.ts';
import { addLine, removeLine, setQuantity } from './cart-lines.ts';

/** A tab whose cart has the two units that `order-1` may buy, a third one, and another product. */
async function secondCart() {
  const shop = makeShop();
  const tab = shop.openTab();
  await tab.edit(addLine('line-app', { ...line('app'), quantity: 2 }));
  become(shop, 'order-1', { status: 'PaymentProcessing' });
  await tab.refresh();
  await tab.edit(add('synth'));
  await tab.edit(setQuantity('line-app', 3));
  return { shop, tab, order: tab.state().order?.id };
}

describe('a cart that took along what was being paid', () => {
  it('loses exactly the units that the earlier order bought after all, and says so once', async () => {
    const { shop, tab, order = '' } = await secondCart();
    await tab.refresh();
    assert.deepEqual(
      [contents(tab.state().lines), tab.state().pendingLineIds],
      [['3 app', '1 synth'], ['line-app']],
    );
    become(shop, 'order-1', { status: 'Open' });
    await tab.refresh();
    assert.deepEqual([contents(tab.state().lines), tab.state().pendingLineIds], [['3 app', '1 synth'], []]);
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
    const { shop, tab } = await secondCart();
    await tab.edit(removeLine('line-synth'));
    await tab.edit(setQuantity('line-app', 2));
    become(shop, 'order-1', { status: 'Paid' });
    await tab.refresh();
    assert.deepEqual(tab.state().lines, []);
    assert.deepEqual(tab.state().changes, [{ kind: 'Bought', id: 'line-app', name: 'app' }]);
  });

  it('keeps them when the earlier order was cancelled, is gone, or cannot be read now', async () => {
    const { shop, tab } = await secondCart();
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
    const { shop, tab, order = '' } = await secondCart();
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

describe('a line that is withdrawn', () => {
  it('does not keep a cart from beginning with what is being paid, which says so', async () => {
    for (const isNews of [false, true]) {
      const shop = makeShop();
      const tab = shop.openTab();
      await tab.edit(add('app'));
      await tab.edit(add('synth'));
      become(shop, 'order-1', { status: 'PaymentProcessing' });
      if (isNews) {
        const body = { errorType: 'OrderPaymentProcessing' };
        shop.failures.push(new Refusal({ status: 409, headers: new Headers() }, body));
      } else await tab.refresh();
      shop.withdrawn.add('synth');
      await tab.edit(setQuantity('line-app', 3));
      assert.deepEqual(contents(tab.state().lines), ['3 app']);
      assert.deepEqual(tab.state().changes, [{ kind: 'Withdrawn', id: 'line-synth', name: 'synth' }]);
      assert.notEqual(tab.state().order?.id, 'order-1');
    }
  });

  it('does not keep bought lines from being taken out, also between the read and the change', async () => {
    const { shop, tab } = await secondCart();
    become(shop, 'order-1', { status: 'Completed' });
    shop.withdrawals.push('synth');
    await tab.refresh();
    assert.equal(tab.state().failure, undefined);
    assert.deepEqual(contents(tab.state().lines), ['1 app']);
    assert.deepEqual(tab.state().changes, [
      { kind: 'Withdrawn', id: 'line-synth', name: 'synth' },
      { kind: 'Bought', id: 'line-app', name: 'app' },
    ]);
    assert.equal(await isReadyToPay(tab), true);
  });
});

describe('a cart whose answer was lost when bought lines were taken out', () => {
  it('takes them out once, also when an answer is lost, the buyer goes on, and in the next tab', async () => {
    for (const isStored of [true, false]) {
      const { shop, tab, order = '' } = await secondCart();
      await tab.edit(setQuantity('line-app', 5));
      become(shop, 'order-1', { status: 'Completed' });
      for (let attempts = 0; attempts < 2; attempts += 1) {
        (isStored ? shop.lostAnswers : shop.failures).push(new ConnectionLost('offline'));
        await tab.refresh();
        assert.ok(tab.state().failure instanceof ConnectionLost);
      }
      const next = shop.openTab();
      await next.refresh();
      await next.refresh();
      assert.deepEqual(contents(next.state().lines), ['3 app', '1 synth']);
      assert.deepEqual(next.state().changes, [{ kind: 'Bought', id: 'line-app', name: 'app' }]);
      assert.deepEqual([shop.record()?.takeOuts, shop.record()?.earlierIds], [undefined, undefined]);
      assert.equal(shop.record()?.orderId, order);
    }
  });

  it('keeps what the buyer changes after a lost answer, and takes out no more', async () => {
    for (const isStored of [true, false]) {
      const { shop, tab } = await secondCart();
      become(shop, 'order-1', { status: 'Completed' });
      (isStored ? shop.lostAnswers : shop.failures).push(new ConnectionLost('offline'));
      await tab.refresh();
      await tab.edit(setQuantity('line-synth', 2));
      assert.deepEqual(contents(tab.state().lines), ['1 app', '2 synth']);
      await tab.edit(setQuantity('line-app', 4));
      await tab.refresh();
      assert.deepEqual(contents(tab.state().lines), ['4 app', '2 synth']);
    }
  });

  it('takes nothing out twice when the cart is paid or expires after a lost answer', async () => {
    for (const isStored of [true, false]) {
      for (const end of ['paid', 'expired']) {
        const { shop, tab, order = '' } = await secondCart();
        become(shop, 'order-1', { status: 'Completed' });
        (isStored ? shop.lostAnswers : shop.failures).push(new ConnectionLost('offline'));
        await tab.refresh();
        if (end === 'paid') become(shop, order, { status: 'PaymentProcessing' });
        else shop.orders.delete(order);
        await tab.refresh();
        if (end === 'expired') await tab.refill();
        await tab.edit(setQuantity('line-synth', 2));
        await tab.refresh();
        assert.deepEqual(contents(tab.state().lines), ['1 app', '2 synth'], end);
      }
    }
  });
});

describe('the way to the checkout from a cart that took along what was being paid', () => {
  it('takes out first what was bought, and then stays on the cart, which says so', async () => {
    const { shop, tab } = await secondCart();
    await tab.refresh();
    assert.equal(await isReadyToPay(tab), true, 'the buyer may pay again for what is pending');
    become(shop, 'order-1', { status: 'Completed' });
    assert.equal(await isReadyToPay(tab), false);
    assert.deepEqual(contents(tab.state().lines), ['1 app', '1 synth']);
    assert.deepEqual(tab.state().changes, [{ kind: 'Bought', id: 'line-app', name: 'app' }]);
    assert.equal(await isReadyToPay(tab), true, 'the buyer has seen it');
  });

  it('does not go on while bought lines may still be in the cart', async () => {
    const { shop, tab } = await secondCart();
    become(shop, 'order-1', { status: 'Completed' });
    shop.failures.push(new ConnectionLost('offline'));
    await assert.rejects(isReadyToPay(tab), ConnectionLost);
  });
});
