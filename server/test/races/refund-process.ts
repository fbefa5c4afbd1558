import { type Context, findAccount } from '../../src/modules/accounts/index.ts';
import { listLicenses, revokeLicense } from '../../src/modules/licensing/index.ts';
import type { License, LicensingTables } from '../../src/modules/licensing/tables.ts';
import { type OrderRefundRequest, performOrderRefund, refundOrder } from '../../src/modules/orders/index.ts';
import { listPayments, type Refund, recordReversals } from '../../src/modules/payments/index.ts';
import { remainingMoney } from '../../src/modules/payments/domain/refundable.ts';
import { blankRefund } from '../../src/modules/payments/reversals/reserve-refund.ts';
import { insertRefund, writeRefundedAmount } from '../../src/modules/payments/reversals/store-refunds.ts';
import { transaction } from '../../src/platform/context/context.ts';
import { testContext } from '../context.ts';
import { systemOver } from '../licensing.ts';
import { parameters, takePart } from '../processes.ts';

/** Arguments: database, race, and `orderId/refundId` pairs, one per race. */
const [location = '', race = '', list = ''] = await parameters();
const subjects = list.split(',').map((pair) => pair.split('/'));

type Attempt = (ctx: Context, orderId: string, refundId: string) => Promise<void>;

async function ask(
  ctx: Context,
  request: Omit<OrderRefundRequest, 'revokesLicenses'>,
): Promise<Refund | undefined> {
  try {
    return await transaction(ctx, (tx) => refundOrder(tx, { ...request, revokesLicenses: true }));
  } catch (error) {
    if (!(error instanceof Error && 'status' in error && error.status === 409)) throw error;
    return undefined;
  }
}

/** Every process requests more than half of the money. */
const amount: Attempt = async (ctx, orderId) => {
  await ask(ctx, { orderId, amount: { currency: 'EUR', amountMinor: 120 } });
};

/** Every process requests one of the two units, twice. */
const units: Attempt = async (ctx, orderId) => {
  for (let turn = 0; turn < 2; turn += 1)
    await ask(ctx, { orderId, lines: [{ lineId: orderId, quantity: 1 }] });
};

/** Every process performs the same refund, and reports a refund of the provider and a lost dispute. */
const perform: Attempt = async (ctx, orderId, refundId) => {
  const [payment] = await listPayments(ctx, { kind: 'Order', id: orderId });
  const money = { amountMinor: 70, currency: 'EUR' };
  const refunds = [{ ...money, reference: 'there', refundId: null, status: 'Succeeded' as const }];
  const disputes = [{ ...money, reference: 'dispute', reason: 'fraudulent', status: 'Lost' as const }];
  const reversals = { refunds, disputes, warnings: [] };
  await Promise.all([performOrderRefund(ctx, refundId), recordReversals(ctx, payment?.id ?? '', reversals)]);
};

type Revoke = (ctx: Context, license: License) => Promise<unknown>;

/** Every process refunds one of the two units, while the vendor revokes the license that the refund takes. */
const revocationBy =
  (revoke: Revoke): Attempt =>
  async (ctx, orderId) => {
    const [newest] = await listLicenses(ctx, { orderId, limit: 1 });
    const lines = [{ lineId: orderId, quantity: 1 }];
    const refund = await ask(ctx, { orderId, lines });
    await Promise.all([refund && performOrderRefund(ctx, refund.id), newest && revoke(ctx, newest)]);
  };

const revocation = revocationBy((ctx, { id }) => revokeLicense(ctx, id));

/** Looks at the license before the refund, then revokes it: the wrong implementation. */
const naiveRevocation = revocationBy(async (ctx, { accountId, id: licenseId, status }) => {
  if (status !== 'Active') return;
  await transaction(ctx, async (tx) => {
    const row = { accountId, licenseId, reason: 'Vendor', suspendedAt: tx.clock.now() } as const;
    const suspensions = tx.tables<LicensingTables>().insertInto('licenseSuspensions').values(row);
    await suspensions.onConflict((conflict) => conflict.doNothing()).execute();
  });
});

/** Reads the rest, then refunds: the wrong implementation. */
const naively: Attempt = async (ctx, orderId) => {
  const [payment] = await listPayments(ctx, { kind: 'Order', id: orderId });
  const money = payment && remainingMoney(payment);
  if (payment === undefined || money === undefined || money.leftMinor < 120) return;
  await transaction(ctx, async (tx) => {
    const facts = { origin: 'Vendor', status: 'Succeeded', amountMinor: 120 } as const;
    await insertRefund(tx, blankRefund(tx, { payment, ...money }, facts));
    await writeRefundedAmount(tx, payment, payment.refundedMinor + 120);
  });
};

const ATTEMPTS: Record<string, Attempt> = { amount, units, perform, revocation, naiveRevocation, naively };

await takePart(location, async (database) => {
  const system = await systemOver(database);
  const account = await findAccount(system, 'demo');
  const attempt = ATTEMPTS[race];
  if (account === undefined || attempt === undefined) throw new Error(`there is no race ${race}`);
  for (const [orderId = '', refundId = ''] of subjects)
    await attempt(testContext(system, account), orderId, refundId);
  return subjects.length;
});
