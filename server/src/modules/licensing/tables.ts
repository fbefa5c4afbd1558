import type { Insertable, Selectable } from 'kysely';
import type { CustomProperties } from '../../kernel/properties.ts';

/** How a device holds its seat: checked again and again, or by a file that works without a connection. */
export type ActivationMethod = 'Online' | 'Offline';

interface LicensesTable {
  accountId: string;
  id: string;
  customerId: string;
  productId: string;
  status: 'Active' | 'Revoked';
  /** The license ends at this moment; null when it is perpetual. */
  expiresAt: Date | null;
  subscriptionId: string | null;
  maxActivations: number;
  /** The number of activations with status Active, kept by every command that changes one. */
  activeActivations: number;
  allowsOffline: boolean;
  orderId: string | null;
  orderLineId: string | null;
  /** 0, 1, 2 … among the licenses of one order line, so that a line is fulfilled once. */
  orderOrdinal: number | null;
  externalId: string | null;
  keyCode: string | null;
  properties: CustomProperties;
  createdAt: Date;
  revokedAt: Date | null;
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
  createdAt: Date;
  revokedAt: Date | null;
}

export interface LicensingTables {
  licenses: LicensesTable;
  activations: ActivationsTable;
}

/** A customer's right to use a product on a number of devices. */
export type License = Selectable<LicensesTable>;
export type NewLicense = Insertable<LicensesTable>;

/** One device that holds, or held, a seat of a license. */
export type Activation = Selectable<ActivationsTable>;
