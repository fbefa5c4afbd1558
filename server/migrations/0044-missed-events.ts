import type { SchemaStep } from '../src/platform/database/migrate.ts';

/** The time until which the events of a provider were compared with its list, and when that was last read. */
export const missedEvents: SchemaStep = {
  name: '0044-missed-events',
  statements: [
    `alter table payment_credentials add column events_until TIMESTAMP`,
    `alter table payment_credentials add column events_asked_at TIMESTAMP`,
  ],
};
