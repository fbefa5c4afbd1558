import type { ChangedFields } from '../../platform/journal/changed-fields.ts';
import { record } from '../../platform/journal/record.ts';
import type { CommandTx } from '../accounts/index.ts';

/** Events of the vendor's own tax rates. */
type TaxEvent =
  | {
      readonly type: 'tax-rate.created';
      readonly subjects: RateSubjects;
      readonly data: { readonly after: Readonly<Record<string, unknown>> };
    }
  | { readonly type: 'tax-rate.changed'; readonly subjects: RateSubjects; readonly data: ChangedFields }
  | {
      readonly type: 'tax-rate.deleted';
      readonly subjects: RateSubjects;
      readonly data: { readonly before: Readonly<Record<string, unknown>> };
    };

type RateSubjects = { readonly taxRate: string };

/** @see record */
export const recordTaxEvent: (tx: CommandTx, event: TaxEvent) => void = record;
