import { randomUUID } from 'node:crypto';
import { findDefaultAccount } from '../../src/modules/accounts/index.ts';
import { orderSubject, payOrder, updateOrder } from '../../src/modules/orders/index.ts';
import { listPayments, recordPaymentState } from '../../src/modules/payments/index.ts';
import { openLocation } from '../open-location.ts';
import { createLog } from '../../src/platform/log.ts';
import { testContext } from '../context.ts';
import { systemOver } from '../licensing.ts';
import { DELAYED_PAYMENT, paidInFull } from '../payments.ts';
import { parameters, tell } from '../processes.ts';
import { GUEST_LINK } from '../shop.ts';

// Sells, receives the payment, and reports the orders: the test kills it before it delivers. Arguments: database,
// number of orders.
const [location = '', count = '1'] = await parameters();
const database = await openLocation(location, { log: createLog('warn') });
const system = await systemOver(database);
const account = await findDefaultAccount(system);
if (account === undefined) throw new Error('the shop has no account');
const ctx = testContext(system, account);

const orderIds: string[] = [];
for (let index = 0; index < Number(count); index += 1) {
  const orderId = randomUUID();
  const items = [{ type: 'Product' as const, productId: 'app', variationId: 'app-once', quantity: 2 }];
  await updateOrder(ctx, { orderId, customerId: undefined, patch: { items, utm: {} } });
  const buyer = { name: 'Ada', email: `ada-${orderId}@example.com` };
  await payOrder(ctx, { orderId, link: GUEST_LINK, buyer, ...DELAYED_PAYMENT });
  for (const payment of await listPayments(ctx, orderSubject({ id: orderId })))
    await recordPaymentState(ctx, payment.id, paidInFull(payment));
  orderIds.push(orderId);
}
tell(orderIds.join());
setInterval(() => {}, 60_000);
