import type { Database } from './database/database.ts';

interface Grouping {
  /** The maximum number of items in a group. */
  readonly maxItems: number;
  /**
   * The number of groups that run at the same time; more than one pays if a group spends most of its time waiting.
   * Default 1.
   */
  readonly maxGroups?: number;
  /** Awaited before a group forms, so that it can grow meanwhile. */
  readonly untilUseful?: () => Promise<void>;
}

/**
 * Combines many calls into one: items that arrive while nothing runs wait for the end of this turn of the event loop,
 * items that arrive while groups run form the next one. `run` receives some items and returns their results in order;
 * when it rejects, every item of its group does.
 *
 * Under load this is group commit (a hundred requests, one transaction); a single item does not wait for others.
 */
export function groupCalls<Item, Answer>(
  run: (items: readonly Item[]) => Promise<readonly Answer[]>,
  { maxItems, maxGroups = 1, untilUseful }: Grouping,
): (item: Item) => Promise<Answer> {
  const waiting: Waiting<Item, Answer>[] = [];
  let running = 0;

  async function runAll(): Promise<void> {
    while (waiting.length > 0) {
      await untilUseful?.();
      await runGroup(waiting.splice(0, maxItems), run);
    }
    running -= 1;
  }

  return (item) => {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    waiting.push({ item, resolve, reject });
    if (waiting.length === 1 && running < maxGroups) {
      running += 1;
      setImmediate(() => void runAll());
    }
    return promise;
  };
}

interface OfAccount {
  readonly ctx: { readonly database: Database; readonly account: { readonly id: string } };
}

/** Like `groupCalls`, in groups of one account, whose items can share a transaction. */
export function groupByAccount<Item extends OfAccount, Answer>(
  run: (items: readonly Item[]) => Promise<readonly Answer[]>,
  groupingOf: (database: Database) => Grouping,
): (item: Item) => Promise<Answer> {
  const databases = new WeakMap<Database, Map<string, (item: Item) => Promise<Answer>>>();
  return (item) => {
    const { database, account } = item.ctx;
    const accounts = databases.get(database) ?? new Map<string, (item: Item) => Promise<Answer>>();
    databases.set(database, accounts);
    const group = accounts.get(account.id) ?? groupCalls(run, groupingOf(database));
    accounts.set(account.id, group);
    return group(item);
  };
}

interface Waiting<Item, Answer> {
  readonly item: Item;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (reason: unknown) => void;
}

/** Never rejects: each item gets the outcome of the group. */
async function runGroup<Item, Answer>(
  group: readonly Waiting<Item, Answer>[],
  run: (items: readonly Item[]) => Promise<readonly Answer[]>,
): Promise<void> {
  try {
    const answers = await run(group.map(({ item }) => item));
    if (answers.length !== group.length)
      throw new Error(`${group.length} items got ${answers.length} answers`);
    for (const [index, answer] of answers.entries()) group[index]?.resolve(answer);
  } catch (error) {
    for (const { reject } of group) reject(error);
  }
}
