import type { SchemaStep } from '../src/platform/database/migrate.ts';

/** Until when the events of a provider were compared with its list, and when that was last asked for. */
export const missedEvents: SchemaStep = {
  name: '0044-missed-events',
  statements: [
    `alter table payment_credentials add column events_until TIMESTAMP`,
    `alter table payment_credentials add column events_asked_at TIMESTAMP`,
  ],
};
