import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestApp, type TestApp } from '../../../../test/harness.ts';

test('the applications of a process share the compiled checks of a route', async (t) => {
  const checks = [];
  for (const _ of ['first', 'second']) {
    const running = await startTestApp();
    t.after(running.close);
    checks.push(checksOf(running, '/api/customer/orders/:orderId'));
  }
  const [first, second] = checks;
  assert.ok(first?.body);
  assert.equal(first.body, second?.body);
  assert.equal(first.params, second?.params);
});

function checksOf({ app }: TestApp, url: string) {
  const route = app.routeTable.find((each) => each.url === url && each.method === 'PATCH');
  const { body, params } = route?.config?.validators ?? {};
  return { body: body?.(), params: params?.() };
}
