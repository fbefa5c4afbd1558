import { fieldsOf, listOf } from './fields.ts';
import { HOST, pageUrl } from './host.ts';

/** The item that an element sells. */
export interface Purchase {
  readonly type: 'Product' | 'Bundle';
  readonly itemId: string;
  /** By default the storefront's default variation. */
  readonly variationId: string | undefined;
  readonly quantity: number;
  readonly coupon: string | undefined;
}

/** A failure, with the sentence of the server if it sent one. */
export class OrderFailure extends Error {
  override readonly name = 'OrderFailure';
  readonly errorType: string | undefined;
  /** The HTTP status, if the server responded. */
  readonly status: number | undefined;

  constructor(
    kind: 'Refused' | 'Unreachable' | 'NotForSale',
    problem: Readonly<Record<string, unknown>> = {},
    status?: number,
  ) {
    const [message] = listOfMessages(problem);
    super(message ?? '');
    this.errorType = kind === 'Refused' ? String(problem['errorType']) : kind;
    this.status = status;
  }
}

/** The SDK keeps the cart of a page under the same name, so that both fill one cart. */
const STORAGE_KEY = 'latchkey.cart';
const carts = new EventTarget();
let memory: string | undefined;

/** The order of the cart of this site; undefined while it is empty. */
export function cartId(): string | undefined {
  try {
    return localStorage.getItem(STORAGE_KEY) ?? memory;
  } catch {
    return memory;
  }
}

/** Continues another cart, or none. */
export function setCartId(orderId: string | undefined): void {
  memory = orderId;
  try {
    if (orderId === undefined) localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, orderId);
  } catch {
    // If the storage is forbidden, the cart lasts as long as the page.
  }
}

/** Announces the number of units in the cart to all elements of the page. */
export function announceCount(count: number): void {
  carts.dispatchEvent(new CustomEvent('count', { detail: count }));
}

/** Calls back with every new count, until `signal` aborts. */
export function onCount(listener: (count: number) => void, signal: AbortSignal): void {
  carts.addEventListener(
    'count',
    (event) => {
      if (event instanceof CustomEvent) listener(Number(event.detail));
    },
    { signal },
  );
}

/** The number of units in the cart, if the server is reachable. */
export async function countCart(): Promise<number> {
  const id = cartId();
  if (id === undefined) return 0;
  const order = await request(`/api/customer/orders/${id}`).catch(() => ({ status: 'Unknown' }));
  return fieldsOf(order)['status'] === 'Open' ? unitsOf(order) : 0;
}

/** The page for paying a new order with only this purchase. Raises `OrderFailure`. */
export async function checkoutOf(purchase: Purchase): Promise<string> {
  const path = `/api/customer/orders/${randomGuid()}`;
  const items = [await lineOf(purchase)];
  await request(path, 'PATCH', { items });
  if (purchase.coupon !== undefined) {
    await request(`${path}/coupon?code=${encodeURIComponent(purchase.coupon)}`, 'PATCH');
  }
  const { embeddedCheckoutUrl } = await request(`${path}?checkout=true`, 'PATCH', {});
  return pageUrl(String(embeddedCheckoutUrl), {});
}

/** Resolves when all additions of this page so far have ended. */
let additions: Promise<unknown> = Promise.resolve();

/**
 * Adds to the cart, or starts one; announces and returns the number of units. Additions run one after the other,
 * including those of other tabs of the site, so that none overwrites another. Raises `OrderFailure`.
 */
export function addToCart(purchase: Purchase): Promise<number> {
  const run = (): Promise<number> => add(purchase);
  const addition = additions.then(() =>
    // Pages without HTTPS have no locks.
    'locks' in navigator ? navigator.locks.request(STORAGE_KEY, run) : run(),
  );
  additions = addition.catch(() => undefined);
  return addition;
}

async function add(purchase: Purchase): Promise<number> {
  const line = await lineOf(purchase);
  const before = await openCart();
  const order =
    (before && (await replaceLines(before, withLine(itemsOf(before), line)))) ?? (await begin(line));
  const keep = (): number => {
    setCartId(String(order['id']));
    const count = unitsOf(order);
    announceCount(count);
    return count;
  };
  if (purchase.coupon === undefined) return keep();
  try {
    const coupon = `coupon?code=${encodeURIComponent(purchase.coupon)}`;
    await request(`/api/customer/orders/${String(order['id'])}/${coupon}`, 'PATCH');
  } catch (failure) {
    // All or nothing: a retry must not add the item twice.
    if (before !== undefined && before['id'] === order['id'])
      await replaceLines(before, itemsOf(before)).catch(keep);
    throw failure;
  }
  return keep();
}

type Cart = Readonly<Record<string, unknown>>;

function begin(line: Line): Promise<Cart> {
  return request(`/api/customer/orders/${randomGuid()}`, 'PATCH', { items: [line] });
}

/** The cart of this site; undefined if it no longer exists. Raises if the server cannot respond now. */
async function openCart(): Promise<Cart | undefined> {
  const current = cartId();
  if (current === undefined) return undefined;
  const order = await unlessOver(request(`/api/customer/orders/${current}`));
  return order?.['status'] === 'Open' ? order : undefined;
}

/** The cart with other lines; undefined if it has ended. */
function replaceLines({ id }: Cart, items: readonly object[]): Promise<Cart | undefined> {
  return unlessOver(request(`/api/customer/orders/${String(id)}`, 'PATCH', { items }));
}

async function unlessOver(response: Promise<Cart>): Promise<Cart | undefined> {
  try {
    return await response;
  } catch (failure) {
    if (failure instanceof OrderFailure && isOver(failure)) return undefined;
    throw failure;
  }
}

/** The order no longer exists, is paid, or belongs to somebody else. */
function isOver({ status, errorType }: OrderFailure): boolean {
  return status === 404 || errorType === 'OrderCompleted' || errorType === 'OrderOfAnotherCustomer';
}

function withLine(lines: readonly Readonly<Record<string, unknown>>[], line: Line): object[] {
  const twin = lines.find((other) => keyOf(other) === keyOf(line));
  if (twin === undefined) return [...lines, line];
  return lines.map((other) =>
    other === twin ? { ...other, quantity: Number(other['quantity']) + line.quantity } : other,
  );
}

type Line = Awaited<ReturnType<typeof lineOf>>;

async function lineOf({ type, itemId, variationId, quantity }: Purchase) {
  return {
    type,
    ...(type === 'Product' ? { productId: itemId } : { bundleId: itemId }),
    variationId: variationId ?? (await defaultVariation(type, itemId)),
    quantity,
  };
}

async function defaultVariation(type: Purchase['type'], itemId: string): Promise<string> {
  const storefront = await request('/api/customer/storefront');
  const items = listOf(storefront[type === 'Product' ? 'products' : 'bundles']);
  const { id } = fieldsOf(items.find((item) => item['id'] === itemId)?.['defaultVariation']);
  if (typeof id !== 'string') throw new OrderFailure('NotForSale');
  return id;
}

function keyOf(line: Readonly<Record<string, unknown>>): string {
  return JSON.stringify([
    line['type'],
    line['productId'],
    line['bundleId'],
    line['variationId'],
    line['offerId'],
  ]);
}

function itemsOf(order: Cart): Readonly<Record<string, unknown>>[] {
  return listOf(order['items']);
}

function unitsOf(order: unknown): number {
  return listOf(fieldsOf(order)['items']).reduce((sum, { quantity }) => sum + Number(quantity), 0);
}

async function request(
  path: string,
  method = 'GET',
  body?: object,
): Promise<Readonly<Record<string, unknown>>> {
  let response: Response;
  let content: unknown;
  try {
    response = await fetch(HOST + path, {
      method,
      credentials: 'omit',
      redirect: 'error',
      ...(body !== undefined && {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    });
    content = await response.json();
  } catch {
    throw new OrderFailure('Unreachable');
  }
  if (!response.ok) throw new OrderFailure('Refused', fieldsOf(content), response.status);
  return fieldsOf(content);
}

/** The sentences of a problem, the more exact ones first. */
function listOfMessages({ errors, detail, title }: Readonly<Record<string, unknown>>): string[] {
  const texts: unknown[] = [...Object.values(fieldsOf(errors)).flat(), detail, title];
  return texts.filter((text) => typeof text === 'string');
}

/** As `randomGuid` of the SDK, of which this script, which loads alone, contains nothing. */
function randomGuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte, index) => {
    const versioned = index === 6 ? (byte & 0x0f) | 0x40 : byte;
    return (index === 8 ? (versioned & 0x3f) | 0x80 : versioned).toString(16).padStart(2, '0');
  }).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
