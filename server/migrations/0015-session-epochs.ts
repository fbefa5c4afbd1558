import type { SchemaStep } from '../src/platform/database/migrate.ts';

/**
 * Data that the sessions of a customer have prepared ends with them: checkout links, and the billing details of a cart.
 */
export const sessionEpochs: SchemaStep = {
  name: '0015-session-epochs',
  statements: [
    `alter table customers add column session_epoch INTEGER not null default 0`,
    `alter table orders add column billing_epoch INTEGER not null default 0`,
  ],
};
