import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../../test/harness.ts';
import { transaction } from '../../../platform/context/context.ts';
import type { JobTables } from '../../../platform/jobs/tables.ts';
import { mailLink } from './mail-link.ts';

let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());

test('the mail with a link of an operator is only sent until the link ends', async () => {
  const expiresAt = new Date('2031-01-01T00:00:00.000Z');
  const link = { url: 'http://shop.example/dashboard/welcome#code', expiresAt, text: 'Reset' } as const;
  await transaction(app.ctx, (tx) => mailLink(tx, { email: 'ann@vendor.example', name: 'Ann' }, link));
  const jobs = app.system.database.reader.tables<JobTables>().selectFrom('jobs').select('payload');
  const ends = (await jobs.execute()).map(({ payload }) => payload['linkEndsAt']);
  assert.deepEqual(ends, [expiresAt.toISOString()]);
});
