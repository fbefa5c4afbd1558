import type { Json } from '../../kernel/json.ts';
import { Problem } from '../../kernel/problem.ts';
import { databaseFailure } from '../../platform/database/errors.ts';
import type { ChainedEvent } from '../../platform/journal/follow-journal.ts';
import { type Context, listApiKeys } from '../accounts/index.ts';
import { type Happening, jsonOf, type Resource, subjectIds } from './event-type.ts';
import { customerIdOf } from './people.ts';

/** Whether a customer was deleted: nothing shows them any more. */
export type IsErased = (ctx: Context, customerId: string) => Promise<boolean>;

/** Reads what events show. */
export interface EventReader {
  /** What a subject shows; null if it is gone. */
  readonly data: (subject: Resource, id: string, entry: ChainedEvent) => Promise<Json | null>;
  /** With whom an event loses its data; null if it shows nobody. */
  readonly person: (subject: Resource, entry: ChainedEvent, data: Json | null) => Promise<string | null>;
  /** Whether that person was deleted. Ask for it after `data`: who is deleted later has an entry of their own. */
  readonly isErased: (person: string) => Promise<boolean>;
  /** The name of the API key that did it; null for anybody else: people are named by id alone. */
  readonly actorName: (entry: ChainedEvent) => Promise<string | null>;
}

/**
 * Reads what these events show: the many subjects of a sale or an import together, and each person and the API keys
 * once.
 */
export async function eventReader(
  ctx: Context,
  happenings: readonly Happening[],
  isErased: IsErased,
): Promise<EventReader> {
  const views = await showTogether(ctx, happenings);
  const erasures = new Map<string, Promise<boolean>>();
  let keys: ReturnType<typeof listApiKeys> | undefined;
  return {
    data: async (subject, id, entry) => {
      const together = views.get(subject);
      const read = async () => (together === undefined ? subject.show(ctx, id, entry) : together.get(id));
      const answer = await readIfAny(ctx, subject, entry, read);
      return answer === undefined ? null : jsonOf(answer);
    },
    person: async (subject, entry, data) => {
      const id = data?.['customerId'] ?? data?.['ownerId'] ?? subjectIds(entry, 'customer').at(-1);
      if (typeof id === 'string') return id;
      const { customer } = subject;
      if (customer === undefined) return null;
      return (await readIfAny(ctx, subject, entry, () => customer(ctx, entry))) ?? null;
    },
    isErased: (person) => {
      const answer = erasures.get(person) ?? isErased(ctx, customerIdOf(person));
      erasures.set(person, answer);
      return answer;
    },
    actorName: async ({ actorKind, actorId }) => {
      if (actorKind !== 'ApiKey' || actorId === null) return null;
      keys ??= listApiKeys(ctx);
      return (await keys).find(({ id }) => id === actorId)?.name ?? null;
    },
  };
}

/** What subjects show that can be read together; after a failure, each is read alone. */
async function showTogether(
  ctx: Context,
  happenings: readonly Happening[],
): Promise<ReadonlyMap<Resource, ReadonlyMap<string, object>>> {
  const views = new Map<Resource, ReadonlyMap<string, object>>();
  const groups = Map.groupBy(happenings, ({ type }) => type.subject);
  for (const [subject, group] of groups) {
    const [first] = group;
    const { showMany } = subject;
    if (first === undefined || showMany === undefined) continue;
    const ids = [...new Set(group.flatMap(({ entry }) => subject.ids(entry)))];
    const answers = await readIfAny(ctx, subject, first.entry, () => showMany(ctx, ids));
    if (answers !== undefined) views.set(subject, answers);
  }
  return views;
}

/** `undefined` if there is no such thing. A defect here must not hold up every later event of the account. */
async function readIfAny<Result>(
  ctx: Context,
  { type }: Resource,
  { id: entryId }: ChainedEvent,
  read: () => Promise<Result | undefined>,
): Promise<Result | undefined> {
  try {
    return await read();
  } catch (err) {
    if (err instanceof Problem && err.status === 404) return undefined;
    if (databaseFailure(err) === 'unavailable') throw err;
    ctx.log.error({ err, entryId }, `an event has no data: its ${type} cannot be views`);
    return undefined;
  }
}
