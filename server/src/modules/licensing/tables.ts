import type { RowPage } from '../../platform/database/newest-first.ts';
import type { Selectable } from 'kysely';
import type { CustomProperties } from '../../kernel/properties.ts';
import type { ProductKey } from './domain/device-key.ts';
import type { LicenseStatus, TrialStatus } from './domain/license-state.ts';

/** The kind of a device's seat: validated regularly, or with a file that works without a connection. */
export type ActivationMethod = 'Online' | 'Offline';

/** The end that the journal has an event of; only `store/expiries.ts` uses it. A later end gets an event of its own. */
type RecordedExpiry = Date | null;

interface LicensesTable {
  accountId: string;
  id: string;
  customerId: string;
  productId: string;
  /**
   * Revoked while there is a suspension; this and the two fields about the revocation are kept by
   * `store/suspensions.ts`.
   */
  status: 'Active' | 'Revoked';
  /** When the license ends; null when it is perpetual. */
  expiresAt: Date | null;
  subscriptionId: string | null;
  maxActivations: number;
  /** The number of activations with status Active, updated by every command that changes one. */
  activeActivations: number;
  allowsOffline: boolean;
  /** The end of its updates, in whole seconds; null in both: it covers every version. */
  updatesUntil: Date | null;
  /** The highest major version that it covers in any case. */
  upToMajor: number | null;
  /** The variation in which it was bought, redeemed or provisioned, if any. */
  variationId: string | null;
  orderId: string | null;
  orderLineId: string | null;
  /** 0, 1, 2 … among the licenses of one order line, so that a line is fulfilled once. */
  orderOrdinal: number | null;
  /** The voucher that granted it, and its batch. */
  voucherId: string | null;
  voucherBatchId: string | null;
  externalId: string | null;
  keyCode: string | null;
  properties: CustomProperties;
  createdAt: Date;
  /** When its payment began, which may be days before; null: nobody bought it, or `createdAt` is all that is known. */
  boughtAt: Date | null;
  revokedAt: Date | null;
  /** That of the suspension that counts, null for the vendor's; null also while it is not revoked. */
  revocationReason: 'Refund' | 'Dispute' | 'Voucher' | null;
  /** When its owner last released a device. */
  lastReleasedAt: Date | null;
  /** When an owner first downloaded the product with it. */
  downloadedAt: Date | null;
  recordedExpiry: RecordedExpiry;
  /**
   * The address, in its lookup form, that must be proven first: until then nobody can use the license. The person who
   * proves the address gets it, even if the customer it names has another one by then. Or the id of the customer, if
   * the vendor named one: it waits for the proof of the customer's address at that time.
   */
  awaitsEmailKey: string | null;
  /** Whether nobody has paid for it: it cost nothing, was given away, or its buyer kept it after a refund. */
  isFree: boolean;
  /** Incremented by every change except those of its devices and its download. */
  revision: number;
}

/**
 * A reason why a license is revoked. There can be several at once, and each is taken back alone: its money was
 * refunded, the vendor revoked it, its money is disputed until the dispute is won, or the vendor took back the batch of
 * its voucher.
 */
interface LicenseSuspensionsTable {
  accountId: string;
  licenseId: string;
  reason: 'Refund' | 'Vendor' | 'Dispute' | 'Voucher';
  suspendedAt: Date;
}

/** An upgrade or renewal of a license, or one by the window of grace. */
interface LicenseChangesTable {
  accountId: string;
  id: string;
  licenseId: string;
  /** 0, 1, 2 … among those of the license, in the order in which they took effect. */
  position: number;
  kind: 'Upgrade' | 'Renewal' | 'Grace';
  /**
   * The line that bought it; of the window of grace, that of the upgrade bought in it, or null for a license that was.
   */
  orderId: string | null;
  orderLineId: string | null;
  /** The product of the license from then on; if `keepsLicense`, that of the additional license. */
  productId: string;
  /** The variation of the license from then on; null: as before. */
  variationId: string | null;
  /** What it gives; null in both: every version. */
  updatesMonths: number | null;
  upToMajor: number | null;
  keepsLicense: boolean;
  /** What the license was without it, and without those before it that are not settled. */
  baseProductId: string;
  baseVariationId: string | null;
  baseUpdatesUntil: Date | null;
  baseUpToMajor: number | null;
  baseOrdinal: number | null;
  /** It has no effect while it is refunded or disputed. */
  isRefunded: boolean;
  isDisputed: boolean;
  /** The vendor has set the limits since: what it gave is part of them, or not, as the vendor decided. */
  isSettled: boolean;
  /**
   * When the owner first downloaded a version that the license did not cover before, or when a device was last known to
   * run one, before it ran another.
   */
  downloadedAt: Date | null;
  createdAt: Date;
  /** When its payment began, as that of a license. */
  boughtAt: Date | null;
}

interface ActivationsTable {
  accountId: string;
  id: string;
  licenseId: string;
  deviceName: string;
  deviceSignature: string;
  method: ActivationMethod;
  status: 'Active' | 'Revoked';
  firstValidatedAt: Date;
  lastValidatedAt: Date;
  appVersion: string | null;
  platform: string | null;
  meta: Record<string, string> | null;
  /** The last day (UTC, `2026-03-01`) on which the device was counted as active. */
  countedDay: string | null;
  /** The key of the last token that the device got; null if it got none here. */
  signingKid: string | null;
  createdAt: Date;
  revokedAt: Date | null;
}

/** The seat that the add-on of a product has, or had, on a device of that product (policies section 3). */
interface AddOnSeatsTable {
  accountId: string;
  /** The device's activation of the product that the add-on belongs to. */
  parentId: string;
  /** The add-on. */
  productId: string;
  /** The activation that is its seat; revoked: it was released here. */
  activationId: string;
}

interface TrialsTable {
  accountId: string;
  id: string;
  productId: string;
  /** The first signed-in customer who requested it. */
  customerId: string | null;
  deviceName: string;
  deviceSignature: string;
  expiresAt: Date;
  lastValidatedAt: Date;
  appVersion: string | null;
  platform: string | null;
  meta: Record<string, string> | null;
  countedDay: string | null;
  signingKid: string | null;
  properties: CustomProperties;
  /** When the device was first licensed for the product. */
  convertedAt: Date | null;
  recordedExpiry: RecordedExpiry;
  createdAt: Date;
  /** When the vendor reset it; null again once the device has started it again. */
  resetAt: Date | null;
  /** Incremented by every change by the vendor. */
  revision: number;
}

interface ActivationRequestsTable {
  accountId: string;
  id: string;
  /** Hash of the secret with which the application polls. */
  pollHash: string;
  /** Hash of the secret with which a person approves. */
  browserHash: string;
  productId: string;
  deviceName: string;
  deviceSignature: string;
  method: ActivationMethod;
  status: 'Requested' | 'Fulfilled' | 'Completed' | 'Cancelled';
  fulfillment: 'License' | 'Trial' | null;
  activationId: string | null;
  trialId: string | null;
  /** The customer who approved it; null on anonymous trials. */
  customerId: string | null;
  appVersion: string | null;
  platform: string | null;
  meta: Record<string, string> | null;
  /** Whether the device also takes free seats of the add-ons that are part of the license. */
  takesAddOns: boolean;
  createdAt: Date;
  expiresAt: Date;
  fulfilledAt: Date | null;
  /** When the application fetched its token for the first time. */
  completedAt: Date | null;
}

interface ProductPoliciesTable {
  accountId: string;
  productId: string;
  /** Seats of a new license. */
  maxActivations: number;
  /** Whether devices of a new license may be activated offline. */
  allowsOffline: boolean;
  allowsTrials: boolean;
  trialDays: number;
  trialNeedsAccount: boolean;
  /** Null: falls back to the account's settings; the same for the other fields. */
  releasesOnline: boolean | null;
  releasesOffline: boolean | null;
  releasePauseSeconds: number | null;
  /** 0: as long as the license. */
  offlineDays: number | null;
  /** The keys that its applications have, by version; empty: the default of the account. */
  signingKeys: readonly ProductKey[];
}

interface UsageCountsTable {
  accountId: string;
  productId: string;
  usageDay: string;
  kind: 'License' | 'Trial';
  /** Empty when the application did not report one. */
  appVersion: string;
  platform: string;
  /** The index of one of the rows whose sum is the count; see `countedDay`. */
  stripe: number;
  devices: number;
}

interface TrialCountsTable {
  accountId: string;
  productId: string;
  usageDay: string;
  stripe: number;
  started: number;
  converted: number;
}

export interface LicensingTables {
  licenses: LicensesTable;
  licenseSuspensions: LicenseSuspensionsTable;
  licenseChanges: LicenseChangesTable;
  activations: ActivationsTable;
  addOnSeats: AddOnSeatsTable;
  trials: TrialsTable;
  activationRequests: ActivationRequestsTable;
  productPolicies: ProductPoliciesTable;
  usageCounts: UsageCountsTable;
  trialCounts: TrialCountsTable;
}

/** A customer's right to use a product on a number of devices. */
export type License = Selectable<LicensesTable>;

/** A license that a subscription may take over. */
export type JoinableLicense = Pick<
  License,
  'id' | 'externalId' | 'customerId' | 'productId' | 'status' | 'subscriptionId' | 'orderId' | 'expiresAt'
>;

/** An upgrade or renewal of a license. */
export type LicenseChangeRow = Selectable<LicenseChangesTable>;

/** A reason why a license is revoked. */
export type SuspensionReason = LicenseSuspensionsTable['reason'];

/** A device that holds, or held, a seat of a license. */
export type Activation = Selectable<ActivationsTable>;

/** The seat of an add-on on a device. */
export type AddOnSeat = Selectable<AddOnSeatsTable>;

/** A device's trial of a product; there is only ever one. */
export type Trial = Selectable<TrialsTable>;

/** What a vendor decides about the licenses and trials of a product. */
export type ProductPolicyRow = Selectable<ProductPoliciesTable>;

/** Devices that were active on a day, by what their application reported. */
export type UsageDay = Omit<Selectable<UsageCountsTable>, 'accountId' | 'stripe'>;

/** Trials that started and that led to a license on a day. */
export type TrialDay = Omit<Selectable<TrialCountsTable>, 'accountId' | 'stripe'>;

/** An activation that an application requests and a person approves in a browser. */
export type ActivationRequest = Selectable<ActivationRequestsTable>;

/** The filter of a list of licenses or trials, and the page to read. */
export interface ListFilter extends RowPage {
  readonly productId?: string | undefined;
  readonly customerId?: string | undefined;
  readonly createdBefore?: Date | undefined;
  readonly createdAfter?: Date | undefined;
}

/** The filter of licenses; status filters refer to the time of the query. @see sortedBy */
export interface LicenseFilter extends ListFilter {
  readonly status?: LicenseStatus | undefined;
  readonly keyCode?: string | undefined;
  readonly externalId?: string | undefined;
  readonly orderId?: string | undefined;
  readonly subscriptionId?: string | undefined;
  readonly voucherBatchId?: string | undefined;
}

/** The filter of trials; status filters refer to the time of the query. @see sortedBy */
export interface TrialFilter extends ListFilter {
  readonly status?: TrialStatus | undefined;
  readonly deviceSignature?: string | undefined;
}

/** A span of days, both included, of one product or of all. */
export interface UsageFilter {
  readonly from: string;
  readonly to: string;
  readonly productId?: string | undefined;
}

/** A customer's holding of a product. */
export interface ProductHolding {
  readonly productId: string;
  /** Licenses that can be used now, with their seats and the seats in use. */
  readonly licenses: number;
  readonly currentActivations: number;
  readonly maxActivations: number;
  readonly trials: number;
  /** The creation time of the oldest of these licenses and trials. */
  readonly since: Date;
}

/** The customer whose holdings are read, at a time: of all products, or only of some. */
export interface HoldingsFilter {
  readonly customerId: string;
  readonly now: Date;
  readonly productIds?: readonly string[] | undefined;
}

/** The customer whose devices are read: for one product, for one license, or all. */
export interface ActivationFilter extends RowPage {
  readonly customerId: string;
  readonly productId?: string | undefined;
  readonly licenseId?: string | undefined;
  /** Only devices that hold a seat, or only those that held one. */
  readonly isActive?: boolean | undefined;
}

/** A device with its license's product and state. */
export interface ListedActivation extends Activation {
  readonly productId: string;
  readonly licenseStatus: License['status'];
  readonly licenseExpiresAt: Date | null;
}

/** A span of a report, from its first moment until before `endsAt`. */
export interface NamedSpan {
  /** Such as `2026-11` or `2026-11-26`. */
  readonly name: string;
  readonly startsAt: Date;
  readonly endsAt: Date;
}

/** The trials of a product that began in a span. */
export interface TrialSales {
  readonly span: string;
  readonly productId: string;
  readonly trials: number;
  /** Those after which the product was bought within 30 days, … */
  readonly soldWithin30Days: number;
  /** … and at any time. */
  readonly sold: number;
}

/** New activations of a product in a span. */
export interface ActivationCount {
  readonly span: string;
  readonly productId: string;
  readonly activations: number;
}
