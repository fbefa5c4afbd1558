import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { isTestFile, parseModule, parseSource } from '../server/test/architecture/source.ts';
import { defaultEngines, needsCluster, readTestModules, selectTests } from './test-selection.ts';

const TREE = Object.entries({
  'server/test/harness.ts': `export const engine = process.env.LATCHKEY_TEST_ENGINE;`,
  'server/test/factories.ts': `import { engine } from './harness.ts'; export const customer = { engine };`,
  'server/test/postgres-cluster.ts': `export const startCluster = () => {};`,
  'server/test/faults/restart.postgres.test.ts': `import { startCluster } from '../postgres-cluster.ts';`,
  'server/test/faults/disk.sqlite.test.ts': `import { engine } from '../harness.ts';`,
  'server/src/kernel/money.ts': `export const zero = 0;`,
  'server/src/kernel/money.test.ts': `import { zero } from './money.ts';`,
  'server/src/modules/licensing/store.test.ts': `import { customer } from '../../../test/factories.ts';`,
  'e2e/buy.test.ts': `import { engine } from '../server/test/harness.ts';`,
}).map(([file, text]) => parseSource(file, text));

test('tests that reach the engine through the harness run on both, all others once', () => {
  assert.deepEqual(selectTests(TREE, ['sqlite', 'postgres']), {
    sqlite: [
      'server/test/faults/disk.sqlite.test.ts',
      'server/src/kernel/money.test.ts',
      'server/src/modules/licensing/store.test.ts',
    ],
    postgres: ['server/test/faults/restart.postgres.test.ts', 'server/src/modules/licensing/store.test.ts'],
  });
});

test('all tests run on SQLite unless the run needs PostgreSQL or names a server, and a part runs on both', () => {
  const all = { filters: [], requirePostgres: false, server: undefined };
  assert.deepEqual(defaultEngines(all), ['sqlite']);
  const others = [
    { filters: ['orders'] },
    { requirePostgres: true },
    { server: 'postgres://localhost/tests' },
  ];
  for (const other of others) assert.deepEqual(defaultEngines({ ...all, ...other }), ['sqlite', 'postgres']);
});

test('every wire fact and every attack is tested on both engines', async () => {
  const files = await readTestModules(path.join(import.meta.dirname, '..'));
  const { sqlite, postgres } = selectTests(files, ['sqlite', 'postgres']);
  const suites = files.filter(({ path: file }) => /^server\/test\/(wire|attacks)\//.test(file));
  const tests = suites.map(({ path: file }) => file).filter(isTestFile);
  assert.ok(tests.length > 0, 'no file of these suites was found');
  const alone = tests.filter((file) => !sqlite.includes(file) || !postgres.includes(file));
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
  assert.deepEqual(selectTests(TREE, ['postgres']).sqlite, []);
  assert.deepEqual(selectTests(TREE, ['sqlite']).postgres, []);
});

test('filters keep the files whose path contains one of them', () => {
  const both = selectTests(TREE, ['sqlite', 'postgres'], ['./server/src/kernel', 'restart']);
  assert.deepEqual(both, {
    sqlite: ['server/src/kernel/money.test.ts'],
    postgres: ['server/test/faults/restart.postgres.test.ts'],
  });
});

test('tests that start their own cluster are detected', () => {
  assert.deepEqual([...needsCluster(TREE)], ['server/test/faults/restart.postgres.test.ts']);
});
