import type { SchemaStep } from '../src/platform/database/database.ts';

/** The vendor sees which disputes to answer, the soonest first. */
export const disputesToAnswer: SchemaStep = {
  name: '0051-disputes-to-answer',
  worksWith: '0016-withdrawals',
  statements: [],
  indexes: [
    `create index disputes_to_answer on disputes (account_id, answer_by, id)
       where status = 'Open' and handled_by = 'Vendor' and answer_by is not null`,
  ],
};
