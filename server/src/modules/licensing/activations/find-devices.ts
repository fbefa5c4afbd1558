import { readerOf } from '../../../platform/context/context.ts';
import type { QueryContext } from '../../accounts/index.ts';
import { type DeviceMatch, devicesByName, devicesBySignature } from '../store/device-search.ts';

/**
 * Devices, released ones too, whose signature is the text or whose name begins with it, in any case: at most `most`,
 * those with the signature first.
 */
export async function findDevices(
  ctx: QueryContext,
  search: { readonly text: string; readonly most: number },
): Promise<DeviceMatch[]> {
  const [db, at] = [readerOf(ctx), { accountId: ctx.account.id, ...search }];
  const [exact, alike] = await Promise.all([devicesBySignature(db, at), devicesByName(db, at)]);
  const ids = new Set(exact.map(({ id }) => id));
  return [...exact, ...alike.filter(({ id }) => !ids.has(id))].slice(0, search.most);
}
