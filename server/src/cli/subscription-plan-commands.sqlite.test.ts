import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { runCommand } from '../../test/commands.ts';
import { testContext } from '../../test/context.ts';
import { type Context, createAccount, findAccount } from '../modules/accounts/index.ts';
import { createVariation, findVariation } from '../modules/catalog/index.ts';
import { createCoupon } from '../modules/coupons/index.ts';
import { addCustomer } from '../modules/customers/index.ts';
import { createLicensedProduct } from '../modules/licensing/index.ts';
import {
  getSubscription,
  importSubscriptions,
  prepareSubscriptionImports,
} from '../modules/subscriptions/index.ts';
import type { SubscriptionTables } from '../modules/subscriptions/tables.ts';
import { openSystem } from '../open-system.ts';
import { readConfig } from '../platform/config.ts';
import { transaction } from '../platform/context/context.ts';
import { createLog } from '../platform/log.ts';

const DAY_MS = 86_400_000;
const UNKNOWN = '01900000-0000-7000-8000-000000000000';

const opened = new AsyncDisposableStack();
let ctx: Context;
let folder: string;
let id: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-plans-'));
  opened.defer(() => rm(folder, { recursive: true, force: true }));
  const started = await openSystem(readConfig({ LATCHKEY_DATA_DIR: folder }), createLog('silent'));
  opened.defer(started.close);
  await createAccount(started.system, { id: 'acme', name: 'Acme', isDefault: true });
  const account = await findAccount(started.system, 'acme');
  assert.ok(account);
  ctx = testContext(started.system, account);
  await createLicensedProduct(ctx, { id: 'pro', name: 'Pro', maxActivations: 2 });
  for (const [variation, minor] of [
    ['pro-monthly', 900],
    ['pro-studio', 1_900],
  ] as const) {
    const prices = { EUR: minor };
    const fields = { id: variation, name: variation, recurrence: 'Monthly', prices } as const;
    await createVariation(ctx, { type: 'Product', id: 'pro' }, fields);
  }
  const benefit = { type: 'PercentageOff', basisPoints: 1_000 } as const;
  await createCoupon(ctx, { id: 'loyal', name: 'Loyal', benefit });
  id = await subscription();
});
after(() => opened.disposeAsync());

/** One that runs for fifteen more days. */
async function subscription(): Promise<string> {
  const email = 'ada@example.com';
  await transaction(ctx, (tx) => addCustomer(tx, { email, name: 'Ada' }));
  const draft = {
    externalId: 'S-1',
    ownerEmail: email,
    content: { type: 'Product', id: 'pro', variationId: 'pro-monthly', quantity: 2 },
    cycleLength: 'Monthly',
    price: { currency: 'EUR', amount: 9 },
    paidThrough: new Date(ctx.clock.now().getTime() + 15 * DAY_MS),
  } as const;
  const [entry] = await prepareSubscriptionImports(ctx, [draft], { isDryRun: false });
  assert.ok(entry);
  const [outcome] = await transaction(ctx, (tx) => importSubscriptions(tx, [entry.input]));
  assert.ok(outcome?.status === 'created', JSON.stringify(outcome));
  return outcome.id;
}

const latchkey = (...parameters: string[]) => runCommand({ LATCHKEY_DATA_DIR: folder }, ...parameters);
const now = () => getSubscription(ctx, id);

test('a subscription is shown as the Core API shows it', async () => {
  const { stdout } = await latchkey('subscriptions', 'show', id);
  const answer: { id: string; content: object } = JSON.parse(stdout);
  assert.deepEqual(
    [answer.id, answer.content],
    [id, { type: 'Product', id: 'pro', variationId: 'pro-monthly', quantity: 2 }],
  );
  assert.match((await latchkey('subscriptions', 'show', UNKNOWN)).stderr, /There is no subscription/);
});

test('a subscription is given time, paused, cancelled and resumed, each with what it is then', async () => {
  const { paidUntil } = await now();
  const extended = await latchkey('subscriptions', 'extend', id, '3', '--reason', 'an outage');
  assert.match(extended.stdout, /: Active, Paid, paid until /, extended.stderr);
  assert.equal((await now()).paidUntil.getTime(), paidUntil.getTime() + 3 * DAY_MS);
  const comp = await latchkey('subscriptions', 'comp', id, '1', '--reason', 'sorry');
  assert.equal(comp.code, 0, comp.stderr);
  assert.ok((await now()).paidUntil.getTime() > paidUntil.getTime() + 30 * DAY_MS);
  await latchkey('subscriptions', 'pause', id, '1');
  assert.notEqual((await now()).pausedUntil, null);
  await latchkey('subscriptions', 'resume', id);
  assert.equal((await now()).pausedUntil, null);
  await latchkey('subscriptions', 'cancel', id);
  assert.equal((await now()).status, 'Cancelled');
  await latchkey('subscriptions', 'resume', id);
  assert.equal((await now()).status, 'Active');
  const list = JSON.parse((await latchkey('subscriptions', 'list', '--json')).stdout);
  assert.deepEqual(
    list.map((each: { id: string }) => each.id),
    [id],
  );
});

test('a renewal that is held is listed, released, and given away', async () => {
  const hold = () =>
    transaction(ctx, (tx) =>
      tx
        .tables<SubscriptionTables>()
        .updateTable('subscriptions')
        .set({ paymentState: 'Held', holdReason: 'Overdue' })
        .where('id', '=', id)
        .execute(),
    );
  await hold();
  assert.match((await latchkey('renewals', 'list')).stdout, new RegExp(`${id} .*Held: Overdue`));
  const released = await latchkey('renewals', 'release', id);
  assert.equal(released.code, 0, released.stderr);
  assert.equal((await now()).holdReason, null);
  await hold();
  const skipped = await latchkey('renewals', 'skip', id);
  assert.equal(skipped.code, 0, skipped.stderr);
  const { paymentState, holdReason } = await now();
  assert.deepEqual([paymentState, holdReason], ['Paid', null]);
});

test('a change is previewed, agreed for the next period, and dropped again', async () => {
  const before = await now();
  const preview = await latchkey('subscriptions', 'change', id, '--quantity', '1', '--preview');
  assert.match(
    preview.stdout,
    /quantity 1, begins on .*\ndue now: EUR 0\nnext payment: EUR 9 on /,
    preview.stderr,
  );
  assert.deepEqual(await now(), before, 'a preview changes nothing');
  const studio = ['--variation', 'pro-studio', '--next-period'];
  const agreed = await latchkey('subscriptions', 'change', id, ...studio);
  assert.match(agreed.stdout, /pro-studio, quantity 2, .*\n.*\nnext payment: EUR 38 on /, agreed.stderr);
  assert.equal((await now()).nextPlan?.variationId, 'pro-studio');
  await latchkey('subscriptions', 'change', id, '--variation', 'pro-monthly');
  assert.equal((await now()).nextPlan, null);
});

test('a change that cannot be is refused in a sentence, and changes nothing', async () => {
  const before = await now();
  for (const [words, code, pattern] of [
    [[], 2, /--variation or --quantity is needed/],
    [['--quantity', '0'], 2, /--quantity must be a whole number from 1 to 10000/],
    [['--quantity', '2'], 1, /is what the subscription has/],
    [['--variation', 'nothing'], 1, /is not a variation of this account/],
  ] as const) {
    const ended = await latchkey('subscriptions', 'change', id, ...words);
    assert.equal(ended.code, code, words.join(' '));
    assert.match(ended.stderr, pattern);
  }
  assert.deepEqual(await now(), before);
});

test('a price is announced at least 30 days ahead, after a look at how many it concerns', async () => {
  const price = ['subscriptions', 'price', 'pro-monthly'];
  const from = new Date(ctx.clock.now().getTime() + 40 * DAY_MS).toISOString();
  const preview = await latchkey(...price, 'EUR=12.50', '--from', from, '--preview');
  assert.match(preview.stdout, /It concerns 1 subscription\./, preview.stderr);
  const announced = await latchkey(...price, 'EUR=12.50', '--from', from);
  assert.match(announced.stdout, /It is announced to 1 subscription by mail\./, announced.stderr);
  const soon = await latchkey(...price, 'EUR=12.50', '--from', ctx.clock.now().toISOString());
  assert.match(soon.stderr, /at least 30 days ahead/);
  for (const [text, day] of [
    ['EUR=0', from],
    ['EUR=free', from],
    ['EUR=1', 'soon'],
  ] as const)
    assert.notEqual((await latchkey(...price, text, '--from', day)).code, 0, text);
});

test('the cycle and the terms of a variation are set, and a mistake in them is named', async () => {
  const set = (...words: string[]) => latchkey('variation', 'set', 'pro-studio', ...words);
  const terms = [
    '--free-days',
    '14',
    '--own-after',
    '12',
    '--payoff-discount',
    '15',
    '--pause',
    'yes',
    '--milestone',
    '3=loyal',
    '6=loyal',
  ];
  const done = await set('--cycle', 'Yearly', ...terms);
  assert.equal(done.code, 0, done.stderr);
  const termsNow = async () => {
    const { recurrence, subscriptionTerms } = (await findVariation(ctx, 'pro-studio')) ?? assert.fail();
    return { recurrence, ...subscriptionTerms };
  };
  const milestones = [
    { afterCycles: 3, couponId: 'loyal' },
    { afterCycles: 6, couponId: 'loyal' },
  ];
  const all = {
    recurrence: 'Yearly',
    canPause: true,
    freeDays: 14,
    ownAfterCycles: 12,
    payoffBasisPoints: 1_500,
    milestones,
  };
  assert.deepEqual(await termsNow(), all);
  for (const [words, pattern] of [
    [[], /an option is needed/],
    [['--cycle', 'Hourly'], /--cycle must be one of OneOff, Daily/],
    [['--free-days', '366'], /--free-days must be a whole number from 1 to 365/],
    [['--own-after', '1'], /whole number from 2 to 1200/],
    [['--pause', 'maybe'], /--pause must be yes or no/],
    [['--milestone', 'loyal'], /"loyal" is not a milestone such as 6=loyal/],
    [['--milestone', '0=loyal'], /nothing is paid before the first cycle/],
    [['--milestone', '3=nothing'], /is not a coupon of this account/],
  ] as const) {
    const { code, stderr } = await set(...words);
    assert.notEqual(code, 0, words.join(' '));
    assert.match(stderr, pattern);
  }
  const many = await set(
    '--cycle',
    'Hourly',
    '--free-days',
    '0',
    '--pause',
    'maybe',
    '--milestone',
    'a',
    'b',
  );
  assert.equal(many.code, 2);
  for (const mistake of ['--cycle must', '--free-days must', '--pause must', '"a" is not', '"b" is not'])
    assert.ok(many.stderr.includes(mistake), `${mistake}: ${many.stderr}`);
  assert.deepEqual(await termsNow(), all, 'nothing is half done');
  await set(
    '--free-days',
    'none',
    '--own-after',
    'none',
    '--payoff-discount',
    'none',
    '--pause',
    'no',
    '--milestone',
    'none',
  );
  assert.deepEqual(await termsNow(), { recurrence: 'Yearly' });
  assert.match(
    (await latchkey('variation', 'set', 'nothing', '--pause', 'no')).stderr,
    /no variation nothing/,
  );
});
