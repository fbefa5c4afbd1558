import { Moment, momentOf } from '../../../kernel/moment.ts';
import { type Static, type TObject, Type } from '../../../kernel/schema.ts';
import type { OwnerReference } from '../../customers/index.ts';
import { deviceFields } from '../device-fields.ts';
import type { TrialImport } from './import-trials.ts';

/** The fields of a trial to import, in addition to its owner. */
export const trialImportFields = {
  productId: Type.String(),
  ...deviceFields,
  expiresAt: Moment,
  lastValidation: Type.Optional(Moment),
  createdAt: Type.Optional(Moment),
};

/** A trial to import as sent, without its owner. */
export type TrialImportLine = Static<TObject<typeof trialImportFields>>;

/** The trial of a request body, with its moments parsed. */
export function trialImportOf(body: TrialImportLine & OwnerReference): TrialImport {
  return {
    ...body,
    expiresAt: momentOf(body.expiresAt),
    lastValidation: momentOf(body.lastValidation),
    createdAt: momentOf(body.createdAt),
  };
}
