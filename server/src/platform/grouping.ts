/**
 * Makes one call out of many: items that arrive while nothing runs wait for the end of this turn of the event loop,
 * items that arrive while a group runs form the next one. `run` gets up to `maxItems` items and answers them in
 * their order; when it rejects, every item of its group does.
 *
 * Under load this is group commit (a hundred requests, one transaction); alone, an item waits for nobody.
 */
export function groupCalls<Item, Answer>(
  run: (items: readonly Item[]) => Promise<readonly Answer[]>,
  maxItems: number,
): (item: Item) => Promise<Answer> {
  const waiting: Waiting<Item, Answer>[] = [];
  let isBusy = false;

  async function runAll(): Promise<void> {
    while (waiting.length > 0) await runGroup(waiting.splice(0, maxItems), run);
    isBusy = false;
  }

  return (item) => {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    waiting.push({ item, resolve, reject });
    if (!isBusy) {
      isBusy = true;
      setImmediate(() => void runAll());
    }
    return promise;
  };
}

interface Waiting<Item, Answer> {
  readonly item: Item;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (reason: unknown) => void;
}

/** Never rejects: what happens to the group is told to each of its items. */
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
