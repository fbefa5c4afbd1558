import { record } from '../../platform/journal/record.ts';
import type { CommandTx } from '../accounts/index.ts';

/** What happens to the releases of a product. */
export type ReleaseEvent =
  | {
      readonly type: 'release.created';
      readonly subjects: { readonly product: string };
      readonly data: { readonly version: string; readonly files: number };
    }
  /** Customers can download it, and it is the product's current one. */
  | {
      readonly type: 'release.published';
      readonly subjects: { readonly product: string };
      readonly data: { readonly version: string };
    };

/** @see record */
export const recordReleaseEvent: (tx: CommandTx, event: ReleaseEvent) => void = record;
