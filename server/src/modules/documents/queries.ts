import { notFound } from '../../kernel/problem.ts';
import { readerOf } from '../../platform/context/context.ts';
import type { QueryContext } from '../accounts/index.ts';
import * as store from './store.ts';
import type { OrderDocument } from './tables.ts';

/** The documents of an order, oldest first. */
export function documentsOfOrder(ctx: QueryContext, orderId: string): Promise<OrderDocument[]> {
  return store.documentsOfOrder(readerOf(ctx), ctx.account.id, orderId);
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
