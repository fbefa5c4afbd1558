import { releasePurchases } from '../../src/api/customer/release-purchases.ts';
import { loadCatalog } from '../../src/modules/catalog/index.ts';
import { type Context, findAccount } from '../../src/modules/accounts/index.ts';
import { findCustomerByEmail, lockCustomer } from '../../src/modules/customers/store.ts';
import { proveEmail } from '../../src/modules/identity/emails/prove-email.ts';
import { deliverOrder } from '../../src/modules/orders/fulfilment/fulfil-order.ts';
import { lockOrder } from '../../src/modules/orders/order/store.ts';
import { settleOrder } from '../../src/modules/orders/purchase/purchases.ts';
import { readPurchase } from '../../src/modules/orders/purchase/store-purchases.ts';
import { readPayment, writeEnd } from '../../src/modules/payments/store.ts';
import { transaction } from '../../src/platform/context/context.ts';
import { testContext } from '../context.ts';
import { systemOver } from '../licensing.ts';
import { paidInFull, report } from '../payments.ts';
import { parameters, takePart } from '../processes.ts';

/** Arguments: database, race, the number of this process, and `paymentId/customerId` pairs, one per race. */
const [location = '', race = '', number = '', list = ''] = await parameters();
const subjects = list.split(',').map((pair) => pair.split('/'));

type Fulfilment = (ctx: Context, paymentId: string) => Promise<void>;

const fulfil: Fulfilment = (ctx, id) =>
  report(ctx, { id }, paidInFull({ amountMinor: 200, currency: 'EUR' }));

/** Checks whether the address is proven, then grants: the wrong implementation. */
const fulfilNaively: Fulfilment = async (ctx, paymentId) => {
  const { reader } = ctx.database;
  const payment = await readPayment(reader, ctx.account.id, paymentId);
  const purchase = await readPurchase(reader, ctx.account.id, paymentId);
  const billing = purchase?.buyer.billing ?? {};
  const customer = await findCustomerByEmail(reader, ctx.account.id, billing.email ?? '');
  if (payment === undefined || purchase === undefined || customer === undefined)
    throw new Error('there is nothing to fulfil');
  const awaitsEmailKey = customer.isEmailConfirmed ? undefined : customer.emailKey;
  const catalog = await loadCatalog(ctx);
  await transaction(ctx, async (tx) => {
    const cart = await lockOrder(tx, ctx.account.id, purchase.orderId);
    if (cart === undefined) throw new Error('there is no order');
    await writeEnd(tx, payment, { ...payment, status: 'Succeeded', settledAt: ctx.clock.now() });
    const order = await settleOrder(tx, cart, purchase);
    await deliverOrder(tx, { order, purchase, recipient: { customer, awaitsEmailKey }, catalog });
  });
};

/** Proves the email as the reader of the mail: without a password or a session. */
async function prove(ctx: Context, customerId: string): Promise<void> {
  await transaction(ctx, async (tx) => {
    const customer = await lockCustomer(tx, ctx.account.id, customerId);
    if (customer === undefined) throw new Error('there is no customer');
    await proveEmail(tx, customer, { credentials: {}, release: releasePurchases });
  });
}

await takePart(location, async (database) => {
  const system = await systemOver(database);
  const account = await findAccount(system, 'demo');
  if (account === undefined) throw new Error('there is no account');
  for (const [paymentId = '', customerId = ''] of subjects) {
    if (number === '0')
      await (race === 'naive' ? fulfilNaively : fulfil)(testContext(system, account), paymentId);
    else await prove(testContext(system, account), customerId);
  }
  return subjects.length;
});
