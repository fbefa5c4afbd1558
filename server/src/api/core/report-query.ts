import { Type } from '../../kernel/schema.ts';

/** Whose payments a report counts. */
export const PaymentsOfReport = Type.Optional(
  Type.Enum(['Live', 'Test'], {
    description: 'Payments that moved money, or those with test keys. Default: what the account takes now.',
  }),
);
