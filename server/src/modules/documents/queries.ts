import { notFound } from '../../kernel/problem.ts';
import { readerOf } from '../../platform/context/context.ts';
import type { QueryContext } from '../accounts/index.ts';
import type { DocumentLine } from './domain/facts.ts';
import * as store from './store.ts';
import type { OrderDocument } from './tables.ts';

/** The documents of an order, oldest first. */
export function documentsOfOrder(ctx: QueryContext, orderId: string): Promise<OrderDocument[]> {
  return store.documentsOfOrder(readerOf(ctx), ctx.account.id, orderId);
}

/** What the credit notes of these refunds gave back, by the refund; those without one are left out. */
export async function creditedLines(
  ctx: QueryContext,
  refundIds: readonly string[],
): Promise<ReadonlyMap<string, readonly DocumentLine[]>> {
  const notes =
    refundIds.length === 0 ? [] : await store.creditNotesOf(readerOf(ctx), ctx.account.id, refundIds);
  return new Map(notes.map(({ refundId, facts }) => [refundId ?? '', facts.lines]));
}

/** The credit notes in a span whose refunds failed later, and the reversals in it: with the former money went back, with the latter it returned. */
export function reversedNotes(
  ctx: QueryContext,
  span: { readonly from: Date; readonly to: Date },
): Promise<store.ReversedNote[]> {
  return store.reversedNotesIn(readerOf(ctx), ctx.account.id, span);
}

/** Documents of the account, newest first. */
export function listDocuments(ctx: QueryContext, filter: store.DocumentFilter): Promise<OrderDocument[]> {
  return store.listDocuments(readerOf(ctx), ctx.account.id, filter);
}

/** A document of the account. Raises `NotFound`. */
export async function findDocument(ctx: QueryContext, id: string): Promise<OrderDocument> {
  const document = await store.readDocument(readerOf(ctx), ctx.account.id, id);
  if (document === undefined) throw notFound({ detail: `There is no document ${id}.` });
  return document;
}
