import { type Static, Type } from '../../kernel/schema.ts';
import type { EventRow } from '../../platform/journal/tables.ts';
import { actorAnswer, AuditActor } from './actor.ts';
import { Moment } from './moment.ts';

/** An event of the journal, in the timeline of its subject. */
export const TimelineEntry = Type.Object(
  {
    id: Type.String({ description: 'The id of the event in the audit log.' }),
    type: Type.String({ description: 'What happened, such as `payment.succeeded`.' }),
    occurredAt: Moment,
    actor: AuditActor,
    subjects: Type.Array(Type.String(), { description: 'The subjects of the event, each as `kind/id`.' }),
    data: Type.Record(Type.String(), Type.Unknown(), {
      title: 'TimelineData',
      description: 'Details, by the type of the event; `before` and `after` if something changed.',
    }),
  },
  { title: 'TimelineEntry' },
);

const NOBODY: ReadonlyMap<string, string> = new Map();

/** The wire form of an event of the journal; its actor with the name, if `names` has it. */
export function timelineEntry(
  event: EventRow,
  names: ReadonlyMap<string, string> = NOBODY,
): Static<typeof TimelineEntry> {
  const { id, type, subjects, data, occurredAt } = event;
  return {
    id,
    type,
    occurredAt: occurredAt.toISOString(),
    actor: actorAnswer(event, names),
    subjects: [...subjects],
    data: { ...data },
  };
}
