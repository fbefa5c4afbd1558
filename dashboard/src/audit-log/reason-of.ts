import type { components } from '@latchkey/sdk';

type Entry = Pick<components['schemas']['TimelineEntry'], 'type' | 'actor' | 'data'>;

/** Why the vendor's people did something, in their words; the codes by which the server explains an event are none. */
export function reasonOf({ type, actor, data }: Entry): string | undefined {
  if (actor.kind !== 'Operator' && actor.kind !== 'ApiKey') return undefined;
  const words = type === 'license.revoked' ? data['note'] : data['reason'];
  return typeof words === 'string' ? words : undefined;
}
