import { type Static, Type } from '../../kernel/schema.ts';
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
      { kind: Type.Enum([...ACTOR_KINDS]), id: Type.Optional(Type.String()) },
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

/** The wire form of an event of the journal. */
export function timelineEntry(event: EventRow): Static<typeof TimelineEntry> {
  const { id, type, actorKind, actorId, subjects, data, occurredAt } = event;
  return {
    id,
    type,
    occurredAt: occurredAt.toISOString(),
    actor: { kind: actorKind, ...(actorId !== null && { id: actorId }) },
    subjects: [...subjects],
    data: { ...data },
  };
}
