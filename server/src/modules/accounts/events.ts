import type { CommandTxOf } from '../../platform/context/context.ts';
import type { ChangedFields } from '../../platform/journal/changed-fields.ts';
import { record } from '../../platform/journal/record.ts';
import type { StoreClosure } from './tables.ts';

/** Events of an account itself. */
type AccountEvent =
  | { readonly type: 'account.created'; readonly subjects: {}; readonly data: { readonly name: string } }
  | {
      /** All data of the account was exported to files. */
      readonly type: 'account.exported';
      readonly subjects: {};
      readonly data: { readonly hasKeys: boolean };
    }
  | {
      /** A list was downloaded as a file. The values of its filters may name a person, so only their names are here. */
      readonly type: 'list.exported';
      readonly subjects: {};
      readonly data: {
        readonly list: string;
        readonly format: string;
        readonly filters: readonly string[];
      };
    }
  | {
      /** The account came from another instance, where its journal ended with this. */
      readonly type: 'account.imported';
      readonly subjects: {};
      readonly data: {
        readonly exportedAt: Date;
        readonly headSequence: number;
        readonly headHash: string;
        readonly isIntact: boolean;
      };
    }
  | { readonly type: 'account.renamed'; readonly subjects: {}; readonly data: Change<string> }
  | {
      readonly type: 'account.domains-changed';
      readonly subjects: {};
      readonly data: Change<readonly string[]>;
    }
  | { readonly type: 'account.default-changed'; readonly subjects: {}; readonly data: Change<boolean> }
  | {
      /** Null: the store is open. */
      readonly type: 'account.closure-changed';
      readonly subjects: {};
      readonly data: Change<StoreClosure | null>;
    }
  | { readonly type: 'settings.changed'; readonly subjects: {}; readonly data: ChangedFields }
  | {
      /** The vendor's own words in a mail; a part that is absent is the standard one. */
      readonly type: 'mail-text.changed';
      readonly subjects: {};
      readonly data: ChangedFields & { readonly mail: string; readonly language: string };
    }
  | {
      /** Background work that failed too often runs again, or will not be done. */
      readonly type: 'job.retried' | 'job.discarded';
      readonly subjects: { readonly job: string };
      readonly data: { readonly kind: string };
    }
  | {
      readonly type: 'api-key.created';
      readonly subjects: { readonly apiKey: string };
      readonly data: {
        readonly name: string;
        readonly scopes: readonly string[];
        readonly expiresAt: Date | null;
      };
    }
  | {
      readonly type: 'api-key.changed';
      readonly subjects: { readonly apiKey: string };
      readonly data: ChangedFields;
    }
  | {
      readonly type: 'api-key.rotated';
      readonly subjects: { readonly apiKey: string };
      readonly data: { readonly name: string; readonly previousExpiresAt: Date };
    }
  | {
      readonly type: 'api-key.revoked';
      readonly subjects: { readonly apiKey: string };
      readonly data: { readonly name: string };
    };

type Change<Value> = {
  readonly before: Value;
  readonly after: Value;
};

/** Records an event of the transaction's account. @see record */
export const recordAccountEvent: (tx: CommandTxOf<{ readonly id: string }>, event: AccountEvent) => void =
  record;
