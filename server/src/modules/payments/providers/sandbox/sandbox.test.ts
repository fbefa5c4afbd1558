import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type TestApp, startTestApp } from '../../../../../test/harness.ts';
import { paidInFull } from '../../../../../test/payments.ts';
import { sandbox } from './sandbox.ts';

let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());

const DUE = { amountMinor: 4_900, currency: 'EUR' };

test('the sandbox says the same of a payment however often it is started, and gives money back', async () => {
  app.system.clock.hold('the reference of a refund contains its time, and two of them are compared');
  const { ctx, system } = app;
  const start = {
    paymentId: 'p1',
    idempotencyKey: 'start-p1',
    ...DUE,
    openedAt: system.clock.now(),
    merchantOfRecord: false,
    items: [],
    payer: { name: 'Gus', email: 'gus@example.com' },
    visit: { returnUrl: 'https://demo.latchkey.test/checkout/page', input: { sandboxOutcome: 'Delay' } },
  };
  const first = await sandbox.start(ctx, start);
  system.clock.advance(1_000);
  const again = await sandbox.start(ctx, start);
  assert.deepEqual(again, first);
  const reference = again.kind === 'Started' ? again.reference : assert.fail('it was refused');
  assert.deepEqual(await sandbox.fetch(ctx, reference), { kind: 'Pending' });
  system.clock.advance(4_000);
  assert.deepEqual(await sandbox.fetch(ctx, reference), paidInFull(DUE));
  const refund = { reference, refundId: 'r1', idempotencyKey: 'refund-r1', taxMinor: 0, ...DUE };
  assert.deepEqual(await sandbox.refund(ctx, refund), await sandbox.refund(ctx, refund));
});
