import { readerOf } from '../../../platform/context/context.ts';
import type { QueryContext } from '../../accounts/index.ts';
import { type Catalog, type GivenAccess, givenAccess, type SoldUpgrade } from '../../catalog/index.ts';
import { judgeUpgrade, type SoldChange } from '../domain/judge-upgrade.ts';
import type { LicenseCoverage } from '../domain/license-changes.ts';
import { findLicense } from '../store/licenses.ts';
import { keptUpgrades } from '../store/license-changes.ts';
import { listUpgradable } from '../store/ownership.ts';
import type { License } from '../tables.ts';

/** An upgrade or renewal that the owner of a license can buy. */
export interface UpgradeOffer extends SoldUpgrade {
  readonly license: License;
  readonly gives: GivenAccess;
  /** What the license would cover; if it is kept, what the additional license would cover. */
  readonly coverage: LicenseCoverage;
  readonly keepsLicense: boolean;
}

/** The upgrade that a line of a cart asks for. */
interface UpgradeRequest {
  /** Undefined for a guest, who has no license. */
  readonly customerId: string | undefined;
  readonly licenseId: string;
  readonly variationId: string;
}

/** The upgrades and renewals of some licenses that can be bought now, in the order of the catalogue. */
export async function upgradesOf(
  ctx: QueryContext,
  { upgrades }: Catalog,
  licenses: readonly License[],
): Promise<UpgradeOffer[]> {
  if (upgrades.length === 0 || licenses.length === 0) return [];
  const keptOf = await keptProducts(
    ctx,
    licenses.map(({ id }) => id),
  );
  return upgrades.flatMap((sold) =>
    licenses.flatMap((license) => {
      const offer = judge(ctx, sold, license, keptOf(license.id));
      return 'refusal' in offer ? [] : [offer];
    }),
  );
}

/** More licenses than a person chooses from. */
const MOST_LICENSES = 100;

/** The newest licenses of a customer that an upgrade may change. */
export function upgradableLicenses(ctx: QueryContext, customerId: string): Promise<License[]> {
  const owner = { customerId, limit: MOST_LICENSES };
  return listUpgradable(readerOf(ctx), ctx.account.id, owner, ctx.clock.now());
}

/** The same for the newest licenses of a customer. */
export async function upgradesOfCustomer(
  ctx: QueryContext,
  catalog: Catalog,
  customerId: string,
): Promise<UpgradeOffer[]> {
  if (catalog.upgrades.length === 0) return [];
  return upgradesOf(ctx, catalog, await upgradableLicenses(ctx, customerId));
}

/**
 * The upgrade of a line of a cart, or why the license cannot be changed by it: a predicate of the license. What others
 * own looks like what does not exist.
 */
export async function findUpgrade(
  ctx: QueryContext,
  { upgrades }: Catalog,
  { customerId, licenseId, variationId }: UpgradeRequest,
): Promise<UpgradeOffer | { readonly refusal: string }> {
  const license = await findLicense(readerOf(ctx), ctx.account.id, licenseId);
  if (customerId === undefined) return { refusal: 'needs its owner: sign in first' };
  if (license?.customerId !== customerId || license.awaitsEmailKey !== null)
    return { refusal: 'is not one of this customer' };
  const sold = upgrades.find(({ variation }) => variation.id === variationId);
  if (sold === undefined) return { refusal: 'cannot be changed by this variation' };
  return judge(ctx, sold, license, (await keptProducts(ctx, [licenseId]))(licenseId));
}

function judge(
  { clock }: Pick<QueryContext, 'clock'>,
  sold: SoldUpgrade,
  license: License,
  keptProductIds: readonly string[],
): UpgradeOffer | { readonly refusal: string } {
  const { product, variation, upgrade } = sold;
  const gives = givenAccess(variation, product);
  const keepsLicense = upgrade.oldLicense === 'Kept' && product.id !== license.productId;
  const change: SoldChange = {
    at: clock.now(),
    kind: upgrade.kind,
    productId: product.id,
    gives,
    from: upgrade.from,
    keepsLicense,
  };
  const judgement = judgeUpgrade({ ...license, keptProductIds }, change);
  return 'refusal' in judgement ? judgement : { ...sold, license, gives, keepsLicense, ...judgement };
}

/** The products for which an upgrade of each of these licenses granted an additional license. */
async function keptProducts(
  ctx: QueryContext,
  licenseIds: readonly string[],
): Promise<(licenseId: string) => string[]> {
  const rows = await keptUpgrades(readerOf(ctx), ctx.account.id, licenseIds);
  const byLicense = Map.groupBy(rows, ({ licenseId }) => licenseId);
  return (licenseId) => (byLicense.get(licenseId) ?? []).map(({ productId }) => productId);
}
