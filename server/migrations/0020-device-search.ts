import type { SchemaStep } from '../src/platform/database/database.ts';

/** Support finds a device by the beginning of its name, or by its signature. */
export const deviceSearch: SchemaStep = {
  name: '0020-device-search',
  worksWith: '0016-withdrawals',
  statements: [],
  indexes: [
    `create index activations_device_name on activations (account_id, lower(device_name), id)`,
    `create index activations_device on activations (account_id, device_signature, id)`,
  ],
};
