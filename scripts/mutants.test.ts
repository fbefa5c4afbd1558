import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { test, type TestContext } from 'node:test';
import { parseModule, parseSource } from '../server/test/architecture/source.ts';
import { type Mutant, mutantsOf, sampleOf } from './mutant-sample.ts';
import { importersOf, nearestTests } from './nearest-tests.ts';
import { type Claim, claimFolder, outcomeOf, type TestResult } from './plant-mistakes.ts';

const SOURCE = `import { one } from './one.ts';
// It returns true.
type Flag = true;
export const isLess = (a: number, b: number): boolean => a < b;
export async function run(task: () => Promise<void>): Promise<void> {
  await task();
}
export const later = async (task: () => Promise<void>) =>
  await task();
`;

test('a mistake changes what a program does, and leaves it a program', () => {
  const mutants = mutantsOf('server/src/a.ts', SOURCE);
  assert.deepEqual(
    mutants.map(({ line, after }) => [line, after.trim()]),
    [
      [4, 'export const isLess = (a: number, b: number): boolean => a <= b;'],
      [6, ''],
    ],
  );
  assert.equal(mutants[0]?.text, SOURCE.replace('a < b', 'a <= b'));
});

test('a seed chooses its mistakes, in the order of their lines', () => {
  const source = Array.from({ length: 40 }, (_, index) => `export const flag${index} = true;`).join('\n');
  const all = mutantsOf('server/src/a.ts', source);
  const linesOf = (seed: number) => sampleOf(all, 5, seed).map(({ line }) => line);
  assert.deepEqual(linesOf(1), linesOf(1));
  assert.notDeepEqual(linesOf(1), linesOf(2));
  assert.deepEqual(
    linesOf(1),
    linesOf(1).toSorted((one, other) => one - other),
  );
});

const ORDERS = 'server/src/modules/orders';
const TREE = Object.entries({
  [`${ORDERS}/pay-order.ts`]: `export const payOrder = 1;`,
  [`${ORDERS}/cart.ts`]: `import { payOrder } from './pay-order.ts'; export const cart = payOrder;`,
  [`${ORDERS}/index.ts`]: `export { payOrder } from './pay-order.ts';`,
  [`${ORDERS}/pay-order.test.ts`]: `import { payOrder } from './pay-order.ts';`,
  [`${ORDERS}/cart.test.ts`]: `import { cart } from './cart.ts';`,
  'server/src/api/pay.ts': `import { payOrder } from '../modules/orders/index.ts';`,
  'server/src/api/checkout.test.ts': `import { startTestApp } from '../../test/harness.ts';`,
  'server/src/app.ts': `import { pay } from './api/pay.ts';`,
  'server/test/harness.ts': `import { app } from '../src/app.ts';`,
  'server/test/everything.test.ts': `import { startTestApp } from './harness.ts';`,
}).map(([file, text]) => parseSource(file, text));

test('the nearest tests of a file come first: its own, those of its users, those of routes; none through the harness', () => {
  const runnable = new Set(TREE.map(({ path: file }) => file).filter((file) => file.includes('.test.')));
  const nearest = (count: number, some = runnable) =>
    nearestTests(importersOf(TREE), `${ORDERS}/pay-order.ts`, { count, runnable: some });
  const all = [`${ORDERS}/pay-order.test.ts`, `${ORDERS}/cart.test.ts`, 'server/src/api/checkout.test.ts'];
  assert.deepEqual(nearest(9), all);
  assert.deepEqual(nearest(2), all.slice(0, 2));
  assert.deepEqual(nearest(9, new Set(all.slice(1))), all.slice(1), 'only those that the engine runs');
});

test('a program that runs as a worker is near to what starts it; rules about every file look at each mistake', () => {
  const [render, rules] = ['server/src/modules/documents/render', 'server/test/architecture.test.ts'];
  const tree = Object.entries({
    [`${render}/draw.ts`]: `export const draw = 1;`,
    [`${render}/drawing-worker.ts`]: `import { draw } from './draw.ts';`,
    [`${render}/drawer.ts`]: `export const drawer = new URL('drawing-worker.ts', import.meta.url);`,
    [`${render}/drawer.test.ts`]: `import { drawer } from './drawer.ts';`,
    [rules]: `import { test } from 'node:test';`,
  }).map(([file, text]) => parseModule(file, text));
  const runnable = new Set([`${render}/drawer.test.ts`, rules]);
  const nearest = nearestTests(importersOf(tree), `${render}/draw.ts`, { count: 1, runnable });
  assert.deepEqual(nearest, [`${render}/drawer.test.ts`, rules]);
});

test('among tests of routes, those that are named after the module of a file come first, whatever its folder', () => {
  const tree = Object.entries({
    [`${ORDERS}/fulfilment/give-back.ts`]: `export const giveBack = 1;`,
    'server/src/api/core/routes.ts': `import { giveBack } from '../../modules/orders/fulfilment/give-back.ts';`,
    'server/src/api/core/api-keys.test.ts': `import { startTestApp } from '../../../test/harness.ts';`,
    'server/src/api/core/order-changes.test.ts': `import { startTestApp } from '../../../test/harness.ts';`,
    'server/test/harness.ts': `export const startTestApp = 1;`,
  }).map(([file, text]) => parseSource(file, text));
  const runnable = new Set(tree.map(({ path: file }) => file).filter((file) => file.includes('.test.')));
  const nearest = nearestTests(importersOf(tree), `${ORDERS}/fulfilment/give-back.ts`, {
    count: 1,
    runnable,
  });
  assert.deepEqual(nearest, ['server/src/api/core/order-changes.test.ts']);
});

const MUTANT: Mutant = { file: 'a.ts', line: 1, before: 'true', after: 'false', text: 'false' };
/** Larger than the id of any process. */
const DEAD = 2 ** 22 + 1;

/** A folder with one file, and a claim of it. */
async function folderOf(context: TestContext) {
  const folder = await mkdtemp(path.join(tmpdir(), 'latchkey-mutants-'));
  context.after(() => rm(folder, { recursive: true, force: true }));
  const [file, recordFile] = [path.join(folder, MUTANT.file), path.join(folder, 'cache/record')];
  await writeFile(file, MUTANT.before);
  const claim: Claim = claimFolder(folder, recordFile);
  const content = () => readFile(file, 'utf8');
  return { folder, file, recordFile, claim, content };
}

test('a mistake is in its file while its tests run, and not afterwards, even when they throw', async (context) => {
  const { claim, content } = await folderOf(context);
  assert.equal(await claim.withMistake(MUTANT, content), 'false');
  assert.equal(await content(), 'true');
  const stop = async () => Promise.reject(new Error('interrupted'));
  await assert.rejects(claim.withMistake(MUTANT, stop), /interrupted/);
  assert.equal(await content(), 'true');
});

/** The record of a run that was killed in the middle of its tests. */
async function killedRun(context: TestContext) {
  const run = await folderOf(context);
  const record = await run.claim.withMistake(MUTANT, () => readFile(run.recordFile, 'utf8'));
  await writeFile(run.recordFile, JSON.stringify({ ...JSON.parse(record), pid: DEAD }));
  return { ...run, claimAgain: () => claimFolder(run.folder, run.recordFile) };
}

test('the mistake of a run that was killed is removed by the next one, unless its file was edited', async (context) => {
  const { file, content, claimAgain } = await killedRun(context);
  await writeFile(file, MUTANT.text);
  claimAgain();
  assert.equal(await content(), 'true');

  const edited = await killedRun(context);
  await writeFile(edited.file, 'other();');
  assert.throws(edited.claimAgain, /a\.ts, and somebody has edited it/);
  assert.throws(edited.claimAgain, /edited it/, 'until somebody has looked');
  assert.equal(await edited.content(), 'other();');
});

test('a second run in a folder is refused until the first one ends', async (context) => {
  const { folder, recordFile, claim } = await folderOf(context);
  assert.throws(() => claimFolder(folder, recordFile), new RegExp(`Process ${process.pid} plants`));
  claim.release();
  claimFolder(folder, recordFile);
});

test('a mistake is noticed only by tests that pass without it', async (context) => {
  const { claim, content } = await folderOf(context);
  const tests = Array.from({ length: 20 }, (_, index) => `${index}.test.ts`);
  const stages: (readonly [isPlanted: boolean, count: number])[] = [];
  const outcome = async (answer: (isPlanted: boolean, first: string) => TestResult) => {
    stages.length = 0;
    return outcomeOf(claim, { mutant: MUTANT, tests }, async (stage) => {
      const isPlanted = (await content()) === MUTANT.text;
      stages.push([isPlanted, stage.length]);
      return answer(isPlanted, stage[0] ?? '');
    });
  };
  assert.equal(await outcome(() => 'Passed'), 'SURVIVED');
  const planted = [true, true, true].map((isPlanted, index) => [isPlanted, [5, 10, 5][index]]);
  assert.deepEqual(stages, planted);
  assert.equal(
    await outcome((isPlanted, first) => (isPlanted && first === '5.test.ts' ? 'Failed' : 'Passed')),
    'noticed',
  );
  assert.deepEqual(
    stages,
    [
      [true, 5],
      [true, 10],
      [false, 10],
    ],
    'only the stage that failed runs again',
  );
  assert.equal(await outcome(() => 'Failed'), 'DISTURBED');
  assert.equal(await outcome((isPlanted) => (isPlanted ? 'Failed' : 'Late')), 'DISTURBED');
  assert.equal(await outcome(() => 'Late'), 'NOT DONE');
  assert.equal(await content(), 'true');
});
