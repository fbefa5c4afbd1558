import assert from 'node:assert/strict';
import type { InjectOptions } from 'fastify';
import type { Response } from 'light-my-request';
import type { Account } from '../src/modules/accounts/index.ts';
import type { ProductInput } from '../src/modules/catalog/index.ts';
import { createLicensedProduct, type PolicyInput } from '../src/modules/licensing/index.ts';
import { findCustomerByEmail } from '../src/modules/customers/store.ts';
import type { TestApp } from './harness.ts';
import { provisionLicenses } from './licensing.ts';

/** A signed-in customer. */
export interface Shopper {
  readonly id: string;
  readonly email: string;
  readonly headers: { authorization: string };
}

/** The repeated steps of inventory tests, through the API. */
export function shopOf(app: TestApp) {
  let count = 0;

  async function shopper(account: Account = app.demo): Promise<Shopper> {
    count += 1;
    const email = `shopper-${count}@example.com`;
    const payload = { name: 'Ada', email, password: 'Correct-Horse-7-Battery' };
    const url = '/api/customer/identity/sign-up';
    const answer = await app.injectAs(account, { method: 'POST', url, payload });
    const customer = await findCustomerByEmail(app.system.database.reader, account.id, email);
    assert.ok(customer !== undefined, answer.body);
    return { id: customer.id, email, headers: { authorization: `Bearer ${answer.json().accessToken}` } };
  }

  async function product(input: Partial<ProductInput & PolicyInput> = {}): Promise<string> {
    count += 1;
    const details = { id: `app-${count}`, name: `App ${count}`, tagline: 'Good' };
    return (await createLicensedProduct(app.ctx, { ...details, ...input })).id;
  }

  /** Grants licenses and returns their ids. */
  async function give(owner: Shopper, productId: string, quantity = 1): Promise<string[]> {
    const requests = [{ productId, quantity }];
    const licenses = await provisionLicenses(app.ctx, {
      ownerId: owner.id,
      requests,
    });
    return licenses.map(({ id }) => id);
  }

  function get(owner: Shopper, path: string): Promise<Response> {
    const url = path.startsWith('/api/') ? path : `/api/customer/inventory/${path}`;
    return app.inject({ url, headers: owner.headers });
  }

  function post(owner: Shopper, path: string, more: Partial<InjectOptions> = {}): Promise<Response> {
    const url = path.startsWith('/api/') ? path : `/api/customer/inventory/${path}`;
    return app.inject({ method: 'POST', url, ...more, headers: { ...owner.headers, ...more.headers } });
  }

  /** Activates a device and returns its token; `query` begins with `?`. */
  async function activate(owner: Shopper, productId: string, signature: string, query = ''): Promise<string> {
    const answer = await post(owner, `/api/client/licenses/${productId}/request${query}`, {
      payload: { deviceName: `Device ${signature}`, deviceSignature: signature },
    });
    assert.equal(answer.statusCode, 200, answer.body);
    return answer.body;
  }

  /** Activates a device with its file. */
  function activateByFile(
    owner: Shopper,
    productId: string,
    signature: string,
    method = 'Offline',
  ): Promise<Response> {
    const device = { id: signature, name: `Device ${signature}`, productId, format: 'JWT' };
    const file = Buffer.from(JSON.stringify(device))
      .toString('base64')
      .replaceAll(/(.{20})/g, '$1\r\n');
    return post(owner, `activate?method=${method}`, {
      headers: { 'content-type': 'text/plain' },
      payload: file,
    });
  }

  return { shopper, product, give, get, post, activate, activateByFile };
}
