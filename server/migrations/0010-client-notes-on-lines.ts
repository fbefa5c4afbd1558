import type { SchemaStep } from '../src/platform/database/migrate.ts';

/** What storefronts note for themselves about a line of a cart, and expect to read back. */
export const clientNotesOnLines: SchemaStep = {
  name: '0010-client-notes-on-lines',
  statements: [
    `alter table order_lines add column partial BOOLEAN`,
    `alter table order_lines add column replaced JSON`,
  ],
};
