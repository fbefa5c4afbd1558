import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../../server/src/platform/database/database.ts';
import type { Arena } from '../arena.ts';
import { requestBytes } from '../load/http-client.ts';
import { type LoadResult, runLoad } from '../load/load.ts';
import { msText, perSecondText } from '../report.ts';
import { countRenewals, enqueueRenewals, openCount, seedSubscriptions } from '../seed-subscriptions.ts';
import type { Target } from '../target.ts';
import { checkoutRate } from './checkouts.ts';
import { type Bench, CONNECTIONS, type FigureOfBench, medianBy, WARMUP_SECONDS } from './figure.ts';
import { pagesOfList } from './pages.ts';

/** Renewals that are charged while nothing else happens: these, or a tenth of all. */
const MOST_ALONE = 2_000;
const AIM_P99_RATIO = 1.5;
const P99_SECONDS = 10;
const P99_ROUNDS = 3;
const POLL_MS = 250;
const PATIENCE_MS = 600_000;

/**
 * Renewals with the test provider, which takes no time: their rate beside that of checkouts, and all of the database due
 * in one night beside validations at half load. Each part has a server of its own, whose jobs are there before it. The
 * checkouts come last: the events of thousands of orders would be derived beside what is measured after them.
 */
export const renewals: Bench = async (arena) => {
  const total = await seedSubscriptions(arena, arena.seeded.size);
  const few = Math.min(MOST_ALONE, Math.ceil(total / 10));
  const alone = await withServer(arena, (target) => validationsAt(arena, target));
  const after = await enqueueRenewals(arena, { after: '', count: few });
  const perSecond = await withServer(arena, (_target, database) => rateAlone(database, few));
  await enqueueRenewals(arena, { after, count: total - few });
  // Jobs are written over months, not at once: what PostgreSQL does after so many new rows is no part of a night.
  await arena.analyse();
  const night = await withServer(arena, (target, database) =>
    besideValidations(arena, { target, database, alone }),
  );
  const paid = await withServer(arena, (target) => checkoutRate(target, 'Succeed'));
  return [
    {
      what: `renewals, ${few.toLocaleString('en')} at once`,
      measured: perSecondText(perSecond),
      perSecond,
      limit: `${(perSecond / paid.perSecond).toFixed(2)} of ${perSecondText(paid.perSecond)} checkouts with settlement and delivery`,
    },
    ...nightFigures(alone, night, total - few),
  ];
};

/** Runs the server of an arena, and counts in its database beside it. */
async function withServer<Result>(
  arena: Arena,
  work: (target: Target, database: Database) => Promise<Result>,
): Promise<Result> {
  const target = await arena.start({ NODE_ENV: 'development' });
  try {
    const database = await openCount(arena);
    try {
      return await work(target, database);
    } finally {
      await database.close();
    }
  } finally {
    await target.stop();
  }
}

/** Renewals per second of a server that has just started, until all of them are paid. */
async function rateAlone(database: Database, count: number): Promise<number> {
  const [begin, first] = [performance.now(), await countRenewals(database)];
  const end = begin + PATIENCE_MS;
  for (;;) {
    const renewed = await countRenewals(database);
    const seconds = (performance.now() - begin) / 1_000;
    if (renewed >= count) return (count - first) / seconds;
    if (performance.now() > end) throw new Error(`only ${renewed} of ${count} renewals after ${seconds} s`);
    await delay(POLL_MS);
  }
}

interface HalfLoad {
  /** The rate of full load. */
  readonly full: number;
  readonly half: LoadResult;
}

/** Validations at half of a rate, or of that at full load, after the compiler has seen them. */
async function validationsAt({ seeded }: Arena, target: Target, rate?: number): Promise<HalfLoad> {
  const path = `/api/client/licenses/${seeded.productId}/validate`;
  const headers = { 'content-type': 'text/plain' };
  const requests = seeded.tokens.map((token) => requestBytes('POST', path, headers, token));
  const load = { port: target.port, requests, connections: CONNECTIONS };
  const warm = await runLoad({ ...load, warmupSeconds: WARMUP_SECONDS, seconds: 3 });
  const full = rate ?? warm.perSecond;
  const rounds: LoadResult[] = [];
  for (let round = 0; round < P99_ROUNDS; round += 1)
    rounds.push(await runLoad({ ...load, perSecond: full / 2, seconds: P99_SECONDS }));
  return { full, half: medianBy(rounds, ({ p99Ms }) => p99Ms) };
}

interface Night {
  readonly half: LoadResult;
  /** Renewals meanwhile. */
  readonly perSecond: number;
}

/** The same validations while renewals are charged. */
async function besideValidations(
  arena: Arena,
  {
    target,
    database,
    alone,
  }: { readonly target: Target; readonly database: Database; readonly alone: HalfLoad },
): Promise<Night> {
  const [begin, first] = [performance.now(), await countRenewals(database)];
  const { half } = await validationsAt(arena, target, alone.full);
  const seconds = (performance.now() - begin) / 1_000;
  return { half, perSecond: ((await countRenewals(database)) - first) / seconds };
}

function nightFigures({ full, half: alone }: HalfLoad, night: Night, count: number): FigureOfBench[] {
  const { half: beside, perSecond } = night;
  const ratio = beside.p99Ms / alone.p99Ms;
  const due = count.toLocaleString('en');
  return [
    {
      what: `license validate at half load, ${perSecondText(full / 2)}, while ${due} renewals are due`,
      measured: `p50 ${msText(beside.p50Ms)}, p90 ${msText(beside.p90Ms)}, p99 ${msText(beside.p99Ms)}`,
      limit: `p99 ${msText(alone.p99Ms)} without renewals: ${ratio.toFixed(2)}`,
      aim: `p99 ≤ ${AIM_P99_RATIO} times that without`,
      isReached: ratio <= AIM_P99_RATIO,
    },
    { what: 'renewals meanwhile', measured: perSecondText(perSecond), perSecond },
  ];
}

/** The first and the last page of all subscriptions: as many as the database has licenses. */
export const subscriptions: Bench = async (arena) => {
  await seedSubscriptions(arena, arena.seeded.size);
  return pagesOfList(arena, { list: '/api/subscriptions', noun: 'subscriptions' });
};
