import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { insertOrder, type LicensingScenario, licensingScenario } from '../../../../test/licensing.ts';
import { startTrial } from '../trials/request-trial-token.ts';
import type { LicensingTables } from '../tables.ts';
import { countActivations, countTrialSales } from './report-counts.ts';

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
  const orderId = await insertOrder(scenario);
  await scenario.system.database.transaction((tx) =>
    tx
      .tables<LicensingTables>()
      .updateTable('licenses')
      .set({ orderId })
      .where('id', '=', licenseId)
      .execute(),
  );
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
