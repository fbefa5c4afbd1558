import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CompiledQuery } from 'kysely';
import { openTestDatabase } from '../../../../test/database.ts';
import { trialValidationUpdate, validationUpdate } from './validations.ts';

for (const [subjects, update, ...tables] of [
  ['activations', validationUpdate, 'activations', 'licenses'],
  ['trials', trialValidationUpdate, 'trials'],
] as const) {
  test(`writing validations down costs nothing for the ${subjects} that it is not about`, async () => {
    const { database, close } = await openTestDatabase();
    try {
      const { sql, parameters } = await database.transaction(async (tx) =>
        update(tx, 'demo', [{ id: 'one', usage: {}, signingKid: 'key' }], new Date(0)).compile(),
      );
      const plan = await database.reader
        .tables()
        .getExecutor()
        .executeQuery<{ detail: string }>(CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]));
      const visits = plan.rows
        .map(({ detail }) => detail)
        .filter((detail) => tables.some((table) => detail.split(' ').includes(table)));
      assert.equal(visits.length, tables.length);
      for (const visit of visits) assert.match(visit, /^SEARCH .*\(account_id=\? AND id=\?\)$/);
    } finally {
      await close();
    }
  });
}
