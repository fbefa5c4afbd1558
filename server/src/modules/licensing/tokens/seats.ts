import type { Context } from '../../accounts/index.ts';
import type { ProductOwner } from '../store/ownership.ts';
import { countSeatsOf } from '../store/seats.ts';

/** The seats that an owner has for a product, and how many of them are in use. */
export type SeatsOf = (owner: ProductOwner) => { readonly total: number; readonly used: number };

/** Counts, for all these owners together, the seats of their products. */
export async function ownedSeats(ctx: Context, owners: readonly ProductOwner[]): Promise<SeatsOf> {
  if (owners.length === 0) return () => NO_SEATS;
  const customers = [...new Set(owners.map(({ customerId }) => customerId))];
  const products = [...new Set(owners.map(({ productId }) => productId))];
  const now = ctx.clock.now();
  const counts = await countSeatsOf(ctx.database.reader, ctx.account.id, { customers, products }, now);
  const countByOwner = new Map(counts.map((count) => [ownerKey(count), count]));
  return (owner) => countByOwner.get(ownerKey(owner)) ?? NO_SEATS;
}

const NO_SEATS = { total: 0, used: 0 };

function ownerKey({ customerId, productId }: ProductOwner): string {
  return `${customerId}/${productId}`;
}
