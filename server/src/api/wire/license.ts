import { type Static, Type } from '../../kernel/schema.ts';
import type { Context } from '../../modules/accounts/index.ts';
import { coveredVersions, type License, licenseStatus } from '../../modules/licensing/index.ts';
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
      Type.Enum(['Refund', 'Dispute', 'Voucher'], {
        description:
          'The reason for the revocation, if the license was not revoked alone: its money was refunded, or is disputed, and then it is restored when the dispute is won; or the batch of its voucher was revoked with its licenses.',
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
    upToVersion: Type.Optional(
      Type.String({ description: 'Once `updatesUntil` has passed: the highest version that it covers.' }),
    ),
    createdAt: Moment,
    expiresAt: Type.Optional(Moment),
    downloadedAt: Type.Optional(
      Type.String({
        format: 'date-time',
        description: 'When its customer first downloaded its product; absent: they have not.',
      }),
    ),
    keyCode: Type.Optional(Type.String()),
    externalId: Type.Optional(Type.String()),
    variationId: Type.Optional(Type.String({ description: 'The variation it was bought in.' })),
    orderId: Type.Optional(Type.String({ description: 'The order it was bought with.' })),
    voucherId: Type.Optional(Type.String({ description: 'The voucher that granted it, …' })),
    voucherBatchId: Type.Optional(Type.String({ description: '… and its batch.' })),
    isFree: Type.Optional(
      Type.Literal(true, {
        description:
          'Nobody has paid for it: it cost nothing, was given away, or its buyer kept it after a refund. It lowers no price.',
      }),
    ),
    properties: Type.Optional(CustomPropertiesAnswer),
  },
  { title: 'License' },
);

/** Turns licenses into their wire form in the Core API. */
export async function licenseAnswers(
  ctx: Context,
): Promise<(license: License) => Static<typeof LicenseAnswer>> {
  const upToVersion = await coveredVersions(ctx);
  return (license) => licenseAnswer(license, upToVersion(license), ctx.clock.now());
}

function licenseAnswer(
  license: License,
  upToVersion: string | undefined,
  now: Date,
): Static<typeof LicenseAnswer> {
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
    ...(license.downloadedAt !== null && { downloadedAt: license.downloadedAt.toISOString() }),
    ...(license.updatesUntil !== null && { updatesUntil: license.updatesUntil.toISOString() }),
    ...(license.upToMajor !== null && { upToMajor: license.upToMajor }),
    ...(upToVersion !== undefined && { upToVersion }),
    ...(license.variationId !== null && { variationId: license.variationId }),
    ...(license.keyCode !== null && { keyCode: license.keyCode }),
    ...(license.externalId !== null && { externalId: license.externalId }),
    ...(license.orderId !== null && { orderId: license.orderId }),
    ...(license.voucherId !== null && { voucherId: license.voucherId }),
    ...(license.voucherBatchId !== null && { voucherBatchId: license.voucherBatchId }),
    ...(license.isFree && { isFree: true as const }),
    ...propertiesAnswer(license.properties),
  };
}
