import { createLicensedProduct } from '../../modules/licensing/index.ts';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../test/harness.ts';

let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());

const press = (button: string) =>
  app.inject({
    method: 'POST',
    url: `/dev/try/${button}`,
    headers: { 'content-type': 'text/plain' },
    payload: '',
  });

test('without a product the buttons of the start page say that nothing is for sale', async () => {
  for (const button of ['checkout', 'activation']) {
    const { statusCode, body } = await press(button);
    assert.equal(statusCode, 404);
    assert.match(body, /Nothing is for sale yet/);
  }
});

test('the buttons of the start page lead to a checkout and to an activation', async () => {
  const variations = [{ id: 'app-once', name: 'Perpetual', prices: { EUR: 1_000, USD: 1_100 } }];
  await createLicensedProduct(app.ctx, {
    id: 'app',
    name: 'App',
    maxActivations: 3,
    variations,
  });
  for (const [button, page] of [
    ['checkout', '/checkout/'],
    ['activation', '/activate/'],
  ] as const) {
    const { statusCode, headers } = await press(button);
    assert.equal(statusCode, 303);
    assert.ok(String(headers.location).startsWith(`http://latchkey.test${page}`), String(headers.location));
  }
});
