import { readerOf } from '../../platform/context/context.ts';
import type { QueryContext } from '../accounts/index.ts';
import * as store from './store.ts';
import type { Payment, PaymentSubject } from './tables.ts';

/** Every attempt to pay a subject, newest first. */
export function listPayments(ctx: QueryContext, subject: PaymentSubject): Promise<Payment[]> {
  return store.listPayments(readerOf(ctx), ctx.account.id, subject);
}
