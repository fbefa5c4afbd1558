import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { testTx } from '../../../../test/context.ts';
import { type IdentityApp, startIdentityApp } from '../../../../test/identity.ts';
import { makeAddressCode, validAddressCode } from './codes.ts';

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
