import { transaction } from '../../platform/context/context.ts';
import type { Context } from './context.ts';
import { recordAccountEvent } from './events.ts';

/** Records in the journal that whoever acts for the vendor downloaded a list, and by which filters. */
export async function recordListExport(
  ctx: Context,
  list: { readonly list: string; readonly format: string; readonly filters: readonly string[] },
): Promise<void> {
  await transaction(ctx, async (tx) => {
    recordAccountEvent(tx, { type: 'list.exported', subjects: {}, data: list });
  });
}
