import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { testTx } from '../../../../test/context.ts';
import { type IdentityApp, startIdentityApp } from '../../../../test/identity.ts';
import { readContext } from '../../../platform/context/context.ts';
import type { CommandTx } from '../../accounts/index.ts';
import { ensureCustomer } from '../../customers/index.ts';
import {
  makeAddressCode,
  makeCode,
  redeemAddressCode,
  redeemCode,
  validAddressCode,
  validCode,
} from './codes.ts';

let app: IdentityApp;
before(async () => {
  app = await startIdentityApp();
});
after(() => app.close());

test('the code of an address proves this address alone, and until its end', async () => {
  const email = 'reader@example.com';
  const code = await app.system.database.transaction((tx) =>
    makeAddressCode(testTx(app.system, tx, app.demo), { email, lifetimeSeconds: 60 }),
  );
  const isValidFor = async (address: string) =>
    (await validAddressCode(app.ctx, { email: address, code })) !== undefined;
  assert.deepEqual(
    [await isValidFor('READER@example.com'), await isValidFor('other@example.com')],
    [true, false],
  );
  app.system.clock.advance(60_000);
  assert.equal(await isValidFor(email), false);
});

const inTx = <Result>(work: (tx: CommandTx) => Promise<Result>) =>
  app.system.database.transaction((tx) => work(testTx(app.system, tx, app.demo)));

const REFUSED = { errorType: 'InvalidCode' };

test('a code is redeemed once, not after a newer one, and leaves those for other purposes', async () => {
  const email = 'twice@example.com';
  const customer = await inTx((tx) => ensureCustomer(tx, { email }));
  const make = async (purpose: 'ResetPassword' | 'ConfirmEmail') => {
    const code = await inTx((tx) => makeCode(tx, customer, { purpose }));
    return { code, row: await validCode(readContext(app.ctx), { purpose, email, code }) };
  };
  const other = await make('ConfirmEmail');
  const older = await make('ResetPassword');
  const newer = await make('ResetPassword');
  await assert.rejects(
    inTx((tx) => redeemCode(tx, older.row)),
    REFUSED,
  );
  assert.equal((await inTx((tx) => redeemCode(tx, newer.row))).id, customer.id);
  await assert.rejects(
    inTx((tx) => redeemCode(tx, newer.row)),
    REFUSED,
  );
  assert.equal((await inTx((tx) => redeemCode(tx, other.row))).id, customer.id);
});

test('the code of an address is redeemed once, and leaves the other codes of the account', async () => {
  const make = async (email: string) => {
    const code = await inTx((tx) => makeAddressCode(tx, { email, lifetimeSeconds: 60 }));
    return (await validAddressCode(app.ctx, { email, code })) ?? assert.fail();
  };
  const codes = [
    await make('own@example.com'),
    await make('own@example.com'),
    await make('foreign@example.com'),
  ];
  for (const row of codes) {
    const customer = await inTx((tx) => redeemAddressCode(tx, row));
    assert.equal(customer.emailKey, row.emailKey);
    await assert.rejects(
      inTx((tx) => redeemAddressCode(tx, row)),
      REFUSED,
    );
  }
});
