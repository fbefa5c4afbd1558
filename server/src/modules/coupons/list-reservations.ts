import type { System } from '../../platform/system.ts';
import { listReserved } from './store-uses.ts';
import type { Reservation } from './tables.ts';

/** The uses, of every account, that payments reserved before a time and still hold: pages of them, the oldest first. */
export async function* listReservations(
  { database }: System,
  reservedBefore: Date,
  limit: number,
): AsyncGenerator<readonly Reservation[]> {
  let page: readonly Reservation[] = [];
  do {
    page = await listReserved(database.reader, { reservedBefore, after: page.at(-1), limit });
    yield page;
  } while (page.length === limit);
}
