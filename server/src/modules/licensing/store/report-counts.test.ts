import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { insertOrder, type LicensingScenario, licensingScenario } from '../../../../test/licensing.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { startTrial } from '../trials/request-trial-token.ts';
import type { LicensingTables, SuspensionReason } from '../tables.ts';
import { countActivations, countTrialSales } from './report-counts.ts';
import { resume, suspend } from './suspensions.ts';

const NAMES = ['2026-03-01', '2026-03-02', '2026-03-03'];
const DAY_MS = 86_400_000;
const spans = NAMES.map((name) => ({
  name,
  startsAt: new Date(name),
  endsAt: new Date(Date.parse(name) + DAY_MS),
}));
const FIRST = Date.parse('2026-03-01');

let scenario: LicensingScenario;
before(async () => {
  scenario = await licensingScenario();
});
after(() => scenario.close());

const reader = () => scenario.system.database.reader;
const at = (day: number, ms = 0) => scenario.clock.set(new Date(FIRST + day * DAY_MS + ms));
const count = (pageRows?: number) => ({
  accountId: 'demo',
  spans,
  ...(pageRows !== undefined && { pageRows }),
});

/** What both counts answer, in order. */
async function countsOf(pageRows?: number) {
  const sales = await countTrialSales(reader(), count(pageRows));
  const activations = await countActivations(reader(), count(pageRows));
  const inOrder = <Row extends { readonly span: string; readonly productId: string }>(rows: readonly Row[]) =>
    rows.toSorted((one, other) => (one.span + one.productId < other.span + other.productId ? -1 : 1));
  return { sales: inOrder(sales), activations: inOrder(activations) };
}

async function begin(productId: string, signature: string) {
  await startTrial(scenario.ctx, undefined, { productId, device: { name: 'A device', signature } });
}

/** Makes a license one that an order gave. */
async function setOrdered(licenseId: string) {
  const orderId = await insertOrder(scenario);
  await scenario.system.database.transaction((tx) =>
    tx
      .tables<LicensingTables>()
      .updateTable('licenses')
      .set({ orderId })
      .where('id', '=', licenseId)
      .execute(),
  );
}

test('trials and activations are the same sums with pages of one row, also of rows that began at one moment', async () => {
  const policy = { maxActivations: 5, allowsTrials: true, trialDays: 14 };
  const [app, synth] = [(await scenario.product(policy)).id, (await scenario.product(policy)).id];
  at(0);
  for (const signature of ['one', 'two', 'three']) await begin(app, signature);
  await begin(synth, 'one');
  at(1, -1_000);
  await begin(app, 'four');
  at(1);
  await begin(app, 'five');
  at(2);
  const customer = await scenario.customer();
  const { id: licenseId } = await scenario.license(customer, app);
  await setOrdered(licenseId);
  for (const signature of ['two', 'five', 'six']) await scenario.token(customer, app, signature);
  at(3, -1_000);
  await scenario.token(customer, app, 'seven');
  at(3);
  await scenario.token(customer, app, 'eight');
  await begin(app, 'eight');

  const counts = await countsOf();
  assert.deepEqual(counts, {
    sales: [
      { span: NAMES[0], productId: app, trials: 4, soldWithin30Days: 1, sold: 1 },
      { span: NAMES[0], productId: synth, trials: 1, soldWithin30Days: 0, sold: 0 },
      { span: NAMES[1], productId: app, trials: 1, soldWithin30Days: 1, sold: 1 },
    ],
    activations: [{ span: NAMES[2], productId: app, activations: 4 }],
  });
  assert.deepEqual(await countsOf(1), counts);
  assert.deepEqual(await countsOf(2), counts);
});

test('others have their turn between two pages', async () => {
  const turnsDuring = async (work: () => Promise<unknown>) => {
    let turns = 0;
    let next = setImmediate(function turn() {
      turns += 1;
      next = setImmediate(turn);
    });
    await work().finally(() => {
      clearImmediate(next);
    });
    return turns;
  };
  const ofTrials = await turnsDuring(() => countTrialSales(reader(), count(1)));
  const ofActivations = await turnsDuring(() => countActivations(reader(), count(1)));
  // Six trials and two groups of activations in three spans, each with an empty page at its end.
  assert.ok(ofTrials >= 9, String(ofTrials));
  assert.ok(ofActivations >= 5, String(ofActivations));
});

test('a license that a refund took back is no sale, until the refund fails; one that the vendor revoked is', async () => {
  const policy = { maxActivations: 5, allowsTrials: true, trialDays: 14 };
  const [{ id: customerApp }, { id: deviceApp }] = [
    await scenario.product(policy),
    await scenario.product(policy),
  ];
  const customer = await scenario.customer();
  at(1);
  const device = { name: 'A device', signature: 'refunded' };
  await startTrial(scenario.ctx, customer, { productId: customerApp, device });
  await begin(deviceApp, 'refunded');
  const licenses = [
    await scenario.license(customer, customerApp),
    await scenario.license(customer, deviceApp),
  ];
  for (const { id } of licenses) await setOrdered(id);
  await scenario.token(customer, deviceApp, 'refunded');
  const ids = licenses.map(({ id }) => id);
  const { database, clock } = scenario.system;
  const suspendFor = (reason: SuspensionReason) => (tx: Tx) =>
    suspend(tx, 'demo', ids, { reason, now: clock.now() });
  const soldAfter = async (change: (tx: Tx) => Promise<unknown>) => {
    await database.transaction(change);
    const own = (await countsOf()).sales.filter(({ productId }) =>
      [customerApp, deviceApp].includes(productId),
    );
    return own.map(({ trials, soldWithin30Days, sold }) => [trials, soldWithin30Days, sold]);
  };
  const isSold = [1, 1, 1];
  assert.deepEqual(await soldAfter(suspendFor('Vendor')), [isSold, isSold]);
  assert.deepEqual(await soldAfter(suspendFor('Refund')), [
    [1, 0, 0],
    [1, 0, 0],
  ]);
  assert.deepEqual(await soldAfter((tx) => resume(tx, 'demo', ids, 'Refund')), [isSold, isSold]);
});
