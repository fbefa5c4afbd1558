import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { CompiledQuery } from 'kysely';
import { testEngine } from '../../../../test/database.ts';
import { startTestApp, type TestApp } from '../../../../test/harness.ts';
import { statementsOf } from '../../../../test/query-plans.ts';
import { formatVersion } from '../../../kernel/version.ts';
import { createProduct } from '../../catalog/index.ts';
import { testContext } from '../../../../test/context.ts';
import type { Account } from '../../accounts/index.ts';
import { loadVersionHistories } from '../index.ts';
import type { ReleaseTables } from '../tables.ts';
import { selectPublishedVersions } from './store-releases.ts';

let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());

const CHUNK = 500;

/** A product with this many published releases, `1.0.0` and on. */
async function publishMany(account: Account, id: string, count: number): Promise<void> {
  await createProduct(testContext(app.system, account), { id, name: id });
  const createdAt = new Date(0);
  for (let first = 0; first < count; first += CHUNK) {
    const rows = Array.from({ length: CHUNK }, (_, index) => ({
      accountId: account.id,
      productId: id,
      version: `1.${first + index}.0`,
      versionMajor: 1,
      versionMinor: first + index,
      versionPatch: 0,
      publishedAt: new Date(createdAt.getTime() + first + index),
      createdAt,
    }));
    await app.system.database.transaction((tx) =>
      tx.tables<{ releases: Record<string, unknown> }>().insertInto('releases').values(rows).execute(),
    );
  }
}

test('what a product with 2,000 releases has published costs one indexed read', async () => {
  await publishMany(app.demo, 'large', 2_000);
  await publishMany(app.other, 'larger', 20_000);
  const { reader } = app.system.database;
  const { sql, parameters } = selectPublishedVersions(reader, app.demo.id).compile();
  const executor = reader.tables<ReleaseTables>().getExecutor();
  const run = (text: string) =>
    executor.executeQuery<Record<string, string>>(CompiledQuery.raw(text, [...parameters]));
  const isSqlite = testEngine() === 'sqlite';
  if (!isSqlite)
    await app.system.database.transaction((tx) =>
      tx.tables().getExecutor().executeQuery(CompiledQuery.raw('analyze releases')),
    );
  const { rows } = await run(`explain ${isSqlite ? 'query plan ' : ''}${sql}`);
  const plan = rows.map((row) => row['detail'] ?? row['QUERY PLAN'] ?? '').join('\n');
  assert.match(
    plan,
    isSqlite ? /^SEARCH releases USING .*INDEX \w+ \(account_id=\?\)$/ : /Index Cond: \(account_id = /,
  );
  assert.doesNotMatch(plan, /Seq Scan|SCAN/);

  const load = async () => (await loadVersionHistories(testContext(app.system, app.demo)))('large');
  const statements = await statementsOf(async () => {
    await load();
    const history = await load();
    assert.equal(history.length, 2_000);
    assert.equal(formatVersion(history.at(-1)?.highest ?? assert.fail()), '1.1999.0');
  });
  if (isSqlite)
    assert.equal(statements.filter((text) => text.includes('"releases"')).length, 1, 'and only once');
});
