import { Moment, momentOf } from '../../../kernel/moment.ts';
import { type Static, type TObject, Type } from '../../../kernel/schema.ts';
import type { OwnerReference } from '../../customers/index.ts';
import { deviceFields } from '../device-fields.ts';
import type { TrialImport } from './import-trials.ts';

/** The fields of a trial to import, beside its owner. */
export const trialImportFields = {
  productId: Type.String(),
  ...deviceFields,
  expiresAt: Moment,
  lastValidation: Type.Optional(Moment),
  createdAt: Type.Optional(Moment),
};

/** A trial to import as it is sent, but for its owner. */
export type TrialImportBody = Static<TObject<typeof trialImportFields>>;

/** The trial that a body means, with moments in place of their texts. */
export function trialImportOf(body: TrialImportBody & OwnerReference): TrialImport {
  return {
    ...body,
    expiresAt: momentOf(body.expiresAt),
    lastValidation: momentOf(body.lastValidation),
    createdAt: momentOf(body.createdAt),
  };
}
