import type { SchemaStep } from '../src/platform/database/database.ts';

/**
 * The other plan of a subscription that is agreed and has not begun: at most one. From which of its periods on cycles
 * count for what its plan promises; and whether its customer can pause it.
 */
const statements = [
  `alter table subscriptions add column next_plan JSON`,
  `alter table subscriptions add column cycles_from INTEGER not null default 1`,
  `alter table subscriptions add column can_pause BOOLEAN`,
];

export const planChanges: SchemaStep = {
  name: '0021-plan-changes',
  worksWith: '0016-withdrawals',
  statements,
  indexes: [],
};
