import type { SchemaStep } from '../src/platform/database/database.ts';

/**
 * An invoice with other details of the buyer replaces the one before it, so an order may have several: each follows another
 * document, and only one follows it. Servers of the release before hold the lock of an order and look for its invoice first,
 * so they issue no second one.
 */
export const correctedInvoices: SchemaStep = {
  name: '0023-corrected-invoices',
  worksWith: '0016-withdrawals',
  statements: [`drop index documents_invoice`],
  indexes: [
    `create unique index documents_next_invoice on documents (account_id, original_id) where kind = 'Invoice'`,
  ],
};
