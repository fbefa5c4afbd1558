import type { ChangedFields } from '../../platform/journal/changed-fields.ts';
import { record } from '../../platform/journal/record.ts';
import type { CommandTx } from '../accounts/index.ts';

type OfProduct = { readonly product: string };

/** Events of a product's releases and their files. */
type ReleaseEvent =
  | {
      readonly type: 'release.created';
      readonly subjects: OfProduct;
      readonly data: { readonly version: string; readonly channel: string; readonly files: number };
    }
  | {
      readonly type: 'release.changed';
      readonly subjects: OfProduct;
      readonly data: { readonly version: string } & ChangedFields;
    }
  /** Customers can download it; in the channel `stable` it is the product's current one. */
  | {
      readonly type: 'release.published';
      readonly subjects: OfProduct;
      readonly data: { readonly version: string };
    }
  /** Customers can no longer download it. */
  | {
      readonly type: 'release.yanked';
      readonly subjects: OfProduct;
      readonly data: { readonly version: string; readonly reason: string };
    }
  | {
      readonly type: 'release.restored';
      readonly subjects: OfProduct;
      readonly data: { readonly version: string };
    }
  | {
      readonly type: 'upload.prepared';
      readonly subjects: { readonly file: string };
      readonly data: { readonly contentType: string; readonly sizeBytes: number | null };
    }
  /** The file is completely stored. */
  | {
      readonly type: 'upload.completed';
      readonly subjects: { readonly file: string };
      readonly data: { readonly sizeBytes: number; readonly sha256: string };
    };

/** @see record */
export const recordReleaseEvent: (tx: CommandTx, event: ReleaseEvent) => void = record;
