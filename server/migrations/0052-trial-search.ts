import type { SchemaStep } from '../src/platform/database/database.ts';

/** Support finds a trial by the beginning of the name of its device, also one that nobody has signed in for. */
export const trialSearch: SchemaStep = {
  name: '0052-trial-search',
  worksWith: '0016-withdrawals',
  statements: [],
  indexes: [`create index trials_device_name on trials (account_id, lower(device_name), id)`],
};
