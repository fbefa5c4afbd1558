import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { jobHandlers } from '../src/jobs.ts';
import { startJobWorker } from '../src/platform/jobs/start-job-worker.ts';
import type { TestApp } from './harness.ts';
import { type Merchant, merchantOf } from './merchant.ts';
import { checkOut, patchOrder, type Shopper, shopper } from './shop.ts';

/** A license in the vendor's view. */
export interface LicenseView {
  readonly id: string;
  readonly productId: string;
  readonly ownerId: string;
  readonly status: string;
  readonly variationId?: string;
  readonly updatesUntil?: string;
  readonly upToMajor?: number;
  readonly upToVersion?: string;
  readonly maxNumberOfActivations: number;
  readonly activeNumberOfActivations: number;
}

/** An upgrade in its owner's view. */
export interface UpgradeView {
  readonly productId: string;
  readonly variationId: string;
  readonly kind: string;
  readonly price: { readonly EUR?: number };
  readonly originalPrice: { readonly EUR?: number };
  readonly gives: {
    readonly updatesUntil?: string;
    readonly upToMajor?: number;
    readonly productId?: string;
  };
}

const PRICES = { EUR: 99, USD: 109 };

/** The repeated steps of tests about upgrades, through the API. */
export async function upgradeShop(app: TestApp) {
  const merchant: Merchant = await merchantOf(app);
  let count = 0;

  /** A product with these variations, by the ends of their ids. */
  async function product(
    variations: Readonly<Record<string, object>> = {},
    fields: object = {},
  ): Promise<string> {
    count += 1;
    const id = `up-${count}`;
    const list = Object.entries(variations).map(([name, more]) => ({
      id: `${id}-${name}`,
      name,
      prices: PRICES,
      ...more,
    }));
    await merchant.call('POST', '/api/products', {
      id,
      name: `App ${count}`,
      maxNumberOfActivations: 2,
      variations: list,
      ...fields,
    });
    return id;
  }

  /** Sells a variation to owners. */
  function sellTo(productId: string, variation: string, upgrade: object) {
    const url = `/api/products/${productId}/variations/${productId}-${variation}`;
    return merchant.send('PATCH', url, { upgrade: { prices: { EUR: 49, USD: 55 }, ...upgrade } });
  }

  const lineOf = (productId: string, variation: string, licenseId?: string) => ({
    type: 'Product',
    productId,
    variationId: `${productId}-${variation}`,
    quantity: 1,
    ...(licenseId !== undefined && { licenseId }),
  });

  /** Buys these lines and returns the order. */
  async function buy(owner: Shopper, ...items: readonly object[]): Promise<string> {
    app.system.clock.advance(1_000);
    const { orderId, pay } = await checkOut(app, items, owner.auth);
    const payload = { name: 'Ann', email: owner.email };
    const paid = await app.inject({ method: 'POST', url: pay, payload });
    assert.equal(paid.json().status, 'Completed', paid.body);
    return orderId;
  }

  /** Buys one license of a variation. */
  async function buyLicense(owner: Shopper, productId: string, variation: string): Promise<string> {
    const orderId = await buy(owner, lineOf(productId, variation));
    const { items } = await merchant.call<{ items: LicenseView[] }>(
      'GET',
      `/api/licenses?orderId=${orderId}`,
    );
    return items[0]?.id ?? assert.fail('no license');
  }

  const look = (id: string) => merchant.call<LicenseView>('GET', `/api/licenses/${id}`);

  async function upgrades(owner: Shopper, licenseId: string): Promise<UpgradeView[]> {
    const url = `/api/customer/inventory/licenses/${licenseId}/upgrades`;
    const answer = await app.inject({ url, headers: owner.auth });
    assert.equal(answer.statusCode, 200, answer.body);
    return answer.json();
  }

  /** Puts these lines into a new cart. */
  const fill = (owner: Shopper | undefined, ...items: readonly object[]) =>
    patchOrder(app, randomUUID(), { items }, { headers: owner?.auth ?? {} });

  async function runJobs(): Promise<void> {
    const worker = startJobWorker(app.system, jobHandlers(app.system), { pollIntervalMs: 0 });
    await worker.drain();
    await worker.stop();
  }

  /** Simulates what the provider reports of an order's payment, such as a dispute. */
  async function happen(orderId: string, event: string): Promise<void> {
    app.system.clock.advance(1_000);
    const { payments } = await merchant.call<{ payments: { id: string }[] }>('GET', `/api/orders/${orderId}`);
    const { statusCode } = await merchant.send('POST', '/dev/try/reversals', {
      paymentId: payments[0]?.id,
      event,
    });
    assert.equal(statusCode, 204);
    await runJobs();
  }

  /** The same customer in a new session. */
  async function signIn(owner: Shopper): Promise<Shopper> {
    const answer = await app.inject({
      method: 'POST',
      url: `/api/customer/identity/sign-in?email=${encodeURIComponent(owner.email)}`,
      headers: { 'content-type': 'text/plain' },
      payload: 'Str0ng!passw0rd',
    });
    assert.equal(answer.statusCode, 200, answer.body);
    return { ...owner, auth: { authorization: `Bearer ${answer.json().accessToken}` } };
  }

  const refund = (orderId: string, body: object = {}) =>
    merchant.call<{ id: string }>('POST', `/api/orders/${orderId}/refunds`, body);

  return {
    merchant,
    product,
    sellTo,
    lineOf,
    buy,
    buyLicense,
    look,
    upgrades,
    fill,
    happen,
    refund,
    runJobs,
    signIn,
    shopper: () => shopper(app),
  };
}
