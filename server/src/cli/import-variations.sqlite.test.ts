import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { runCommand } from '../../test/commands.ts';
import { testContext } from '../../test/context.ts';
import { type Context, createAccount, findAccount } from '../modules/accounts/index.ts';
import { findVariation } from '../modules/catalog/index.ts';
import { createCoupon } from '../modules/coupons/index.ts';
import { createLicensedProduct } from '../modules/licensing/index.ts';
import { openSystem } from '../open-system.ts';
import { readConfig } from '../platform/config.ts';
import { createLog } from '../platform/log.ts';

const opened = new AsyncDisposableStack();
let ctx: Context;
let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-import-variations-'));
  opened.defer(() => rm(folder, { recursive: true, force: true }));
  const started = await openSystem(readConfig({ LATCHKEY_DATA_DIR: folder }), createLog('silent'));
  opened.defer(started.close);
  await createAccount(started.system, { id: 'acme', name: 'Acme', isDefault: true });
  const account = await findAccount(started.system, 'acme');
  assert.ok(account);
  ctx = testContext(started.system, account);
  await createLicensedProduct(ctx, { id: 'my-app', name: 'My App', maxActivations: 2 });
  await createCoupon(ctx, {
    id: 'loyal',
    name: 'Loyal',
    benefit: { type: 'PercentageOff', basisPoints: 1_000 },
  });
});
after(() => opened.disposeAsync());

test('a list of plans comes in by the template: a price for each currency, cycles in words, coupons in a cell', async () => {
  const list = join(folder, 'plans.csv');
  await writeFile(
    list,
    'Product,Plan ID,Plan,Billing,Price,Trial days,Owned after,Versions stay after,Pauses,Coupons\n' +
      'My App Pro,my-app-monthly,Monthly,month,9.90,14,24,,yes,6=loyal; 12=loyal\n' +
      'My App Pro,my-app-once,For good,once,99,,,,,\n' +
      'My App Pro,my-app-bad,Monthly,month,9.90,400,,,,six=loyal\n',
  );
  const template = await runCommand({ LATCHKEY_DATA_DIR: folder }, 'import', '--template', 'variations');
  const map = join(folder, 'mapping.json');
  await writeFile(map, template.stdout);
  const options = ['--from', 'csv', '--kind', 'variations', '--map', map, '--apply', list];
  const result = await runCommand({ LATCHKEY_DATA_DIR: folder }, 'import', ...options);
  assert.equal(result.code, 3, result.stderr);
  assert.match(result.stdout, /variations +3 +2 +0 +0 +1\n/);
  assert.match(result.stdout, /milestones\[0\]\.afterCycles/);
  const monthly = await findVariation(ctx, 'my-app-monthly');
  assert.deepEqual(
    [monthly?.recurrence, monthly?.prices, monthly?.subscriptionTerms],
    [
      'Monthly',
      { EUR: 990 },
      {
        canPause: true,
        freeDays: 14,
        ownAfterCycles: 24,
        milestones: [
          { afterCycles: 6, couponId: 'loyal' },
          { afterCycles: 12, couponId: 'loyal' },
        ],
      },
    ],
  );
  assert.deepEqual(
    [(await findVariation(ctx, 'my-app-once'))?.recurrence, await findVariation(ctx, 'my-app-bad')],
    ['OneOff', undefined],
  );
});
