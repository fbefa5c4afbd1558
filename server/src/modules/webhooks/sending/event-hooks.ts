import type { System } from '../../../platform/system.ts';
import type { EventHooks } from '../../events/index.ts';
import { eraseAnswers } from '../store/deliveries.ts';
import { wakeEndpointsFor } from './wake-endpoint.ts';

/** Lets endpoints get the events that are added, and forgets what they answered about deleted customers. */
export function eventHooks({ clock }: Pick<System, 'clock'>): EventHooks {
  return {
    added: (tx, accountId, events) => wakeEndpointsFor({ clock }, tx, accountId, events),
    erased: eraseAnswers,
  };
}
