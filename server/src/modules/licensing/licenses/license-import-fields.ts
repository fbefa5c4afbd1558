import { GUID_PATTERN } from '../../../kernel/ids.ts';
import { Moment, momentOf } from '../../../kernel/moment.ts';
import { type Static, type TObject, Type } from '../../../kernel/schema.ts';
import type { OwnerReference } from '../../customers/index.ts';
import { deviceFields } from '../device-fields.ts';
import { type LicenseImport, MAX_IMPORTED_ACTIVATIONS } from './import-licenses.ts';

/** The fields of a license that a vendor sets, in an import and later. */
export const licenseFields = {
  maxNumberOfActivations: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
  keyCode: Type.String({ minLength: 1, maxLength: 200, description: 'The customer sees it.' }),
  externalId: Type.String({
    minLength: 1,
    maxLength: 200,
    description: 'Your own id; unique, so that an import can be repeated.',
  }),
};

/** The fields of a license to import, except its owner. */
export const licenseImportFields = {
  productId: Type.String(),
  maxNumberOfActivations: Type.Optional(licenseFields.maxNumberOfActivations),
  offlineActivationsAllowed: Type.Optional(Type.Boolean()),
  activations: Type.Optional(
    Type.Array(
      Type.Object(
        {
          id: Type.Optional(
            Type.String({
              pattern: GUID_PATTERN,
              errorMessage: 'must be a GUID',
              description: 'The id in the tokens of the other system; a new one when absent.',
            }),
          ),
          ...deviceFields,
          activationMethod: Type.Enum(['Online', 'Offline']),
          lastValidation: Type.Optional(Moment),
        },
        { additionalProperties: false },
      ),
      { maxItems: MAX_IMPORTED_ACTIVATIONS },
    ),
  ),
  keyCode: Type.Optional(licenseFields.keyCode),
  externalId: Type.Optional(licenseFields.externalId),
  expiresAt: Type.Optional(Moment),
  createdAt: Type.Optional(Moment),
};

/** A license to import as sent, without its owner. */
export type LicenseImportLine = Static<TObject<typeof licenseImportFields>>;

/** The license of a request body, with its moments parsed. */
export function licenseImportOf(body: LicenseImportLine & OwnerReference): LicenseImport {
  return {
    ...body,
    expiresAt: momentOf(body.expiresAt),
    createdAt: momentOf(body.createdAt),
    activations: body.activations?.map((activation) => ({
      ...activation,
      lastValidation: momentOf(activation.lastValidation),
    })),
  };
}
