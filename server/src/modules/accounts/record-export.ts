import { transaction } from '../../platform/context/context.ts';
import type { Context } from './context.ts';
import { recordAccountEvent } from './events.ts';

/** Records in the journal that the whole account was exported, with or without the key to its secrets. */
export async function recordExport(ctx: Context, hasKeys: boolean): Promise<void> {
  await transaction(ctx, async (tx) =>
    recordAccountEvent(tx, { type: 'account.exported', subjects: {}, data: { hasKeys } }),
  );
}
