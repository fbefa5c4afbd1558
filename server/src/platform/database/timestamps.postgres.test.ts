import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CompiledQuery } from 'kysely';
import { openTestDatabase } from '../../../test/database.ts';

const MOMENTS: Record<string, unknown> = {
  '2026-03-29 03:30:00.123+02': new Date('2026-03-29T01:30:00.123Z'),
  '2026-01-01 00:00:00.5+00': new Date('2026-01-01T00:00:00.500Z'),
  '1969-12-31 23:59:59+00': new Date(-1_000),
  '0099-01-01 00:00:00+00': new Date('0099-01-01T00:00:00Z'),
  '10000-01-01 00:00:00+00': new Date('+010000-01-01T00:00:00Z'),
  '0044-03-15 00:00:00+00 BC': new Date('-000043-03-15T00:00:00Z'),
  infinity: Number.POSITIVE_INFINITY,
};

test('moments are read as they are, whatever the time zone of the server', async () => {
  const { database, close } = await openTestDatabase();
  try {
    for (const zone of ['UTC', 'Asia/Kathmandu']) {
      const read = await database.transaction(async (tx) => {
        const run = (sql: string) =>
          tx.tables().getExecutor().executeQuery<{ at: unknown }>(CompiledQuery.raw(sql));
        await run(`set local timezone = '${zone}'`);
        const rows = Object.keys(MOMENTS).map((text) => `(timestamptz '${text}')`);
        return (await run(`select at from (values ${rows.join(', ')}) as given (at)`)).rows;
      });
      assert.deepEqual(
        read.map(({ at }) => at),
        Object.values(MOMENTS),
        zone,
      );
    }
  } finally {
    await close();
  }
});
