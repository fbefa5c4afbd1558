import { type Static, Type } from '../../kernel/schema.ts';
import { type License, licenseStatus } from '../../modules/licensing/index.ts';
import { CustomPropertiesAnswer, propertiesAnswer } from './custom-properties.ts';
import { Moment } from './moment.ts';

/** A license in the Core API. */
export const LicenseAnswer = Type.Object(
  {
    id: Type.String(),
    ownerId: Type.String({ description: 'The customer.' }),
    productId: Type.String(),
    status: Type.Union([Type.Literal('Active'), Type.Literal('Revoked'), Type.Literal('Expired')]),
    revocationReason: Type.Optional(
      Type.Enum(['Refund', 'Dispute'], {
        description:
          'The reason for the revocation, if not the vendor’s: its money was refunded, or is disputed; then it is restored when the dispute is won.',
      }),
    ),
    awaitsProof: Type.Optional(
      Type.Literal(true, { description: 'Its customer gets it once they have proven their email address.' }),
    ),
    activeNumberOfActivations: Type.Integer(),
    maxNumberOfActivations: Type.Integer(),
    offlineActivationsAllowed: Type.Boolean(),
    updatesUntil: Type.Optional(Moment),
    upToMajor: Type.Optional(
      Type.Integer({ description: 'Without it and `updatesUntil`, it covers every version.' }),
    ),
    createdAt: Moment,
    expiresAt: Type.Optional(Moment),
    keyCode: Type.Optional(Type.String()),
    externalId: Type.Optional(Type.String()),
    orderId: Type.Optional(Type.String({ description: 'The order it was bought with.' })),
    properties: Type.Optional(CustomPropertiesAnswer),
  },
  { title: 'License' },
);

/** The wire form of a license in the Core API. */
export function licenseAnswer(license: License, now: Date): Static<typeof LicenseAnswer> {
  return {
    id: license.id,
    ownerId: license.customerId,
    productId: license.productId,
    status: licenseStatus(license, now),
    activeNumberOfActivations: license.activeActivations,
    maxNumberOfActivations: license.maxActivations,
    offlineActivationsAllowed: license.allowsOffline,
    createdAt: license.createdAt.toISOString(),
    ...(license.revocationReason !== null && { revocationReason: license.revocationReason }),
    ...(license.awaitsEmailKey !== null && { awaitsProof: true as const }),
    ...(license.expiresAt !== null && { expiresAt: license.expiresAt.toISOString() }),
    ...(license.updatesUntil !== null && { updatesUntil: license.updatesUntil.toISOString() }),
    ...(license.upToMajor !== null && { upToMajor: license.upToMajor }),
    ...(license.keyCode !== null && { keyCode: license.keyCode }),
    ...(license.externalId !== null && { externalId: license.externalId }),
    ...(license.orderId !== null && { orderId: license.orderId }),
    ...propertiesAnswer(license.properties),
  };
}
