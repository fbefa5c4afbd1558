import { systemClock } from '../../src/kernel/clock.ts';
import { randomIds } from '../../src/kernel/ids.ts';
import { openLocation } from '../open-location.ts';
import { startJobWorker } from '../../src/platform/jobs/start-job-worker.ts';
import { createLog } from '../../src/platform/log.ts';
import { parameters, tell } from '../processes.ts';

const [location = ''] = await parameters();
const log = createLog('warn');
const database = await openLocation(location, { log });

// Takes a job, reports it, and never ends: the test then kills this process.
startJobWorker(
  { database, clock: systemClock, ids: randomIds, log },
  {
    test: async ({ id }) => {
      tell(id);
      await new Promise(() => undefined);
    },
  },
  { leaseSeconds: 3600 },
);
