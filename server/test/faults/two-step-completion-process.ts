import { randomUUID } from 'node:crypto';
import { findDefaultAccount } from '../../src/modules/accounts/index.ts';
import { payOrder, updateOrder } from '../../src/modules/orders/index.ts';
import type { OrderTables } from '../../src/modules/orders/tables.ts';
import { ensureCustomer } from '../../src/modules/customers/index.ts';
import type { PaymentTables } from '../../src/modules/payments/tables.ts';
import { openLocation } from '../open-location.ts';
import { createLog } from '../../src/platform/log.ts';
import { testContext, testTx } from '../context.ts';
import { systemOver } from '../licensing.ts';
import { parameters, tell } from '../processes.ts';
import { DELAYED_PAYMENT } from '../payments.ts';
import { GUEST_LINK } from '../shop.ts';

// A wrong implementation of the guaranteed completion: the order in one transaction, its licenses in the next. This
// process reports when it is between the two, and stops there.
const [location = ''] = await parameters();
const database = await openLocation(location, { log: createLog('warn') });
const system = await systemOver(database);
const account = await findDefaultAccount(system);
if (account === undefined) throw new Error('the shop has no account');

const orderId = randomUUID();
const buyer = { name: 'Ada', email: 'ada@example.com' };
const items = [{ type: 'Product' as const, productId: 'app', variationId: 'app-once', quantity: 2 }];
await updateOrder(testContext(system, account), {
  orderId,
  customerId: undefined,
  patch: { items, utm: {} },
});
await payOrder(testContext(system, account), { orderId, link: GUEST_LINK, buyer, ...DELAYED_PAYMENT });
await database.transaction(async (tx) => {
  const customer = await ensureCustomer(testTx(system, tx, account), buyer);
  const now = system.clock.now();
  await tx
    .tables<PaymentTables>()
    .updateTable('payments')
    .set({ status: 'Succeeded', settledAt: now })
    .where('subjectId', '=', orderId)
    .execute();
  const purchase = await tx
    .tables<OrderTables>()
    .updateTable('purchases')
    .set({ isFulfilled: true })
    .where('orderId', '=', orderId)
    .returning('content')
    .executeTakeFirstOrThrow();
  await tx
    .tables<OrderTables>()
    .updateTable('orders')
    .set({
      status: 'Completed',
      customerId: customer.id,
      content: purchase.content,
      paidAt: now,
      completedAt: now,
    })
    .where('id', '=', orderId)
    .execute();
});
tell(orderId);
// Never gets to grant the licenses; the test ends it.
setInterval(() => {}, 60_000);
