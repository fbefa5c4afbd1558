import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { isTestFile, parseModule, parseSource, readModules } from '../server/test/architecture/source.ts';
import { ENGINES, groupFiles, selectTests } from './test-selection.ts';

const TREE = Object.entries({
  'server/test/database.ts': `export const engine = process.env.LATCHKEY_TEST_ENGINE;`,
  'server/test/harness.ts': `import { engine } from './database.ts'; export { engine };`,
  'server/test/factories.ts': `import { engine } from './harness.ts'; export const customer = { engine };`,
  'server/test/faults/restart.postgres.test.ts': `import { test } from 'node:test';`,
  'server/test/faults/disk.sqlite.test.ts': `import { engine } from '../harness.ts';`,
  'server/src/kernel/money.ts': `export const zero = 0;`,
  'server/src/kernel/money.test.ts': `import { zero } from './money.ts';`,
  'server/src/modules/licensing/store.test.ts': `import { customer } from '../../../test/factories.ts';`,
  'e2e/buy.test.ts': `import { engine } from '../server/test/harness.ts';`,
}).map(([file, text]) => parseSource(file, text));

const BOTH = 'server/src/modules/licensing/store.test.ts';

test('tests that reach the engine through the harness run on both, all others once', () => {
  assert.deepEqual(selectTests(TREE, ENGINES), [
    { engine: 'postgres', file: 'server/test/faults/restart.postgres.test.ts' },
    { engine: 'sqlite', file: 'server/test/faults/disk.sqlite.test.ts' },
    { engine: 'sqlite', file: 'server/src/kernel/money.test.ts' },
    { engine: 'sqlite', file: BOTH },
    { engine: 'postgres', file: BOTH },
  ]);
});

test('every wire fact and every attack is tested on both engines', async () => {
  const files = await readModules(path.join(import.meta.dirname, '..'));
  const suites = files.filter(({ path: file }) => /^server\/test\/(wire|attacks)\//.test(file));
  const tests = suites.map(({ path: file }) => file).filter(isTestFile);
  assert.ok(tests.length > 0, 'no file of these suites was found');
  const runs = selectTests(files, ENGINES);
  const alone = tests.filter((file) => runs.filter((run) => run.file === file).length < ENGINES.length);
  assert.deepEqual(alone, [], 'these do not reach the engine: use startTestApp of server/test/harness.ts');
});

test('a file without its syntax tree has the same imports', () => {
  const text = `
import { zero } from './money.ts';
import type { Money } from './types.ts';
export { one } from './one.ts';
export * from './two.ts';
export const load = () => import('./later.ts');
export const loadAny = (file: string) => Promise.all([import(\`./\${file}.ts\`), import(file), import(\`./b.ts\`)]);
`;
  const [whole, module] = [parseSource, parseModule].map((parse) => parse('server/src/kernel/sum.ts', text));
  assert.equal(whole?.imports.length, 8);
  assert.deepEqual(module?.imports, whole.imports);
});

test('an engine that is not requested runs nothing', () => {
  for (const engine of ENGINES)
    assert.deepEqual(new Set(selectTests(TREE, [engine]).map((run) => run.engine)), new Set([engine]));
});

test('filters keep the files whose path contains one of them', () => {
  const runs = selectTests(TREE, ENGINES, { filters: ['./server/src/kernel', 'restart'] });
  assert.deepEqual(
    runs.map(({ file }) => file),
    ['server/test/faults/restart.postgres.test.ts', 'server/src/kernel/money.test.ts'],
  );
});

test('PostgreSQL can get fewer of the files, and SQLite still has all of its own', () => {
  const filesOn = (onPostgres: readonly string[], engine: string) =>
    selectTests(TREE, ENGINES, { onPostgres })
      .filter((run) => run.engine === engine)
      .map(({ file }) => file);
  assert.deepEqual(filesOn(['./modules/licensing'], 'postgres'), [BOTH]);
  assert.deepEqual(filesOn(['postgres.test'], 'postgres'), ['server/test/faults/restart.postgres.test.ts']);
  assert.deepEqual(filesOn(['./modules/licensing'], 'sqlite'), filesOn([], 'sqlite'));
  assert.throws(() => filesOn(['postgres.test', 'modules/orders'], 'sqlite'), /its path: modules\/orders$/);
});

test('races of an engine are one group, which comes first; a test that is chosen by name is alone', () => {
  const races = ['server/test/races/orders.test.ts', 'server/test/races/seats.test.ts'];
  const runs = ['a.test.ts', ...races, 'z.test.ts'].flatMap((file) =>
    ENGINES.map((engine) => ({ engine, file })),
  );
  const sizes = groupFiles(runs, false).map((group) => group.length);
  assert.deepEqual(sizes, [2, 2, 1, 1, 1, 1]);
  for (const isByName of [true, false]) {
    const groups = groupFiles(runs, isByName);
    assert.deepEqual(new Set(groups.flat()), new Set(runs));
    assert.ok(groups.every((group) => new Set(group.map(({ engine }) => engine)).size === 1));
  }
  assert.equal(groupFiles(runs, true).length, runs.length);
});
