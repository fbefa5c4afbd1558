import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { testTx } from '../../../test/context.ts';
import { type LicensingScenario, licensingScenario } from '../../../test/licensing.ts';
import { whileUncommitted } from '../../../test/uncommitted.ts';
import { importVouchers } from './index.ts';
import { insertRedemption } from './store.ts';

// On SQLite one transaction writes at a time; here two do, and the row of the redemption decides.

let scenario: LicensingScenario;
before(async () => {
  scenario = await licensingScenario();
});
after(() => scenario.close());

test('an import that waits for a redemption of the same code tells who has redeemed it', async () => {
  const { system, account } = scenario;
  const [owner, other] = [await scenario.customer(), await scenario.customer()];
  const { id: productId } = await scenario.product();
  const contents = [{ type: 'Product' as const, id: productId, quantity: 1 }];
  const take = (code: string, ownerId?: string) =>
    system.database.transaction((tx) =>
      importVouchers(testTx(system, tx, account), [{ code, contents, ownerId }]),
    );
  for (const [code, redeemer, status] of [
    ['RACECODE-1', other, 'invalid'],
    ['RACECODE-2', owner, 'exists'],
  ] as const) {
    const [created] = await take(code);
    const voucherId = created?.status === 'created' ? created.id : assert.fail();
    const row = { accountId: account.id, voucherId, customerId: redeemer.id, redeemedAt: system.clock.now() };
    const settled = await whileUncommitted(
      system.database,
      (tx) => insertRedemption(tx, row),
      () => take(code, owner.id),
    );
    assert.equal(settled.status, 'fulfilled');
    assert.deepEqual(
      settled.value.map((outcome) => outcome.status),
      [status],
    );
  }
});
