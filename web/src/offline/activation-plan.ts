import { fetchLicenses, type License } from '../api/inventory.ts';

/** What the activation of a device without a connection will use. */
export interface ActivationPlan {
  readonly productName: string;
  /** The license whose activation the device takes; undefined when all are in use. */
  readonly license: License | undefined;
  readonly free: number;
  readonly total: number;
}

/**
 * What a device of the product will use; undefined when the customer has no license that works offline. Refused with
 * 401, and 404 when there is no such product.
 */
export async function fetchPlan(productId: string): Promise<ActivationPlan | undefined> {
  return planOf(await fetchLicenses(productId, new AbortController().signal));
}

/**
 * The server's choice: licenses without an end first, then the oldest with a free activation. A test of the server
 * (`inventory-activate.test.ts`) compares both.
 */
export function planOf(licenses: readonly License[]): ActivationPlan | undefined {
  const usable = licenses.filter(
    (license) => license.status === 'Active' && license.offlineActivationsAllowed,
  );
  const [first] = usable;
  if (first === undefined) return undefined;
  const [license] = usable.filter((one) => freeOf(one) > 0).toSorted(byUse);
  const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);
  return {
    productName: first.product.name,
    license,
    free: sum(usable.map(freeOf)),
    total: sum(usable.map(({ maxNumberOfActivations }) => maxNumberOfActivations)),
  };
}

function freeOf({ activeNumberOfActivations, maxNumberOfActivations }: License): number {
  return Math.max(0, maxNumberOfActivations - activeNumberOfActivations);
}

function byUse(one: License, other: License): number {
  const ends = ({ expiresAt }: License) => (expiresAt === undefined ? 0 : 1);
  return (
    ends(one) - ends(other) ||
    Date.parse(one.createdAt) - Date.parse(other.createdAt) ||
    (one.id < other.id ? -1 : 1)
  );
}
