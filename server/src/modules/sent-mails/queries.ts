import { readerOf } from '../../platform/context/context.ts';
import { findAddressees } from '../../platform/mail/store.ts';
import type { QueryContext } from '../accounts/index.ts';

/** To whom these mails are, and of which kind, by the ids of those that the account has. */
export async function addresseesOfMails(
  ctx: QueryContext,
  ids: readonly string[],
): Promise<ReadonlyMap<string, { readonly recipient: string; readonly kind: string }>> {
  if (ids.length === 0) return new Map();
  const rows = await findAddressees(readerOf(ctx), ctx.account.id, ids);
  return new Map(rows.map(({ id, ...addressee }) => [id, addressee]));
}
