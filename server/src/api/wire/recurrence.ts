import { type Static, Type } from '../../kernel/schema.ts';
import type { Recurrence } from '../../modules/catalog/index.ts';

/** The billing cycle of a variation (wire contract section 3). */
export const RecurrenceBody = Type.Union(
  [
    Type.Object({ type: Type.Literal('OneOff') }, { additionalProperties: false }),
    Type.Object(
      {
        type: Type.Literal('Recurring'),
        cycleLength: Type.Enum(['Daily', 'Weekly', 'Monthly', 'Quarterly', 'Yearly']),
      },
      { additionalProperties: false },
    ),
  ],
  { title: 'Recurrence' },
);

/** The wire form of a recurrence. */
export function recurrenceBody(recurrence: Recurrence): Static<typeof RecurrenceBody> {
  return recurrence === 'OneOff' ? { type: 'OneOff' } : { type: 'Recurring', cycleLength: recurrence };
}
