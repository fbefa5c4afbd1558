import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { runCommand } from '../server/test/commands.ts';
import { startLatchkey } from '../server/test/server-process.ts';
import { newDemoFolder, NO_REGISTER } from './demo-template.ts';

/** The access data of the demo account; the server wrote it at its first start. */
export interface Demo {
  readonly baseUrl: string;
  readonly accountId: string;
  readonly apiKey: string;
  readonly publicKeyPem: string;
  /** Owns the demo application. */
  readonly customer: { readonly email: string; readonly password: string };
  /** Who signs in to the dashboard. */
  readonly dashboard: { readonly url: string; readonly email: string; readonly password: string };
  /** Each grants a license of Demo Verb. */
  readonly voucherCodes: readonly string[];
  /** The address of the server's mails, with the key to them. */
  readonly mailsUrl: string;
}

/** The shop of the demo account on a real server, used over HTTP like clients do. */
export interface DemoShop {
  readonly demo: Demo;
  /** The folder with its data. */
  readonly dataDir: string;
  /** Sends a request; a body is JSON, or text when it is a string. */
  readonly send: (method: string, path: string, request?: ShopRequest) => Promise<ShopAnswer>;
  /** Lets pages of this origin call the API and show the checkout. */
  readonly allowOrigin: (origin: string) => Promise<void>;
  /** Runs a command of the program on the data of the shop. */
  readonly command: (...parameters: string[]) => Promise<void>;
  /** Ends the server in order and removes its folder. */
  readonly close: () => Promise<void>;
}

export interface ShopRequest {
  readonly body?: unknown;
  readonly accessToken?: string;
  readonly apiKey?: string;
}

export interface ShopAnswer {
  readonly status: number;
  readonly text: string;
}

/** Starts `latchkey serve` with a demo account of its own. */
export async function openDemoShop(settings: Readonly<Record<string, string>> = {}): Promise<DemoShop> {
  const dataDir = await newDemoFolder();
  const environment = { LATCHKEY_DATA_DIR: dataDir, ...NO_REGISTER, ...settings };
  const server = await startLatchkey(environment);
  const demo: Demo = JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8'));
  const send: DemoShop['send'] = async (method, path, request = {}) => {
    const response = await fetch(demo.baseUrl + path, { method, ...requestOf(request) });
    return { status: response.status, text: await response.text() };
  };
  const command: DemoShop['command'] = async (...parameters) => {
    const { code, stderr } = await runCommand(
      { ...environment, LATCHKEY_PUBLIC_URL: demo.baseUrl },
      ...parameters,
    );
    assert.equal(code, 0, stderr);
  };
  return {
    demo,
    dataDir,
    send,
    allowOrigin: async (origin) => {
      const origins = [new URL(demo.baseUrl).origin, origin];
      const { status, text } = await send('PATCH', '/api/settings', {
        apiKey: demo.apiKey,
        body: { origins },
      });
      assert.equal(status, 200, text);
    },
    command,
    close: async () => {
      server.signal('SIGTERM');
      const { code, stdout, stderr } = await server.ended;
      await rm(dataDir, { recursive: true });
      assert.equal(code, 0, stdout + stderr);
    },
  };
}

function requestOf({ body, accessToken, apiKey }: ShopRequest) {
  const isText = typeof body === 'string';
  const headers = {
    ...(body !== undefined && { 'content-type': isText ? 'text/plain' : 'application/json' }),
    ...(accessToken !== undefined && { authorization: `Bearer ${accessToken}` }),
    ...(apiKey !== undefined && { 'api-key': apiKey }),
  };
  return body === undefined ? { headers } : { headers, body: isText ? body : JSON.stringify(body) };
}

export interface Shopper {
  readonly name: string;
  readonly email: string;
}

/** A customer whom the shop has not seen before. */
export function newShopper(name: string): Shopper {
  const [first = 'somebody'] = name.toLowerCase().split(' ');
  return { name, email: `${first}-${randomUUID().slice(0, 8)}@shopper.example` };
}

/** Signs in the customer who owns the demo application and returns the access token. */
export async function signInAsOwner({ demo, send }: DemoShop): Promise<string> {
  const { email, password } = demo.customer;
  const path = `/api/customer/identity/sign-in?email=${encodeURIComponent(email)}`;
  const { accessToken }: { accessToken: string } = JSON.parse(
    bodyOf(await send('POST', path, { body: password })),
  );
  return accessToken;
}

/** Signs up and returns the access token. */
export async function signUp(
  { send }: DemoShop,
  shopper: Shopper,
  password = `Aa1-${randomUUID()}`,
): Promise<string> {
  const body = { ...shopper, password };
  const { accessToken }: { accessToken: string } = JSON.parse(
    bodyOf(await send('POST', '/api/customer/identity/sign-up', { body })),
  );
  return accessToken;
}

export interface Offered {
  readonly id: string;
  readonly owned: boolean;
  readonly currentVersion: string;
  readonly defaultVariation: { readonly id: string; readonly price: Readonly<Record<string, number>> };
}

/** The storefront entry of a product. */
export async function findOnStorefront(
  { send }: DemoShop,
  productId: string,
  request: ShopRequest = {},
): Promise<Offered> {
  const { products }: { products: Offered[] } = JSON.parse(
    bodyOf(await send('GET', '/api/customer/storefront', request)),
  );
  const product = products.find(({ id }) => id === productId);
  assert(product !== undefined, `${productId} is on the storefront`);
  return product;
}

export interface Cart {
  readonly orderId: string;
  readonly checkoutUrl: string;
  /** The same page for a frame. */
  readonly embeddedCheckoutUrl: string;
}

/** Adds the default variation of the product to a new cart and requests the checkout page. */
export async function startCheckout(
  { send }: DemoShop,
  { id: productId, defaultVariation }: Offered,
  { returnUrl, ...request }: ShopRequest & { readonly returnUrl?: string } = {},
): Promise<Cart> {
  const orderId = randomUUID();
  const query = new URLSearchParams({ checkout: 'true', ...(returnUrl !== undefined && { returnUrl }) });
  const items = [{ type: 'Product', productId, variationId: defaultVariation.id, quantity: 1 }];
  const { checkoutUrl, embeddedCheckoutUrl }: Omit<Cart, 'orderId'> = JSON.parse(
    bodyOf(
      await send('PATCH', `/api/customer/orders/${orderId}?${query.toString()}`, {
        ...request,
        body: { currency: 'EUR', items },
      }),
    ),
  );
  return { orderId, checkoutUrl, embeddedCheckoutUrl };
}

export interface OrderAnswer {
  readonly status: string;
  readonly total: { readonly due: { readonly currency: string; readonly amount: number } };
  readonly customer?: {
    readonly name: string | null;
    readonly email: string | null;
    readonly address?: Readonly<Record<string, unknown>> | null;
  };
}

/** The order in the shop's response. */
export async function readOrder(
  { send }: DemoShop,
  orderId: string,
  request: ShopRequest = {},
): Promise<OrderAnswer> {
  const order: OrderAnswer = JSON.parse(
    bodyOf(await send('GET', `/api/customer/orders/${orderId}`, request)),
  );
  return order;
}

/** The products of the customer's licenses in the Core API, by address. */
export async function licensedProductsOf({ send, demo }: DemoShop, email: string): Promise<string[]> {
  const { apiKey } = demo;
  const { id }: { id: string } = JSON.parse(
    bodyOf(await send('GET', `/api/customers/${encodeURIComponent(email)}`, { apiKey })),
  );
  const { items }: { items: { ownerId: string; productId: string }[] } = JSON.parse(
    bodyOf(await send('GET', '/api/licenses?pageSize=100', { apiKey })),
  );
  return items.filter(({ ownerId }) => ownerId === id).map(({ productId }) => productId);
}

/** The body of a response that must be a success. */
function bodyOf({ status, text }: ShopAnswer): string {
  assert.equal(status, 200, text);
  return text;
}
