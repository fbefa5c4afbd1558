import { setTimeout as delay } from 'node:timers/promises';
import type { Tx } from '../database/database.ts';
import type { Log } from '../log.ts';
import { createPace, takeTurn } from '../pace.ts';
import { chainEvents, type Chained, type JournalDeps } from './chain-events.ts';
import { EVENTS } from './record.ts';
import { linkedEvents } from './store-chain.ts';
import { accountsBehind, lockCursor, moveCursor, readCursor } from './store-cursors.ts';
import type { EventRow } from './tables.ts';

/** An event with its place in the chain of its account: 1, 2, 3 …, without gaps. */
export interface ChainedEvent extends EventRow {
  readonly sequence: number;
}

/**
 * Code that receives every event of every account, in the order of the account's chain, beginning with the oldest
 * that is kept.
 */
export interface Follower {
  /** Names its cursors, so it never changes. */
  readonly name: string;
  /**
   * Reads what follows from some events of an account, outside of any transaction, so that nobody who writes waits for
   * it. The function that it returns writes this in the transaction that moves the cursor behind the events: both
   * happen, once, or neither. What has an effect outside of the database is a job. After a rejection it gets the same
   * events again, and no later ones of this account.
   */
  readonly prepare: (
    accountId: string,
    events: readonly ChainedEvent[],
  ) => Promise<(tx: Tx) => Promise<void>>;
  /**
   * How many of these events it takes at a time, at least one: so that no transaction gets long. Default: all of them.
   */
  readonly take?: (events: readonly ChainedEvent[]) => number;
}

interface FollowingDeps extends JournalDeps {
  readonly log: Log;
}

const MOST = 250;
/** Commits that follow each other closely share a round. */
const PAUSE_MS = 100;

/**
 * Lets the followers see the events of this process's commits a moment after each, until `stop`. Any number of
 * processes may do so. It looks only at accounts with new events: what a process that died or failed has left behind is
 * found by `catchUpOnJournal`.
 */
export function startFollowing(
  deps: FollowingDeps,
  followers: readonly Follower[],
): { readonly stop: () => Promise<void> } {
  const ending = new AbortController();
  const { signal } = ending;
  let hasNews = false;
  let round: Promise<void> | undefined;
  const rounds = async (): Promise<void> => {
    while (hasNews) {
      await delay(PAUSE_MS, undefined, { signal, ref: false }).catch(() => undefined);
      if (signal.aborted) return;
      hasNews = false;
      await followNews(deps, followers, signal);
    }
    round = undefined;
  };
  const ignore = deps.database.listen(EVENTS, () => {
    hasNews = true;
    round ??= rounds();
  });
  return {
    stop: async () => {
      ignore();
      ending.abort();
      await round;
    },
  };
}

async function followNews(
  deps: FollowingDeps,
  followers: readonly Follower[],
  signal: AbortSignal,
): Promise<void> {
  try {
    const { accounts } = await chain(deps);
    for (const follower of followers) for (const id of accounts) await follow(deps, follower, id, signal);
  } catch (err) {
    deps.log.warn({ err }, 'the journal could not be followed; trying again');
  }
}

/**
 * Chains all events, and lets the followers see those that they have missed until the signal aborts: many thousands take
 * minutes, and a server that stops waits for the chain alone. Returns the number that they have seen. Rejects in the end when
 * some events could not be chained.
 */
export async function catchUpOnJournal(
  deps: FollowingDeps,
  followers: readonly Follower[],
  signal?: AbortSignal,
): Promise<number> {
  const { failures } = await chain(deps);
  let count = 0;
  for (const follower of followers) {
    for (const id of await accountsBehind(deps.database.reader, follower.name))
      if (signal?.aborted !== true) count += await follow(deps, follower, id, signal);
  }
  if (failures.size > 0)
    throw new AggregateError(failures.values(), `the events of ${[...failures.keys()].join()} have no links`);
  return count;
}

async function chain(deps: FollowingDeps): Promise<Chained> {
  const chained = await chainEvents(deps);
  for (const [accountId, err] of chained.failures)
    deps.log.warn({ err, accountId }, 'the events of an account could not be chained');
  return chained;
}

/**
 * Lets a follower see all chained events of an account. Its failure holds up neither other followers nor accounts; and
 * many events, those of an import, hold up nobody's request.
 */
async function follow(
  deps: FollowingDeps,
  follower: Follower,
  accountId: string,
  signal?: AbortSignal,
): Promise<number> {
  const pace = createPace();
  let count = 0;
  try {
    for (;;) {
      const some = await followSome(deps, follower, accountId);
      count += some.count;
      if (!some.hasMore || signal?.aborted === true) break;
      await takeTurn(pace, signal);
    }
  } catch (err) {
    deps.log.warn({ err, follower: follower.name, accountId }, 'a follower of the journal failed');
  }
  return count;
}

/** Any number of processes may prepare the same events; the one that locks the cursor first writes. */
async function followSome(
  { database }: Pick<FollowingDeps, 'database'>,
  { name, prepare, take = ({ length }) => length }: Follower,
  accountId: string,
): Promise<{ readonly count: number; readonly hasMore: boolean }> {
  const after = await readCursor(database.reader, name, accountId);
  const range = { after, upTo: Number.MAX_SAFE_INTEGER, limit: MOST };
  const links = await linkedEvents(database.reader, accountId, range);
  // An event that somebody has removed leaves its place behind.
  const all = links.flatMap(({ link, event }) => (event ? [{ ...event, sequence: link.sequence }] : []));
  const events = all.slice(0, take(all));
  const last = events.length === all.length ? links.at(-1)?.link : events.at(-1);
  if (last === undefined) return { count: 0, hasMore: false };
  const write = await prepare(accountId, events);
  const isWritten = await database.transaction(async (tx) => {
    if ((await lockCursor(tx, name, accountId)) !== after) return false;
    await write(tx);
    await moveCursor(tx, name, accountId, last.sequence);
    return true;
  });
  if (!isWritten) return followSome({ database }, { name, prepare, take }, accountId);
  const count = links.filter(({ link }) => link.sequence <= last.sequence).length;
  return { count, hasMore: links.length === MOST || count < links.length };
}
