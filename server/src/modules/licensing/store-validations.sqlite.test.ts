import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CompiledQuery } from 'kysely';
import { openTestDatabase } from '../../../test/database.ts';
import { trialValidationUpdate, validationUpdate } from './store-validations.ts';

for (const [subjects, update] of [
  ['activations', validationUpdate],
  ['trials', trialValidationUpdate],
] as const) {
  test(`writing validations down costs nothing for the ${subjects} that it is not about`, async () => {
    const { database, close } = await openTestDatabase();
    try {
      const { sql, parameters } = await database.transaction(async (tx) =>
        update(tx, 'demo', [{ id: 'one', usage: {} }], new Date(0)).compile(),
      );
      const plan = await database.reader
        .tables()
        .getExecutor()
        .executeQuery<{ detail: string }>(CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]));
      const visits = plan.rows
        .map(({ detail }) => detail)
        .filter((detail) => detail.split(' ').includes(subjects));
      assert.equal(visits.length, 1);
      assert.match(visits[0] ?? '', /^SEARCH .*\(account_id=\? AND id=\?\)$/);
    } finally {
      await close();
    }
  });
}
