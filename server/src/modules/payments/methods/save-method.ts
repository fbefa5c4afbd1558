import { readerOf } from '../../../platform/context/context.ts';
import type { CommandTx, QueryContext } from '../../accounts/index.ts';
import type { ReportedMethod } from '../domain/payment-state.ts';
import { recordMethodEvent } from '../events.ts';
import { providerOf } from '../find-provider.ts';
import type { Payment, SavedMethod } from '../tables.ts';
import { insertMethod, readMethod, readMethodOfPayment } from './store-methods.ts';

/** Whether the account's provider saves payment methods, so that something recurring can be sold. */
export async function canSaveMethods(ctx: QueryContext): Promise<boolean> {
  const provider = await providerOf(ctx);
  return (await provider?.capabilities(ctx))?.savesMethods === true;
}

/** The method that a payment has saved; `undefined` when it saved none. */
export function methodOfPayment(ctx: QueryContext, paymentId: string): Promise<SavedMethod | undefined> {
  return readMethodOfPayment(readerOf(ctx), ctx.account.id, paymentId);
}

/** A saved method by its id, also a removed one. */
export function findMethod(ctx: QueryContext, id: string): Promise<SavedMethod | undefined> {
  return readMethod(readerOf(ctx), ctx.account.id, id);
}

/** Stores the method that a payment has saved at its provider. The caller holds the lock of the payment. */
export async function saveMethod(
  tx: CommandTx,
  { id: paymentId, provider, terms }: Pick<Payment, 'id' | 'provider' | 'terms'>,
  reported: ReportedMethod,
): Promise<SavedMethod> {
  const connectionId = terms?.connectionId ?? null;
  const method = newMethod(tx, { provider, connectionId, paymentId }, reported);
  await insertMethod(tx, method);
  recordMethodEvent(tx, 'payment-method.saved', method);
  return method;
}

/** The row of a method that its provider has reported. */
export function newMethod(
  tx: CommandTx,
  origin: Pick<SavedMethod, 'provider' | 'connectionId' | 'paymentId'>,
  { reference, customerReference, label }: ReportedMethod,
): SavedMethod {
  return {
    accountId: tx.account.id,
    id: tx.ids.guid(),
    ...origin,
    reference,
    customerReference: customerReference ?? null,
    brand: label.brand,
    last4: label.last4 ?? null,
    expires: label.expires ?? null,
    status: 'Usable',
    createdAt: tx.clock.now(),
    removedAt: null,
  };
}
