import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { addToCart, cartId, OrderFailure, setCartId } from './orders.ts';

interface Line {
  readonly variationId: string;
  readonly quantity: number;
}

/** A server with orders that accepts only the coupon `GOOD`; returns the ids and lines of its orders. */
function startServer(context: TestContext): Map<string, Line[]> {
  const orders = new Map<string, Line[]>();
  context.mock.method(globalThis, 'fetch', async (address: string, { method, body }: RequestInit) => {
    const [, id = '', coupon] =
      /\/api\/customer\/orders\/([\w-]+)(?:\/coupon\?code=(.*))?$/.exec(address) ?? [];
    if (coupon !== undefined && coupon !== 'GOOD')
      return Response.json({ errorType: 'CouponNotUsable', detail: 'It is over.' }, { status: 400 });
    const { items }: { items?: Line[] } = typeof body === 'string' ? JSON.parse(body) : {};
    if (method === 'PATCH' && items !== undefined) orders.set(id, items);
    return Response.json({ id, status: 'Open', items: orders.get(id) ?? [] });
  });
  context.after(() => setCartId(undefined));
  return orders;
}

const purchase = { type: 'Product', itemId: 'demo-app', variationId: 'one', quantity: 1 } as const;

test('an item whose coupon is refused is not in the cart, however often somebody tries', async (context) => {
  const orders = startServer(context);
  const refused = { ...purchase, coupon: 'OVER' };
  await assert.rejects(addToCart(refused), OrderFailure);
  assert.equal(cartId(), undefined);
  assert.equal(await addToCart({ ...purchase, variationId: 'two', coupon: undefined }), 1);
  const id = cartId() ?? assert.fail('no cart');
  await assert.rejects(addToCart(refused), { message: 'It is over.' });
  await assert.rejects(addToCart(refused), { message: 'It is over.' });
  assert.equal(cartId(), id);
  assert.deepEqual(
    orders.get(id)?.map(({ variationId, quantity }) => [variationId, quantity]),
    [['two', 1]],
  );
  assert.equal(await addToCart({ ...purchase, coupon: 'GOOD' }), 2);
  assert.equal(await addToCart({ ...purchase, coupon: 'GOOD' }), 3);
});
