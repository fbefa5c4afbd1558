import { notFound } from '../../kernel/problem.ts';
import { readerOf } from '../../platform/context/context.ts';
import type { RowPage } from '../../platform/database/newest-first.ts';
import type { CommandTx, QueryContext } from '../accounts/index.ts';
import { recordCustomerEvent } from './events.ts';
import * as store from './store-notes.ts';
import { lockCustomer } from './queries.ts';
import type { CustomerNote } from './tables.ts';

/** A note as somebody writes it. */
interface NewNote {
  readonly customerId: string;
  readonly text: string;
  /** Who writes it, for whoever reads it after they have left. */
  readonly authorName: string | null;
}

/** Adds a note of the vendor about a customer, who never sees it. Raises `NotFound`, also for a deleted customer. */
export async function addNote(
  tx: CommandTx,
  { customerId, text, authorName }: NewNote,
): Promise<CustomerNote> {
  if ((await lockCustomer(tx, customerId)) === undefined)
    throw notFound({ detail: `There is no customer ${customerId}, or they were deleted.` });
  const { actor } = tx;
  const note: CustomerNote = {
    accountId: tx.account.id,
    id: tx.ids.guid(),
    customerId,
    content: text,
    authorKind: actor.kind,
    authorId: 'id' in actor ? actor.id : null,
    authorName,
    createdAt: tx.clock.now(),
  };
  await store.insertNote(tx, note);
  recordNote(tx, 'customer.note-added', note);
  return note;
}

/** Removes a note about a customer. Raises `NotFound`. */
export async function removeNote(
  tx: CommandTx,
  { customerId, noteId }: { readonly customerId: string; readonly noteId: string },
): Promise<void> {
  const note = await store.deleteNote(tx, { accountId: tx.account.id, customerId, id: noteId });
  if (note === undefined) throw notFound({ detail: `There is no note ${noteId} about this customer.` });
  recordNote(tx, 'customer.note-removed', note);
}

/** The notes about a customer, newest first; up to one more than the limit. */
export function listNotes(ctx: QueryContext, customerId: string, page: RowPage): Promise<CustomerNote[]> {
  return store.pageNotes(readerOf(ctx), { accountId: ctx.account.id, customerId }, page);
}

function recordNote(
  tx: CommandTx,
  type: 'customer.note-added' | 'customer.note-removed',
  { customerId, id }: CustomerNote,
): void {
  recordCustomerEvent(tx, { type, subjects: { customer: customerId }, data: { noteId: id } });
}
