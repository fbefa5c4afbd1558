import assert from 'node:assert/strict';
import { Refusal } from '@latchkey/sdk';
import type { Cart, CartPatch, LineInput } from '../src/api/cart.ts';
import { ConnectionLost } from '@latchkey/ui/failures/failures.ts';
import { addLine } from '../src/cart/cart-lines.ts';
import type { CartRecord } from '../src/cart/cart-record.ts';
import { createCartStore } from '../src/cart/cart-store.ts';

/** By product. */
export const PRICES: Record<string, number> = { app: 49, synth: 129 };

/** A server with orders in memory, and one browser with any number of tabs. */
export function makeShop() {
  const orders = new Map<string, Cart>();
  const withdrawn = new Set<string>();
  const unreachable = new Set<string>();
  let record: CartRecord | undefined;
  let ids = 0;
  const failures: Error[] = [];
  const lostAnswers: Error[] = [];
  const withdrawals: string[] = [];
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
      const { status = 'Open' } = orders.get(orderId) ?? {};
      if (status === 'PaymentProcessing') refuse(409, { errorType: 'OrderPaymentProcessing' });
      if (status !== 'Open') refuse(409, { errorType: 'OrderCompleted' });
      const late = withdrawals.shift();
      if (late !== undefined) withdrawn.add(late);
      const items = (body.items ?? []).map((line) => ({ ...line, id: line.id }));
      const index = items.findIndex(({ productId }) => withdrawn.has(productId ?? ''));
      if (index >= 0) refuse(400, { errors: { [`items[${index}].productId`]: ['is not for sale'] } });
      const order = orderOf(orderId, items, body.currency);
      orders.set(orderId, order);
      const afterwards = lostAnswers.shift();
      if (afterwards !== undefined) throw afterwards;
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
    /** Raised instead of storing. */
    failures,
    /** Raised after storing. */
    lostAnswers,
    /** Products that are withdrawn right before the next change is stored. */
    withdrawals,
    patches,
    record: () => record,
  };
}

/** A line of one unit. */
export const line = (productId: string) => ({
  type: 'Product' as const,
  productId,
  variationId: `${productId}-1`,
  quantity: 1,
});
/** Adds one unit. */
export const add = (productId: string) => addLine(`line-${productId}`, line(productId));
/** The fields of lines to compare. */
export const contents = (lines: readonly { readonly productId?: unknown; readonly quantity: number }[]) =>
  lines.map(({ productId, quantity }) => `${quantity} ${String(productId)}`);

/** An event of an order on the server. */
export function become(shop: ReturnType<typeof makeShop>, orderId: string, changes: Partial<Cart>): void {
  const order = shop.orders.get(orderId) ?? assert.fail(`there is no order ${orderId}`);
  shop.orders.set(orderId, { ...order, ...changes });
}
