import type { SchemaStep } from '../src/platform/database/migrate.ts';

/** Indexes for erasing: the mails to an address, and the browser activations that a customer approved. */
export const erasureLookups: SchemaStep = {
  name: '0027-erasure-lookups',
  statements: [
    `create index mails_recipient on mails (account_id, lower(recipient))`,
    `create index activation_requests_customer on activation_requests (account_id, customer_id)
      where customer_id is not null`,
  ],
};
