import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { licensingScenario, type LicensingScenario } from '../../../test/licensing.ts';
import { DatabaseUnavailable } from '../../platform/database/errors.ts';
import type { Context } from '../accounts/index.ts';
import { importRecords, type LineResult } from './index.ts';
import type { SourceRecord } from './source-records.ts';

let scenario: LicensingScenario;
before(async () => {
  scenario = await licensingScenario();
});
after(() => scenario.close());

const customer = (line: number, name: string): SourceRecord => ({
  line,
  value: { email: `${name}-${line}@example.com` },
});

/** The context, with a database whose first transactions fail. */
function failing(times: number, error: Error): Context {
  const { ctx } = scenario;
  let left = times;
  const { database } = ctx;
  return {
    ...ctx,
    database: {
      ...database,
      transaction: async (work) => {
        left -= 1;
        if (left >= 0) throw error;
        return database.transaction(work);
      },
    },
  };
}

async function resultsOf(ctx: Context, batch: readonly SourceRecord[]): Promise<string[]> {
  const results: LineResult[] = [];
  const source = (async function* () {
    yield batch;
  })();
  for await (const part of importRecords(ctx, 'customers', source)) results.push(...part);
  return results.map(({ status }) => status);
}

test('no batch is read before the results of the one before are taken, and none after its reader stops', async () => {
  const events: string[] = [];
  const source = (async function* () {
    try {
      for (const line of [1, 2, 3]) {
        events.push(`read ${line}`);
        yield [customer(line, 'lazy')];
      }
    } finally {
      events.push('closed');
    }
  })();
  const results = importRecords(scenario.ctx, 'customers', source);
  assert.equal((await results.next()).done, false);
  assert.deepEqual(events, ['read 1']);
  await results.next();
  await results.return(undefined);
  assert.deepEqual(events, ['read 1', 'read 2', 'closed']);
});

test('an entry that breaks its batch fails alone, and while the database is unavailable none does', async () => {
  const defect = new Error('a defect');
  const batch = (name: string) => [customer(1, name), customer(2, name)];
  assert.deepEqual(await resultsOf(failing(1, defect), batch('first')), ['created', 'created']);
  assert.deepEqual(await resultsOf(failing(2, defect), batch('second')), ['failed', 'created']);
  assert.deepEqual(await resultsOf(scenario.ctx, batch('second')), ['created', 'exists']);
  const away = failing(1, new DatabaseUnavailable('away'));
  await assert.rejects(resultsOf(away, batch('third')), DatabaseUnavailable);
});
