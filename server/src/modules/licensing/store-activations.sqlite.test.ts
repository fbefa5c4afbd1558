import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CompiledQuery } from 'kysely';
import { openTestDatabase } from '../../../test/database.ts';
import { validationUpdate } from './store-activations.ts';

test('writing validations down costs nothing for the activations that it is not about', async () => {
  const { database, close } = await openTestDatabase();
  try {
    const { sql, parameters } = await database.transaction(async (tx) =>
      validationUpdate(tx, 'demo', [{ id: 'one', usage: {} }], new Date(0)).compile(),
    );
    const plan = await database.reader
      .tables()
      .getExecutor()
      .executeQuery<{ detail: string }>(CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]));
    const searches = plan.rows
      .map(({ detail }) => detail)
      .filter((detail) => detail.includes(' activations '));
    assert.equal(searches.length, 2);
    for (const search of searches) assert.match(search, /^SEARCH .*\(account_id=\? AND id=\?\)$/);
  } finally {
    await close();
  }
});
