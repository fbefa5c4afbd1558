import type { System } from '../../platform/system.ts';
import type { EventHooks } from '../events/index.ts';
import { requestEventMails } from './mails/mail-events.ts';
import { wakeEndpointsFor } from './sending/wake-endpoint.ts';
import { eraseAnswers } from './store/deliveries.ts';

/**
 * Lets endpoints and mails get the events that are added, and forgets what receivers answered about deleted customers.
 */
export function eventHooks({ clock }: Pick<System, 'clock'>): EventHooks {
  return {
    added: async (tx, account, events) => {
      await wakeEndpointsFor({ clock }, tx, account.id, events);
      await requestEventMails({ clock }, tx, account, events);
    },
    erased: eraseAnswers,
  };
}
