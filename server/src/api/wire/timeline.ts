import { type Static, Type } from '../../kernel/schema.ts';
import type { QueryContext } from '../../modules/accounts/index.ts';
import { operatorNames } from '../../modules/operators/index.ts';
import { ACTOR_KINDS } from '../../platform/context/actor.ts';
import type { EventRow } from '../../platform/journal/tables.ts';
import { Moment } from './moment.ts';

/** An event of the journal, in the timeline of its subject. */
export const TimelineEntry = Type.Object(
  {
    id: Type.String({ description: 'The id of the event in the audit log.' }),
    type: Type.String({ description: 'What happened, such as `payment.succeeded`.' }),
    occurredAt: Moment,
    actor: Type.Object(
      {
        kind: Type.Enum([...ACTOR_KINDS]),
        id: Type.Optional(Type.String()),
        name: Type.Optional(Type.String({ description: 'The name of an operator, in the Core API.' })),
      },
      {
        title: 'TimelineActor',
        description: 'Who did it: customers and API keys by id, jobs by kind. A guest is `Anonymous`.',
      },
    ),
    subjects: Type.Array(Type.String(), { description: 'The subjects of the event, each as `kind/id`.' }),
    data: Type.Record(Type.String(), Type.Unknown(), {
      title: 'TimelineData',
      description: 'Details, by the type of the event; `before` and `after` if something changed.',
    }),
  },
  { title: 'TimelineEntry' },
);

/** The names of the operators who caused these events, by id. */
export function actorNames(
  ctx: QueryContext,
  events: readonly EventRow[],
): Promise<ReadonlyMap<string, string>> {
  const ids = events.flatMap(({ actorKind, actorId }) =>
    actorKind === 'Operator' && actorId !== null ? [actorId] : [],
  );
  return operatorNames(ctx, ids);
}

const NOBODY: ReadonlyMap<string, string> = new Map();

/** The wire form of an event of the journal; its actor with the name, if `names` has it. */
export function timelineEntry(
  event: EventRow,
  names: ReadonlyMap<string, string> = NOBODY,
): Static<typeof TimelineEntry> {
  const { id, type, actorKind, actorId, subjects, data, occurredAt } = event;
  const name = actorId === null ? undefined : names.get(actorId);
  return {
    id,
    type,
    occurredAt: occurredAt.toISOString(),
    actor: { kind: actorKind, ...(actorId !== null && { id: actorId }), ...(name !== undefined && { name }) },
    subjects: [...subjects],
    data: { ...data },
  };
}
