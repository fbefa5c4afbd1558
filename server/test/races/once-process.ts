import { type Account, findAccount } from '../../src/modules/accounts/index.ts';
import { type Customer } from '../../src/modules/customers/index.ts';
import { findCustomer } from '../../src/modules/customers/store.ts';
import { approveAsLicense, grantLicenses, requestTrialToken } from '../../src/modules/licensing/index.ts';
import { browserKey } from '../../src/modules/licensing/browser-approval/request-activation.ts';
import { takeSeat, usableProduct } from '../../src/modules/licensing/activations/request-license-token.ts';
import { findRequest, updateRequest } from '../../src/modules/licensing/store/activation-requests.ts';
import { findTrialOfDevice } from '../../src/modules/licensing/store/trials.ts';
import type { LicensingTables } from '../../src/modules/licensing/tables.ts';
import { redeemVoucher } from '../../src/modules/vouchers/index.ts';
import { findVoucher } from '../../src/modules/vouchers/store.ts';
import { hashCode } from '../../src/modules/vouchers/hash-code.ts';
import { normaliseCode } from '../../src/modules/vouchers/domain/code.ts';
import type { VoucherTables } from '../../src/modules/vouchers/tables.ts';
import type { System } from '../../src/platform/system.ts';
import { testContext, testTx } from '../context.ts';
import { systemOver } from '../licensing.ts';
import { licensable } from '../../src/modules/licensing/policies/product-policy.ts';
import { parameters, takePart } from '../processes.ts';

/** Arguments: database, race, the customer of this process, and the subjects of the race: codes, secrets or devices. */
const [location = '', race = '', customerId = '', list = ''] = await parameters();

interface Racer {
  readonly system: System;
  readonly account: Account;
  readonly customer: Customer;
}

type Attempt = (racer: Racer, subject: string) => Promise<unknown>;

const redeem: Attempt = ({ system, account, customer }, code) =>
  redeemVoucher(testContext(system, account), customer, { code });

/** Checks whether the code is redeemed, then grants the licenses and records it: the wrong implementation. */
const redeemNaively: Attempt = async ({ system, account, customer }, typed) => {
  const { reader } = system.database;
  const voucher = await findVoucher(reader, account.id, hashCode(normaliseCode(typed) ?? ''));
  if (voucher === undefined || voucher.redeemedBy !== undefined) throw refused();
  const grant = { customerId: customer.id, productId: 'racer', quantity: 1 };
  await system.database.transaction(async (tx) => {
    await grantLicenses(testTx(system, tx, account), grant);
    const row = {
      accountId: account.id,
      voucherId: voucher.voucher.id,
      customerId: customer.id,
      redeemedAt: new Date(),
    };
    await tx
      .tables<VoucherTables>()
      .insertInto('voucherRedemptions')
      .values(row)
      .onConflict((conflict) => conflict.columns(['accountId', 'voucherId']).doNothing())
      .execute();
  });
};

const approve: Attempt = ({ system, account, customer }, browserId) =>
  approveAsLicense(testContext(system, account), browserId, customer);

/** Checks whether the request is open, then assigns the seat and records it. */
const approveNaively: Attempt = async ({ system, account, customer }, browserId) => {
  const request = await findRequest(system.database.reader, account.id, browserKey(browserId));
  if (request?.status !== 'Requested') throw refused();
  const product = await usableProduct(testContext(system, account), request.productId);
  const device = { name: request.deviceName, signature: request.deviceSignature };
  const input = { productId: product.id, device };
  const item = await licensable(testContext(system, account), product);
  await system.database.transaction(async (tx) => {
    const { id: activationId } = await takeSeat(testTx(system, tx, account), { ...item, customer, input });
    const fulfilment = { fulfillment: 'License', activationId, customerId: customer.id } as const;
    await updateRequest(tx, request, { ...fulfilment, status: 'Fulfilled', fulfilledAt: system.clock.now() });
  });
};

const startTrial: Attempt = ({ system, account, customer }, signature) =>
  requestTrialToken(testContext(system, account), customer, {
    productId: 'racer',
    device: { name: 'x', signature },
  });

/** Checks whether there is a trial, then starts one; only the index stops the second. */
const startTrialNaively: Attempt = async ({ system, account, customer }, signature) => {
  const device = { productId: 'racer', signature };
  if ((await findTrialOfDevice(system.database.reader, account.id, device)) !== undefined) return;
  const now = system.clock.now();
  const trial = {
    accountId: account.id,
    id: system.ids.guid(),
    productId: 'racer',
    customerId: customer.id,
    deviceName: 'x',
    deviceSignature: signature,
    expiresAt: now,
    lastValidatedAt: now,
    appVersion: null,
    platform: null,
    meta: null,
    countedDay: null,
    signingKid: null,
    properties: {},
    convertedAt: null,
    recordedExpiry: null,
    revision: 1,
    createdAt: now,
  };
  await system.database.transaction((tx) =>
    tx.tables<LicensingTables>().insertInto('trials').values(trial).execute(),
  );
};

const attempts: Record<string, Attempt> = {
  voucher: redeem,
  'voucher-naive': redeemNaively,
  approval: approve,
  'approval-naive': approveNaively,
  trial: startTrial,
  'trial-naive': startTrialNaively,
};

function refused(): Error {
  return new Error('refused');
}

await takePart(location, async (database) => {
  const system = await systemOver(database);
  const account = await findAccount(system, 'demo');
  const customer = account && (await findCustomer(database.reader, account.id, customerId));
  const attempt = attempts[race];
  if (account === undefined || customer === undefined || attempt === undefined)
    throw new Error('nothing to race');
  let successes = 0;
  for (const subject of list.split(',')) {
    const tries = [
      attempt({ system, account, customer }, subject),
      attempt({ system, account, customer }, subject),
    ];
    const outcomes = await Promise.allSettled(tries);
    successes += outcomes.filter(({ status }) => status === 'fulfilled').length;
  }
  return successes;
});
