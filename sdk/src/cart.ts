import { randomGuid } from './guid.ts';
import type { Client } from './client.ts';
import { contentOf, isProblem } from './refusal.ts';
import type { components } from './schema.d.ts';
import { storedText, type TextStorage } from './storage.ts';
import { turnsOf } from './tabs.ts';

/** An order, as customers see it. A cart is an order that is `Open`. */
export type Order = components['schemas']['Order'];

/** A line for a cart: an item of the storefront, one of its variations, and the quantity. */
export type CartItem = components['schemas']['OrderLineInput'];

/** A change of a cart; absent fields stay unchanged. */
export interface CartChange {
  readonly currency?: string;
  /** Replaces all lines. */
  readonly items?: CartItem[];
  /** An offer of the storefront with the scope Cart; null for none. */
  readonly offerId?: string | null;
}

/** The visitor's campaign: discounts may depend on it, and the order records it. */
export interface Campaign {
  readonly utm_source?: string;
  readonly utm_medium?: string;
  readonly utm_campaign?: string;
  readonly utm_term?: string;
  readonly utm_content?: string;
  readonly utm_referrer?: string;
}

/** The initial cart, and the place of its id. */
export interface CartOptions {
  readonly client: Client;
  readonly storage: TextStorage;
  readonly campaign?: Campaign | undefined;
}

/**
 * The cart of a visitor. Changes are sent one after the other, including those of other tabs, and return the order with
 * its prices and totals. All raise `Refusal`: 400 names the line that is not for sale (`errors`), and 409
 * `OrderPaymentProcessing` means that the buyer is currently paying. An order that is paid, or that belongs to another
 * customer, stays unchanged: the next change starts a new cart.
 */
export interface Cart {
  /** The id of the order, a GUID; the order exists on the server after the first change. */
  readonly id: () => string;
  /** The order; undefined while the cart has not been used, and once it is completed or cancelled. */
  readonly load: () => Promise<Order | undefined>;
  readonly update: (change: CartChange) => Promise<Order>;
  /** Adds to the line with the same item, variation and offer, or adds a line. */
  readonly add: (item: CartItem) => Promise<Order>;
  /** Refused with 400 `CouponNotUsable` and the reason. */
  readonly applyCoupon: (code: string) => Promise<Order>;
  readonly removeCoupon: (code: string) => Promise<Order>;
  /**
   * The URL of the checkout page, or of the one for a frame; undefined for an empty cart, and for one that was paid
   * meanwhile, such as in another tab, or belongs to another customer. After the purchase the buyer is sent to
   * `returnUrl`, on a whitelisted origin.
   */
  readonly checkoutUrl: (options?: CheckoutOptions) => Promise<string | undefined>;
  /** Starts a new cart. */
  readonly reset: () => void;
}

/** The checkout page, and the page for the buyer afterwards. */
export interface CheckoutOptions {
  readonly returnUrl?: string;
  /** For a page that shows the checkout in a frame. */
  readonly isEmbedded?: boolean;
}

const STORAGE_KEY = 'latchkey.cart';

/** Restores the cart of a storage, or starts one. */
export function createCart(options: CartOptions): Cart {
  const { client } = options;
  const { id, load, update, open, reset } = createCartOrder(options);
  const alone = turnsOf(options.storage, STORAGE_KEY);
  let turn: Promise<unknown> = Promise.resolve();

  /**
   * Runs when all previous changes are done, whether or not they succeeded, and while no other tab changes the cart.
   */
  const inTurn = <Result>(change: () => Promise<Result>): Promise<Result> => {
    const run = () => alone(change);
    const result = turn.then(run, run);
    turn = result.catch(() => undefined);
    return result;
  };
  const coupon = (code: string) => ({ params: { path: { orderId: id() }, query: { code } } });
  return {
    id,
    load,
    reset,
    update: (change) => inTurn(() => update(change)),
    add: (item) => inTurn(async () => update({ items: withItem((await load())?.items ?? [], item) })),
    applyCoupon: (code) =>
      inTurn(() => contentOf(client.PATCH('/api/customer/orders/{orderId}/coupon', coupon(code)))),
    removeCoupon: (code) =>
      inTurn(() => contentOf(client.DELETE('/api/customer/orders/{orderId}/coupon', coupon(code)))),
    checkoutUrl: ({ returnUrl, isEmbedded = false } = {}) =>
      inTurn(async () => {
        const order = await open(returnUrl);
        return isEmbedded ? order?.embeddedCheckoutUrl : order?.checkoutUrl;
      }),
  };
}

/** The order of a cart; another one when the order has ended. */
function createCartOrder({ client, storage, campaign }: CartOptions) {
  const { read, id, reset, leave } = createCartId(storage);
  const patch = (
    orderId: string,
    body: CartChange,
    query: { readonly checkout?: boolean; readonly returnUrl?: string } = {},
  ): Promise<Order> => {
    const params = { path: { orderId }, query: { ...campaign, ...query } };
    return contentOf(client.PATCH('/api/customer/orders/{orderId}', { params, body }));
  };
  const update = async (change: CartChange): Promise<Order> => {
    const orderId = id();
    try {
      return await patch(orderId, change);
    } catch (failure) {
      if (!isOver(failure)) throw failure;
      leave(orderId);
      return patch(id(), change);
    }
  };
  const load = async (): Promise<Order | undefined> => {
    const orderId = read();
    if (orderId === undefined) return undefined;
    try {
      const params = { path: { orderId } };
      const order = await contentOf(client.GET('/api/customer/orders/{orderId}', { params }));
      if (order.status !== 'Completed' && order.cancelledAt === undefined) return order;
      leave(orderId);
    } catch (failure) {
      if (isProblem(failure, 'NotFound')) return undefined;
      if (!isOver(failure)) throw failure;
      leave(orderId);
    }
    return undefined;
  };
  const open = async (returnUrl: string | undefined): Promise<Order | undefined> => {
    const orderId = id();
    try {
      return await patch(orderId, {}, { checkout: true, ...(returnUrl !== undefined && { returnUrl }) });
    } catch (failure) {
      if (!isOver(failure)) throw failure;
      leave(orderId);
      return undefined;
    }
  };
  return { id, load, update, open, reset };
}

/** The id of the order, in a storage that other tabs use, too. */
function createCartId(storage: TextStorage) {
  const text = storedText(storage, STORAGE_KEY);
  const reset = (): void => text.write(undefined);
  const id = (): string => {
    const current = text.read();
    if (current !== undefined) return current;
    const next = randomGuid();
    text.write(next);
    return next;
  };
  /** Another tab may have started a new cart meanwhile. */
  const leave = (orderId: string): void => {
    if (text.read() === orderId) reset();
  };
  return { read: text.read, id, reset, leave };
}

/** Whether the order of a cart can never again be changed by this visitor. */
function isOver(failure: unknown): boolean {
  return isProblem(failure, 'OrderCompleted') || isProblem(failure, 'OrderOfAnotherCustomer');
}

function withItem(lines: readonly CartItem[], item: CartItem): CartItem[] {
  const twin = lines.find((line) => keyOf(line) === keyOf(item));
  if (twin === undefined) return [...lines, item];
  return lines.map((line) => (line === twin ? { ...line, quantity: line.quantity + item.quantity } : line));
}

function keyOf({ type, productId, bundleId, variationId, offerId }: CartItem): string {
  return JSON.stringify([type, type === 'Product' ? productId : bundleId, variationId, offerId ?? null]);
}
