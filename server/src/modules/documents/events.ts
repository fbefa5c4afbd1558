import { record } from '../../platform/journal/record.ts';
import type { CommandTx } from '../accounts/index.ts';
import type { DocumentKind } from './tables.ts';

/** A document got its number. */
interface DocumentIssued {
  readonly type: 'document.issued';
  readonly subjects: { readonly document: string; readonly order: string; readonly refund: string | null };
  readonly data: {
    readonly kind: DocumentKind;
    readonly number: string;
    readonly currency: string;
    /** Negative for credit notes. */
    readonly grossMinor: number;
    readonly taxMinor: number;
  };
}

/** @see record */
export const recordDocumentEvent: (tx: CommandTx, event: DocumentIssued) => void = record;
