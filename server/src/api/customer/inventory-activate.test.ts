import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { replaceProductRules } from '../../modules/licensing/index.ts';
import type { LicensingTables } from '../../modules/licensing/tables.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { claimsOf } from '../../../test/licensing.ts';
import { shopOf } from '../../../test/inventory.ts';

let app: TestApp;
let shop: ReturnType<typeof shopOf>;
before(async () => {
  app = await startTestApp();
  shop = shopOf(app);
});
after(() => app.close());

test('an offline activation gives a license file by a link that expires', async () => {
  const owner = await shop.shopper();
  const productId = await shop.product({ allowsOffline: true });
  const [license = ''] = await shop.give(owner, productId);
  const activated = await shop.activateByFile(owner, productId, 'studio');
  assert.equal(activated.statusCode, 200, activated.body);
  assert.deepEqual(
    [activated.json().id, activated.json().status, activated.json().activeNumberOfActivations],
    [license, 'Active', 1],
  );
  const link = new URL(String(activated.headers.location));
  assert.equal(link.host, 'latchkey.test');
  assert.ok(link.search.endsWith(`&filename=%22${productId}.mb%22`), 'applications save it by this name');
  const url = link.pathname + link.search;
  const file = await app.inject({ url });
  assert.equal(file.statusCode, 200);
  assert.equal(
    file.headers['content-disposition'],
    `attachment; filename="${productId}.mb"; filename*=UTF-8''${productId}.mb`,
  );
  const claims = claimsOf(file.body);
  assert.deepEqual([claims['method'], claims['sig'], claims['l:id']], ['Offline', 'studio', license]);
  assert.equal(Object.hasOwn(claims, 'exp'), false);
  const altered = url.replace(/signature=./, (part) => (part.endsWith('A') ? 'signature=B' : 'signature=A'));
  for (const bad of [
    altered,
    url.replace(/expires=\d/, 'expires=9'),
    url.replace(/\?.*/, '?expires=1&signature=x'),
  ]) {
    assert.equal((await app.inject({ url: bad })).statusCode, 404, bad);
  }
  assert.equal((await app.injectAs(app.other, { url })).statusCode, 404);
  app.system.clock.advance(3_600_000);
  assert.equal((await app.inject({ url })).statusCode, 404);
});

test('an offline token lasts as long as the product says, and is renewed but never released', async () => {
  const owner = await shop.shopper();
  const productId = await shop.product({ allowsOffline: true });
  await shop.give(owner, productId);
  const rules = { releasesOnline: null, releasesOffline: null, releasePauseSeconds: null, offlineDays: 30 };
  await replaceProductRules(app.ctx, productId, rules);
  const { headers } = await shop.activateByFile(owner, productId, 'x');
  const link = new URL(String(headers.location));
  const { body } = await app.inject({ url: link.pathname + link.search });
  assert.equal(Number(claimsOf(body)['exp']) - Number(claimsOf(body)['iat']), 30 * 86_400);
  const present = (action: string) =>
    app.inject({
      method: 'POST',
      url: `/api/client/licenses/${productId}/${action}`,
      headers: { 'content-type': 'text/plain' },
      payload: body,
    });
  app.system.clock.advance(1_000);
  const renewed = await present('validate');
  assert.equal(Number(claimsOf(renewed.body)['exp']) - Number(claimsOf(body)['exp']), 1);
  const revoked = await present('revoke');
  assert.deepEqual([revoked.statusCode, revoked.json().errorType], [400, 'OfflineToken']);
});

test('offline activation is refused where a license does not allow it; online works by file too', async () => {
  const owner = await shop.shopper();
  const productId = await shop.product();
  assert.equal((await shop.activateByFile(owner, productId, 'x')).json().errorType, 'ProductNotOwned');
  await shop.give(owner, productId);
  const refused = await shop.activateByFile(owner, productId, 'x');
  assert.deepEqual([refused.statusCode, refused.json().errorType], [400, 'OfflineActivationNotAllowed']);
  const online = await shop.activateByFile(owner, productId, 'x', 'Online');
  assert.deepEqual([online.statusCode, online.json().activeNumberOfActivations], [200, 1]);
  assert.equal(
    (await shop.activateByFile(owner, productId, 'x')).json().errorType,
    'OfflineActivationNotAllowed',
  );
  assert.equal(
    (await shop.activateByFile(owner, productId, 'y', 'Online')).json().errorType,
    'NoFreeActivations',
  );
});

/** The page's statement about what a device will use, from the server's responses. */
interface ActivationPlans {
  readonly planOf: (
    licenses: readonly object[],
  ) => { readonly license: { id: string } | undefined } | undefined;
}

test('a device takes the license that the page has named', async () => {
  const page = new URL('../../../../web/src/offline/activation-plan.ts', import.meta.url);
  const { planOf }: ActivationPlans = await import(page.href);
  const owner = await shop.shopper();
  const productId = await shop.product({ allowsOffline: true, maxActivations: 2 });
  const ids = [];
  for (let index = 0; index < 4; index += 1) {
    ids.push(...(await shop.give(owner, productId)));
    app.system.clock.advance(1_000);
  }
  const [ending = '', online = '', older, newer] = ids;
  await changeLicense(ending, { expiresAt: new Date(app.system.clock.now().getTime() + 86_400_000) });
  await changeLicense(online, { allowsOffline: false });
  const uses: unknown[] = [];
  for (let device = 1; device <= 7; device += 1) {
    const { items } = (await shop.get(owner, `products/${productId}/licenses?pageSize=100`)).json();
    const plan = planOf(items)?.license?.id;
    const { id, errorType } = (await shop.activateByFile(owner, productId, `device ${device}`)).json();
    assert.deepEqual(id, plan, errorType);
    uses.push(id);
  }
  assert.deepEqual(uses, [older, older, newer, newer, ending, ending, undefined]);
});

function changeLicense(id: string, changes: { expiresAt?: Date; allowsOffline?: boolean }): Promise<unknown> {
  return app.system.database.transaction((tx) =>
    tx.tables<LicensingTables>().updateTable('licenses').set(changes).where('id', '=', id).execute(),
  );
}

test('a file that is no device token is refused with every issue', async () => {
  const owner = await shop.shopper();
  const headers = { 'content-type': 'text/plain' };
  const bad = await shop.post(owner, 'activate?method=Offline', {
    headers,
    payload: Buffer.from('{"id":"x"}').toString('base64'),
  });
  assert.deepEqual([bad.statusCode, bad.json().errorType], [400, 'InvalidDeviceToken']);
  assert.deepEqual(Object.keys(bad.json().errors), ['name', 'productId']);
  const none = await shop.post(owner, 'activate?method=Sideways', { headers, payload: ' ' });
  assert.deepEqual([none.statusCode, Object.keys(none.json().errors)], [400, ['method']]);
  assert.equal((await shop.activateByFile(owner, 'unknown', 'x')).statusCode, 404);
});
