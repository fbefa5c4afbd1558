import { readerOf } from '../../../platform/context/context.ts';
import type { RowPage } from '../../../platform/database/newest-first.ts';
import type { QueryContext } from '../../accounts/index.ts';
import type {
  Activation,
  ActivationFilter,
  HoldingsFilter,
  ListedActivation,
  ProductHolding,
} from '../tables.ts';
import * as activations from '../store/activations.ts';
import * as store from '../store/inventory.ts';

/** The customer's holdings by product, in any order; optionally only of some products. */
export function holdingsOf(ctx: QueryContext, filter: HoldingsFilter): Promise<ProductHolding[]> {
  return store.holdingsOf(readerOf(ctx), ctx.account.id, filter);
}

/** Devices that hold or held a seat of these licenses, newest first. */
export function listActivations(ctx: QueryContext, filter: ActivationFilter): Promise<ListedActivation[]> {
  return store.listActivations(readerOf(ctx), ctx.account.id, filter);
}

/** Devices that hold or held a seat of a license, newest first; up to one more than `limit`. */
export function listLicenseActivations(
  ctx: QueryContext,
  licenseId: string,
  page: RowPage,
): Promise<Activation[]> {
  return activations.listLicenseActivations(readerOf(ctx), ctx.account.id, licenseId, page);
}
