import type { SchemaStep } from '../src/platform/database/migrate.ts';

/** The seal of the place where a chain of the journal begins; null if nothing was removed from it. */
export const journalAnchors: SchemaStep = {
  name: '0022-journal-anchors',
  statements: [`alter table journal_chains add column anchor_seal TEXT`],
};
