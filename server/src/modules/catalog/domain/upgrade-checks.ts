import { checkPrices } from './checks.ts';
import { issueList, type Issues } from './issues.ts';
import type { StoredReleaseAccess, StoredUpgrade } from './variation-access.ts';

/** What the checks need of a variation. */
interface UpgradeFields {
  readonly id: string;
  readonly productId: string | null;
  readonly recurrence: string;
  readonly releaseAccess: StoredReleaseAccess | null;
  readonly upgrade: StoredUpgrade | null;
}

/** What the licenses of an account can be of: its products, and the variations of those, the changed ones included. */
interface UpgradeSources {
  readonly productIds: ReadonlySet<string>;
  readonly variations: readonly UpgradeFields[];
}

const MAX_SOURCES = 200;

/**
 * Every issue of the sale of a variation to owners; `{}` if it is valid, or not sold to owners (policies section 2).
 */
export function checkUpgrade(
  fields: UpgradeFields,
  currencies: readonly string[],
  sources: UpgradeSources,
): Issues {
  const issues = issueList();
  const { upgrade, recurrence, releaseAccess, productId } = fields;
  if (upgrade === null) return {};
  if (productId === null) issues.add('', 'is only possible for a variation of a product');
  if (recurrence !== 'OneOff') issues.add('', 'is only possible for a variation that is paid for once');
  if (upgrade.kind === 'Renewal' && releaseAccess?.updatesMonths === undefined)
    issues.add('kind', 'needs releaseAccess.updatesMonths, the months that a renewal adds');
  if (Object.keys(upgrade.prices).length === 0) issues.add('prices', 'must name at least one currency');
  checkPrices(issues, 'prices', upgrade.prices);
  for (const currency of currencies) {
    if (!Object.hasOwn(upgrade.prices, currency))
      issues.add(`prices.${currency}`, `is required: the account sells in ${currency}`);
  }
  issues.addAll('from', sourceIssues(fields, upgrade, sources));
  return issues.all();
}

function sourceIssues(fields: UpgradeFields, { kind, from }: StoredUpgrade, sources: UpgradeSources): Issues {
  const issues = issueList();
  if (from.length === 0)
    issues.add('', 'must name at least one variation or product whose owners can buy it');
  if (from.length > MAX_SOURCES) issues.add('', `must have at most ${MAX_SOURCES} entries`);
  from.slice(0, MAX_SOURCES).forEach((id, index) => {
    const path = `[${index}]`;
    const variation = sources.variations.find((each) => each.id === id && each.productId !== null);
    const isProduct = sources.productIds.has(id);
    if (from.indexOf(id) < index) issues.add(path, 'is already listed');
    if (variation === undefined && !isProduct)
      issues.add(path, 'is neither a product nor a variation of a product of this account');
    else if (kind === 'Upgrade' && id === fields.id)
      issues.add(path, 'is this variation itself: nobody upgrades to what they have');
    else if (kind === 'Renewal' && (variation?.productId ?? id) !== fields.productId)
      issues.add(path, 'is of another product: a renewal stays with its product');
  });
  if (issues.isEmpty && kind === 'Upgrade' && leadsBack(fields, sources))
    issues.add('', 'must not lead in a circle: an upgrade of this variation leads back to it');
  return issues.all();
}

/** Whether upgrades lead from a variation, over those that upgrade it, back to it. */
function leadsBack(start: UpgradeFields, { variations }: UpgradeSources): boolean {
  const visited = new Set<string>();
  const next = [start];
  for (let each = next.pop(); each !== undefined; each = next.pop()) {
    for (const source of sourcesOf(each, variations)) {
      if (source.id === start.id) return true;
      if (!visited.has(source.id)) next.push(source);
      visited.add(source.id);
    }
  }
  return false;
}

/** The variations that an upgrade is from; a whole product, if it is another one, stands for all its variations. */
function sourcesOf(
  { productId, upgrade }: UpgradeFields,
  variations: readonly UpgradeFields[],
): UpgradeFields[] {
  if (upgrade?.kind !== 'Upgrade') return [];
  return variations.filter(
    (other) =>
      upgrade.from.includes(other.id) ||
      (other.productId !== null && other.productId !== productId && upgrade.from.includes(other.productId)),
  );
}
