import type { Catalog } from '../../catalog/index.ts';
import type { License } from '../tables.ts';

/** What a license is named after. */
type NamedLicense = Pick<License, 'id' | 'productId' | 'variationId'>;

/**
 * How an owner knows their licenses: by product and edition, and by the end of the id where two of them read the same.
 * Its beginning is a time, which licenses of one order share.
 */
export function licenseNames(
  catalog: Catalog,
  licenses: readonly NamedLicense[],
): (license: NamedLicense) => string {
  const titleOf = ({ productId, variationId }: NamedLicense): string => {
    const product = catalog.product(productId)?.name ?? productId;
    const edition = variationId === null ? undefined : catalog.variation(variationId)?.name;
    return edition === undefined ? product : `${product}, ${edition}`;
  };
  const distinct = new Map(licenses.map((license) => [license.id, titleOf(license)]));
  const counts = Map.groupBy(distinct.values(), (title) => title);
  return (license) => {
    const title = titleOf(license);
    const namesakes = counts.get(title)?.length ?? 0;
    return namesakes > 1 ? `${title} (${license.id.slice(-8).toUpperCase()})` : title;
  };
}
