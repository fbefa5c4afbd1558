import type { Revised } from '../api/revised.ts';
import type { RevisionHeader } from '../form/save-revised.ts';
import type { Variation } from './product-queries.ts';

type Priced = Pick<Variation, 'prices'>;

interface PriceSaving<Current extends Priced> {
  /** The variation as the form showed it. */
  readonly before: Priced;
  readonly currency: string;
  readonly load: () => Promise<Revised<Current>>;
  readonly send: (header: RevisionHeader) => Promise<unknown>;
}

/**
 * Changes the price of a variation in one currency, if it still is what the form showed. Otherwise nothing is sent, and
 * the variation as it is now is returned. Raises `StaleRevision` when it changes in the same moment.
 */
export async function savePrice<Current extends Priced>({
  before,
  currency,
  load,
  send,
}: PriceSaving<Current>): Promise<Revised<Current> | undefined> {
  const current = await load();
  if (current.prices[currency] !== before.prices[currency]) return current;
  await send({ 'if-match': current.etag });
  return undefined;
}
