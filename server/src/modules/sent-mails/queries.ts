import { readerOf } from '../../platform/context/context.ts';
import { findMail } from '../../platform/mail/store.ts';
import type { QueryContext } from '../accounts/index.ts';

/** The address of a mail; `undefined` when the account has no such mail. */
export async function recipientOfMail(ctx: QueryContext, id: string): Promise<string | undefined> {
  return (await findMail(readerOf(ctx), ctx.account.id, id))?.recipient;
}
