import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { countSettleJobs, sandboxEvent } from '../../../test/payments.ts';
import { checkOut, ONE_APP, stockShop } from '../../../test/shop.ts';
import { listPayments } from '../../modules/payments/index.ts';
import type { EventMessage } from '../../modules/payments/provider.ts';

let app: TestApp;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
});
after(() => app.close());

test('the address for events reads the exact text, acknowledges what concerns nothing, and refuses what is not signed', async () => {
  const checkout = await checkOut(app, [ONE_APP]);
  const payload = { name: 'Gus', email: `${randomUUID()}@example.com`, sandboxOutcome: 'Delay' };
  await app.inject({ method: 'POST', url: checkout.pay, payload });
  const [payment] = await listPayments(app.ctx, { kind: 'Order', id: checkout.orderId });
  const { id, providerReference } = payment ?? assert.fail('there is no payment');
  const send = (message: EventMessage, provider = 'sandbox', type = 'application/json') => {
    const headers = { 'content-type': type, ...message.headers };
    const url = `/api/hooks/payments/${provider}`;
    return app.inject({ method: 'POST', url, headers, payload: message.body });
  };
  const message = sandboxEvent(app.system, providerReference ?? '');
  const forged = await send({ ...message, body: ` ${message.body}` });
  assert.deepEqual([forged.statusCode, forged.json().errorType], [400, 'InvalidEventSignature']);
  assert.equal((await send(message, 'nobody')).statusCode, 404);
  assert.equal(await countSettleJobs(app.system, id), 1);
  for (const type of ['application/json', 'application/json; charset=utf-8', 'text/plain'])
    assert.equal((await send(message, 'sandbox', type)).statusCode, 200);
  assert.equal(await countSettleJobs(app.system, id), 2, 'once');
  assert.equal((await send(sandboxEvent(app.system, 'sandbox~another'))).statusCode, 200);
  const headers = {
    'content-type': 'application/json',
    ...sandboxEvent(app.system, providerReference ?? '').headers,
  };
  const request = {
    method: 'POST',
    url: '/api/hooks/payments/sandbox',
    headers,
    payload: message.body,
  } as const;
  const elsewhere = await app.injectAs(app.other, request);
  assert.equal(elsewhere.statusCode, 400, 'the signature is of another message');
});
