import { once } from 'node:events';
import process from 'node:process';
import { findAccount } from '../../src/modules/accounts/index.ts';
import { transaction } from '../../src/platform/context/context.ts';
import { enqueueJob } from '../../src/platform/jobs/enqueue-job.ts';
import {
  catchUpOnJournal,
  type Follower,
  startFollowing,
} from '../../src/platform/journal/follow-journal.ts';
import { record } from '../../src/platform/journal/record.ts';
import { testContext } from '../context.ts';
import { systemOver } from '../licensing.ts';
import { openLocation } from '../open-location.ts';
import { parameters, tell } from '../processes.ts';

/**
 * Arguments: a database, one of its accounts, a number of events. Commits the events while it follows the journal, and
 * writes a job for each event that it sees.
 */
const [location = '', accountId = '', count = ''] = await parameters();

const database = await openLocation(location);
const system = await systemOver(database);
const account = await findAccount(system, accountId);
if (account === undefined) throw new Error(`there is no account ${accountId}`);
const ctx = testContext(system, account);
const follower: Follower = {
  name: 'race',
  prepare: async (id, events) => async (tx) => {
    for (const { sequence, data } of events)
      await enqueueJob(system, tx, { accountId: id, kind: 'test.seen', payload: { sequence, data } });
  },
};
const go = once(process, 'message');
tell('ready');
await go;
const following = startFollowing(system, [follower]);
for (let number = 0; number < Number(count); number += 1) {
  await transaction(ctx, async (tx) =>
    record(tx, { type: 'test.happened', subjects: {}, data: { number, process: process.pid } }),
  );
}
await following.stop();
// What this process has committed last, and any process that ended before its round.
await catchUpOnJournal(system, [follower]);
await database.close();
tell('done');
