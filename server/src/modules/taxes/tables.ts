import type { StoredTarget } from '../catalog/index.ts';
import type { OwnRateReason } from './domain/decide-taxes.ts';

/** A rate of the vendor's own. */
export interface TaxRateRow {
  readonly accountId: string;
  readonly id: string;
  /** ISO 3166-1 alpha-2, upper case. */
  readonly country: string;
  /** Null: the whole country. */
  readonly region: string | null;
  /** Of the price: 19 % is 190,000. */
  readonly rateMillionths: number;
  readonly reason: OwnRateReason;
  /** Empty: everything without another rate. */
  readonly targets: readonly StoredTarget[];
  /** YYYY-MM-DD, both inclusive; null: no limit. */
  readonly firstDay: string | null;
  readonly lastDay: string | null;
  readonly revision: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface TaxTables {
  taxRates: TaxRateRow;
}
