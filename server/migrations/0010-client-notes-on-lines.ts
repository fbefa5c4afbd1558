import type { SchemaStep } from '../src/platform/database/migrate.ts';

/** Storefronts' own notes about a line of a cart, which they expect to read back. */
export const clientNotesOnLines: SchemaStep = {
  name: '0010-client-notes-on-lines',
  statements: [
    `alter table order_lines add column partial BOOLEAN`,
    `alter table order_lines add column replaced JSON`,
  ],
};
