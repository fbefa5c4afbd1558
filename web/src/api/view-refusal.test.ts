import assert from 'node:assert/strict';
import { it } from 'node:test';
import { refusalInView } from './view-refusal.ts';

const refusalOf = (method: string, path: string) =>
  refusalInView({ method, url: `https://shop.example.com${path}` });

it('refuses in the tab of a view whatever a visitor could change without its token', async () => {
  for (const [method, path] of [
    ['POST', '/api/customer/withdrawals'],
    ['POST', '/api/customer/withdrawals/order'],
    ['POST', '/api/customer/identity/forgot-password'],
    ['POST', '/api/customer/communications/preferences?email=a@example.com'],
    ['PATCH', '/api/customer/orders/1'],
    ['DELETE', '/api/checkout/1/2/coupon'],
    ['POST', '/api/checkout/1/2/pay'],
  ] as const) {
    const refusal = refusalOf(method, path) ?? assert.fail(`${method} ${path} is sent`);
    assert.deepEqual([refusal.status, (await refusal.json()).errorType], [403, 'ReadOnlyView']);
  }
});

it('sends reads, and what opens and ends the view', () => {
  for (const [method, path] of [
    ['GET', '/api/customer/orders'],
    ['POST', '/api/customer/view/open'],
    ['POST', '/api/customer/view/end'],
    ['POST', '/api/customer/identity/refresh?token=none'],
  ] as const)
    assert.equal(refusalOf(method, path), undefined, path);
});
