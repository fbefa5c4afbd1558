import {
  type FieldIssues,
  type ImportOutcome,
  type KeyLedger,
  memoryLedger,
} from '../../../kernel/bulk-import.ts';
import { GUID_PATTERN } from '../../../kernel/ids.ts';
import { Moment, momentOf } from '../../../kernel/moment.ts';
import { invalidInput } from '../../../kernel/problem.ts';
import type { CustomProperties } from '../../../kernel/properties.ts';
import { type Static, type TObject, Type } from '../../../kernel/schema.ts';
import { readerOf } from '../../../platform/context/context.ts';
import type { AccountContext, CommandTx, QueryContext } from '../../accounts/index.ts';
import { findProducts, type ProductRow } from '../../catalog/index.ts';
import { findOwners, type Owner, type OwnerReference } from '../../customers/index.ts';
import { deviceFields } from '../device-fields.ts';
import { findActivationIds, insertActivations } from '../store/activations.ts';
import { recordLicensingEvent } from '../events.ts';
import { licenseExists } from '../problems.ts';
import { type LicensePolicy, policyOfNewLicense } from '../policies/license-policy.ts';
import { type ProductPolicy, readProductPolicies } from '../policies/product-policy.ts';
import type { Activation, ActivationMethod, License } from '../tables.ts';
import { awaitedBy } from './await-proof.ts';
import { findLicenseIds, insertNewLicenses } from '../store/licenses.ts';

/** A license that was issued elsewhere, with the devices that use it. */
export interface LicenseImport extends OwnerReference {
  readonly productId: string;
  /** Default: that of the product, here and in the next field. */
  readonly maxNumberOfActivations?: number | undefined;
  readonly offlineActivationsAllowed?: boolean | undefined;
  readonly updatesUntil?: Date | undefined;
  readonly upToMajor?: number | undefined;
  readonly activations?: readonly ImportedActivation[] | undefined;
  /** The customer's license key in the other system. */
  readonly keyCode?: string | undefined;
  /** The merchant's own reference, unique in the account, with which an import can be repeated. */
  readonly externalId?: string | undefined;
  readonly expiresAt?: Date | undefined;
  /** Not in the future, except that the other system's clock may be a few minutes fast: then it is now. */
  readonly createdAt?: Date | undefined;
  /** Validated properties. */
  readonly properties?: CustomProperties | undefined;
}

/** A device that already has a seat; its signature identifies it again. */
interface ImportedActivation {
  /** The id in the tokens of the other system, so that they stay valid; a new one when absent. */
  readonly id?: string | undefined;
  readonly deviceName: string;
  readonly deviceSignature: string;
  readonly activationMethod: ActivationMethod;
  readonly lastValidation?: Date | undefined;
}

const MAX_IMPORTED_ACTIVATIONS = 1_000;
/** Applications report no higher number (policies section 1). */
const MAX_MAJOR = 9_999_999;

/** The fields of a license that a vendor sets, in an import and later. */
export const licenseFields = {
  maxNumberOfActivations: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
  updatesUntil: {
    ...Moment,
    description: 'The end of its updates: it covers the versions that were published by then.',
  },
  upToMajor: Type.Integer({
    minimum: 0,
    maximum: MAX_MAJOR,
    description: 'The highest major version that it covers, whenever it was published.',
  }),
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
  updatesUntil: Type.Optional(licenseFields.updatesUntil),
  upToMajor: Type.Optional(licenseFields.upToMajor),
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
type LicenseImportLine = Static<TObject<typeof licenseImportFields>>;

/** The license of a request body, with its moments parsed. */
export function licenseImportOf(body: LicenseImportLine & OwnerReference): LicenseImport {
  return {
    ...body,
    expiresAt: momentOf(body.expiresAt),
    createdAt: momentOf(body.createdAt),
    updatesUntil: momentOf(body.updatesUntil),
    activations: body.activations?.map((activation) => ({
      ...activation,
      lastValidation: momentOf(activation.lastValidation),
    })),
  };
}

/** The outcome of a license in an import, with the license if it is new. */
type LicenseOutcome = ImportOutcome & { readonly license?: License | undefined };

interface Plan {
  readonly outcome: ImportOutcome;
  /** The license to store, if the outcome is that it is created. */
  readonly license?: License;
  readonly activations?: readonly Activation[];
}

/**
 * Imports licenses of another system, all in this transaction: each is usable immediately, or waits for the owner's
 * proof of the email if the account requires it; nobody gets a mail. An invalid entry creates nothing, and one whose
 * `externalId` the account or an earlier entry has refers to the existing license. Outcomes are in the order of the
 * entries.
 */
export async function importLicenses(
  tx: CommandTx,
  inputs: readonly LicenseImport[],
): Promise<LicenseOutcome[]> {
  const plans = await plan(tx, inputs, memoryLedger(), true);
  const licenses = plans.flatMap(({ license }) => license ?? []);
  const newIds = await insertNewLicenses(tx, licenses);
  const replaced = await replacedIds(
    tx,
    licenses.filter(({ id }) => !newIds.has(id)),
  );
  const isNew = ({ license }: Plan): boolean => license !== undefined && newIds.has(license.id);
  await insertActivations(
    tx,
    plans.filter(isNew).flatMap(({ activations }) => activations ?? []),
  );
  for (const license of licenses) if (newIds.has(license.id)) recordImport(tx, license);
  return plans.map(({ outcome, license }) => {
    const id = 'id' in outcome ? replaced.get(outcome.id) : undefined;
    return id === undefined ? { ...outcome, license } : { status: 'exists', id };
  });
}

/**
 * The outcome of `importLicenses` as if the entries in the ledger had been stored; adds to the ledger. Writes nothing
 * else.
 */
export async function dryRunLicenses(
  ctx: QueryContext,
  inputs: readonly LicenseImport[],
  ledger: KeyLedger,
): Promise<ImportOutcome[]> {
  return (await plan(ctx, inputs, ledger, false)).map(({ outcome }) => outcome);
}

/**
 * Imports a license of another system, like `importLicenses` (core API, Licenses; wire contract sections 2 and 6).
 *
 * Raises `InvalidInput` with every issue, and `LicenseExists`, whose `instance` is the id of the license with this
 * `externalId`.
 */
export async function importLicense(tx: CommandTx, input: LicenseImport): Promise<License> {
  const [outcome] = await importLicenses(tx, [input]);
  if (outcome?.status === 'invalid') throw invalidInput({ errors: outcome.errors });
  if (outcome?.license !== undefined) return outcome.license;
  throw licenseExists(outcome === undefined ? {} : { instance: outcome.id });
}

/** The licenses that another transaction has stored in the meantime, by the id that they would have had here. */
async function replacedIds(tx: CommandTx, losers: readonly License[]): Promise<ReadonlyMap<string, string>> {
  const winners = await findLicenseIds(
    tx,
    tx.account.id,
    losers.flatMap(({ externalId }) => externalId ?? []),
  );
  return new Map(losers.map(({ id, externalId }) => [id, winners.get(externalId ?? '') ?? id]));
}

async function plan(
  ctx: QueryContext,
  inputs: readonly LicenseImport[],
  ledger: KeyLedger,
  locks: boolean,
): Promise<Plan[]> {
  const reader = readerOf(ctx);
  const ids = await findLicenseIds(
    reader,
    ctx.account.id,
    inputs.flatMap(({ externalId }) => externalId ?? []),
  );
  const devices = inputs.flatMap(({ activations = [] }) => activations);
  const productIds = [...new Set(inputs.map(({ productId }) => productId))];
  const data: ImportData = {
    ctx,
    ledger,
    ids,
    owners: await findOwners(ctx, inputs, { ledger, locks }),
    products: await findProducts(ctx, productIds),
    policies: await readProductPolicies(ctx, productIds),
    activationIds: await findActivationIds(
      reader,
      ctx.account.id,
      devices.flatMap(({ id }) => id?.toLowerCase() ?? []),
    ),
  };
  return inputs.map((input) => planOne(input, data));
}

/** What is read once for all entries of an import. */
interface ImportData {
  readonly ctx: AccountContext;
  readonly ledger: KeyLedger;
  /** Licenses of the account by `externalId`. */
  readonly ids: ReadonlyMap<string, string>;
  readonly owners: Awaited<ReturnType<typeof findOwners>>;
  readonly products: ReadonlyMap<string, ProductRow>;
  readonly policies: (productId: string) => ProductPolicy;
  readonly activationIds: ReadonlySet<string>;
}

function planOne(input: LicenseImport, data: ImportData): Plan {
  const { ctx, ledger, ids, owners, products, policies } = data;
  const { externalId = '', activations = [] } = input;
  const existing = externalId === '' ? undefined : (ids.get(externalId) ?? ledger.find(key(externalId)));
  if (existing !== undefined) return { outcome: { status: 'exists', id: existing } };
  const { owner, errors: ownerIssues } = owners(input);
  const product = products.get(input.productId);
  const errors: FieldIssues = {};
  if (product === undefined) errors['productId'] = ['is not a product of this account'];
  Object.assign(errors, ownerIssues);
  if (owner === undefined && Object.keys(ownerIssues).length === 0)
    errors['ownerId'] = ['is required, or another reference to the owner'];
  const policy = policyOfNewLicense(policies(input.productId), {
    maxActivations: input.maxNumberOfActivations,
    allowsOffline: input.offlineActivationsAllowed,
    updatesUntil: input.updatesUntil,
    upToMajor: input.upToMajor,
  });
  const { maxActivations } = policy;
  if (product !== undefined && activations.length > maxActivations)
    errors['activations'] = [`must have at most ${maxActivations} entries, as many as the license has seats`];
  if (Number(input.createdAt ?? 0) > Number(ctx.clock.now()) + CLOCK_SKEW_MS)
    errors['createdAt'] = ['must not be in the future'];
  addDeviceIssues(errors, activations, data);
  if (product === undefined || owner === undefined || Object.keys(errors).length > 0)
    return { outcome: { status: 'invalid', errors } };
  const license = newLicense(ctx, input, { product, owner, policy });
  if (externalId !== '') ledger.add(key(externalId), license.id);
  for (const { id } of activations) if (id !== undefined) ledger.add(activationKey(id), license.id);
  return {
    outcome: { status: 'created', id: license.id },
    license,
    activations: activations.map((activation) => activationOf(ctx, license, activation)),
  };
}

const CLOCK_SKEW_MS = 5 * 60 * 1_000;

const key = (externalId: string): string => `license/${externalId}`;
const activationKey = (id: string): string => `activation/${id.toLowerCase()}`;

function addDeviceIssues(
  errors: FieldIssues,
  activations: readonly ImportedActivation[],
  { activationIds, ledger }: ImportData,
): void {
  const signatures = new Set<string>();
  const own = new Set<string>();
  for (const [index, { id, deviceSignature }] of activations.entries()) {
    if (signatures.has(deviceSignature)) errors[`activations[${index}].deviceSignature`] = ['is named twice'];
    signatures.add(deviceSignature);
    if (id === undefined) continue;
    const guid = id.toLowerCase();
    const isTaken =
      own.has(guid) || activationIds.has(guid) || ledger.find(activationKey(guid)) !== undefined;
    if (isTaken) errors[`activations[${index}].id`] = ['is the id of another activation'];
    own.add(guid);
  }
}

function newLicense(
  ctx: AccountContext,
  input: LicenseImport,
  {
    product,
    owner,
    policy,
  }: { readonly product: ProductRow; readonly owner: Owner; readonly policy: LicensePolicy },
): License {
  const now = ctx.clock.now();
  return {
    accountId: ctx.account.id,
    id: ctx.ids.guid(),
    customerId: owner.id,
    productId: product.id,
    status: 'Active',
    expiresAt: input.expiresAt ?? null,
    subscriptionId: null,
    ...policy,
    activeActivations: input.activations?.length ?? 0,
    variationId: null,
    orderId: null,
    orderLineId: null,
    orderOrdinal: null,
    voucherId: null,
    voucherBatchId: null,
    externalId: input.externalId ?? null,
    keyCode: input.keyCode ?? null,
    properties: input.properties ?? {},
    createdAt: input.createdAt !== undefined && input.createdAt < now ? input.createdAt : now,
    revokedAt: null,
    revocationReason: null,
    lastReleasedAt: null,
    boughtAt: null,
    downloadedAt: null,
    // An end before the import is not an event.
    recordedExpiry: input.expiresAt !== undefined && input.expiresAt <= now ? input.expiresAt : null,
    awaitsEmailKey:
      awaitedBy(ctx.account, owner, input.ownerId === undefined ? 'Address' : 'Customer') ?? null,
    isFree: false,
    revision: 1,
  };
}

function activationOf(ctx: AccountContext, license: License, imported: ImportedActivation): Activation {
  const validatedAt = imported.lastValidation ?? license.createdAt;
  return {
    accountId: license.accountId,
    id: imported.id?.toLowerCase() ?? ctx.ids.guid(),
    licenseId: license.id,
    deviceName: imported.deviceName,
    deviceSignature: imported.deviceSignature,
    method: imported.activationMethod,
    status: 'Active',
    firstValidatedAt: validatedAt,
    lastValidatedAt: validatedAt,
    appVersion: null,
    platform: null,
    meta: null,
    countedDay: null,
    signingKid: null,
    createdAt: license.createdAt,
    revokedAt: null,
  };
}

function recordImport(tx: CommandTx, license: License): void {
  recordLicensingEvent(tx, {
    type: 'license.imported',
    subjects: { license: license.id, customer: license.customerId, product: license.productId },
    data: { activations: license.activeActivations, expiresAt: license.expiresAt },
  });
}
