import type { SchemaStep } from '../src/platform/database/database.ts';

const documentTables = [
  `create table document_series (
    account_id TEXT not null references accounts (id),
    prefix TEXT not null,
    last_position INTEGER not null check (last_position > 0),
    primary key (account_id, prefix)
  )`,
  `create table documents (
    account_id TEXT not null,
    id TEXT not null,
    kind TEXT not null check (kind in ('Receipt', 'Invoice', 'CreditNote', 'Reversal')),
    prefix TEXT not null,
    position INTEGER not null check (position > 0),
    number TEXT not null,
    order_id TEXT not null,
    refund_id TEXT,
    original_id TEXT,
    facts JSON not null,
    pdf_sha256 TEXT,
    issued_at TIMESTAMP not null,
    primary key (account_id, id),
    unique (account_id, prefix, position),
    unique (account_id, number),
    check ((kind in ('CreditNote', 'Reversal')) = (refund_id is not null)),
    check (kind <> 'Receipt' or original_id is null),
    check (kind not in ('CreditNote', 'Reversal') or original_id is not null),
    foreign key (account_id, prefix) references document_series (account_id, prefix),
    foreign key (account_id, order_id) references orders (account_id, id),
    foreign key (account_id, original_id) references documents (account_id, id)
  )`,
  `create unique index documents_sale on documents (account_id, order_id) where original_id is null`,
  `create unique index documents_invoice on documents (account_id, order_id) where kind = 'Invoice'`,
  `create unique index documents_refund on documents (account_id, refund_id, kind) where refund_id is not null`,
  `create index documents_order on documents (account_id, order_id, issued_at, id)`,
  `create index documents_newest on documents (account_id, issued_at desc, id desc)`,
  `create index documents_kind_newest on documents (account_id, kind, issued_at desc, id desc)`,
  `create index documents_original on documents (account_id, original_id) where original_id is not null`,
];

/**
 * Receipts, invoices, credit notes and their reversals. The numbers of a series have no gap: its row counts them, and is locked until
 * the transaction that issues a document ends. An order has one document of its sale, at most one invoice, and one
 * credit note for each refund, with at most one reversal.
 */
export const documents: SchemaStep = {
  name: '0008-documents',
  statements: [...documentTables],
};
