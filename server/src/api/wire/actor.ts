import { type Static, Type } from '../../kernel/schema.ts';
import { apiKeyNames, type QueryContext } from '../../modules/accounts/index.ts';
import { operatorNames } from '../../modules/operators/index.ts';
import { ACTOR_KINDS } from '../../platform/context/actor.ts';
import type { EventRow } from '../../platform/journal/tables.ts';

/** Who did something, as the audit log says it. */
export const AuditActor = Type.Object(
  {
    kind: Type.Enum([...ACTOR_KINDS]),
    id: Type.Optional(Type.String()),
    name: Type.Optional(Type.String({ description: 'The name of an operator or of an API key.' })),
  },
  {
    title: 'AuditActor',
    description: 'The actor: customers, API keys and operators by id, jobs by kind.',
  },
);

type ActorOfEvent = Pick<EventRow, 'actorKind' | 'actorId'>;

/** The names of the operators and API keys that caused these events, by their ids; whoever was removed keeps theirs. */
export async function namesOfActors(
  ctx: QueryContext,
  events: readonly ActorOfEvent[],
): Promise<ReadonlyMap<string, string>> {
  return new Map([
    ...(await operatorNames(ctx, actorsIn(events, 'Operator'))),
    ...(await apiKeyNames(ctx, actorsIn(events, 'ApiKey'))),
  ]);
}

function actorsIn(events: readonly ActorOfEvent[], kind: 'Operator' | 'ApiKey'): string[] {
  return events.flatMap(({ actorKind, actorId }) =>
    actorKind === kind && actorId !== null ? [actorId] : [],
  );
}

/** The wire form of whoever caused an event. */
export function actorAnswer(
  { actorKind, actorId }: ActorOfEvent,
  names: ReadonlyMap<string, string>,
): Static<typeof AuditActor> {
  const name = actorId === null ? undefined : names.get(actorId);
  return {
    kind: actorKind,
    ...(actorId !== null && { id: actorId }),
    ...(name !== undefined && { name }),
  };
}
