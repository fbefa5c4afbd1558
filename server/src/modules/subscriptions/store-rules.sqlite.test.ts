import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { openTestDatabase } from '../../../test/database.ts';
import { withinPage } from './store-invariants.ts';
import { INVARIANTS } from './store-rules.ts';

test('each rule of the nightly check finds a page of rows in an index, however many there are', async () => {
  const { database, close } = await openTestDatabase();
  try {
    for (const { violation, pagesOf, violations } of INVARIANTS) {
      if (pagesOf === null) continue;
      const query = violations({ engine: 'sqlite', within: withinPage('demo', 'a', 'b') });
      const plan = sql<{ readonly detail: string }>`explain query plan ${query}`;
      const { rows } = await plan.execute(database.reader.tables<unknown>());
      assert.match(rows[0]?.detail ?? '', /^SEARCH .*\(account_id=\? AND \w+>\? AND \w+<\?\)$/, violation);
    }
  } finally {
    await close();
  }
});
