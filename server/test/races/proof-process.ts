import { releasePurchases } from '../../src/api/customer/release-purchases.ts';
import { type Account, findAccount } from '../../src/modules/accounts/index.ts';
import { findCustomerByEmail, lockCustomer } from '../../src/modules/customers/index.ts';
import { proveEmail } from '../../src/modules/identity/prove-email.ts';
import { recordPaymentReport } from '../../src/modules/orders/index.ts';
import { deliverOrder } from '../../src/modules/orders/fulfil-order.ts';
import { lockOrder } from '../../src/modules/orders/store.ts';
import { findPayment, sandboxReport, settlePayment } from '../../src/modules/payments/index.ts';
import type { System } from '../../src/platform/system.ts';
import { systemOver } from '../licensing.ts';
import { parameters, takePart } from '../processes.ts';

/** Arguments: database, race, the number of this process, and `paymentId/customerId` pairs, one per race. */
const [location = '', race = '', number = '', list = ''] = await parameters();
const subjects = list.split(',').map((pair) => pair.split('/'));

type Fulfilment = (system: System, account: Account, paymentId: string) => Promise<void>;

const fulfil: Fulfilment = (system, account, paymentId) =>
  recordPaymentReport(system, account, sandboxReport(paymentId, 'Succeed'));

/** Looks whether the address is proven, then gives: what the real one must not be. */
const fulfilNaively: Fulfilment = async (system, account, paymentId) => {
  const { reader } = system.database;
  const payment = await findPayment(reader, account.id, paymentId);
  const billing = payment?.buyer?.billing ?? {};
  const customer = await findCustomerByEmail(reader, account.id, billing.email ?? '');
  if (payment === undefined || customer === undefined) throw new Error('there is nothing to fulfil');
  const awaitsEmailKey = customer.isEmailConfirmed ? undefined : customer.emailKey;
  await system.database.transaction(async (tx) => {
    const order = await lockOrder(tx, account.id, payment.orderId);
    if (order === undefined) throw new Error('there is no order');
    await settlePayment(tx, payment, { status: 'Succeeded', failure: null, settledAt: system.clock.now() });
    const recipient = { customer, awaitsEmailKey };
    await deliverOrder(system, tx, account, { order, payment, billing, recipient });
  });
};

/** As whoever has the mail proves it: without a password or a session. */
async function prove(system: System, account: Account, customerId: string): Promise<void> {
  await system.database.transaction(async (tx) => {
    const customer = await lockCustomer(tx, account.id, customerId);
    if (customer === undefined) throw new Error('there is no customer');
    await proveEmail(system, tx, account, customer, { credentials: {}, release: releasePurchases(account) });
  });
}

await takePart(location, async (database) => {
  const system = await systemOver(database);
  const account = await findAccount(system, 'demo');
  if (account === undefined) throw new Error('there is no account');
  for (const [paymentId = '', customerId = ''] of subjects) {
    if (number === '0') await (race === 'naive' ? fulfilNaively : fulfil)(system, account, paymentId);
    else await prove(system, account, customerId);
  }
  return subjects.length;
});
