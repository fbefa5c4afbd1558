import { randomUUID } from 'node:crypto';
import type { Context } from '../src/modules/accounts/index.ts';
import { ORDER_KIND, payableOrder } from '../src/modules/orders/index.ts';
import { type PaymentParties, type PaymentState, recordPaymentState } from '../src/modules/payments/index.ts';
import type { EventMessage } from '../src/modules/payments/provider.ts';
import { SANDBOX_EVENTS, SANDBOX_SIGNATURE } from '../src/modules/payments/providers/sandbox/sandbox.ts';
import type { Payment } from '../src/modules/payments/tables.ts';
import type { System } from '../src/platform/system.ts';

/** The parties of payments of orders, as in the server. */
export const ORDER_PAYMENTS: PaymentParties = { payables: { [ORDER_KIND]: payableOrder } };

/** The input of a payment that is made without HTTP: it waits for its provider's report. */
export const DELAYED_PAYMENT = {
  returnUrl: 'https://shop.demo.test/checkout',
  input: { sandboxOutcome: 'Delay' },
};

export const DECLINED: PaymentState = { kind: 'Failed', reason: 'declined' };

/** All that is due has arrived. */
export function paidInFull({
  amountMinor,
  currency,
}: Pick<Payment, 'amountMinor' | 'currency'>): PaymentState {
  return { kind: 'Succeeded', amountMinor, currency };
}

/** Records a provider's report about a payment. */
export function report(ctx: Context, { id }: Pick<Payment, 'id'>, word: PaymentState): Promise<void> {
  return recordPaymentState(ctx, id, word, ORDER_PAYMENTS);
}

/** A message of the sandbox: something happened to the payment of this reference. */
export function sandboxEvent(
  { vault }: Pick<System, 'vault'>,
  reference: string,
  id: string = randomUUID(),
): EventMessage {
  const body = JSON.stringify({ id, reference });
  return { body, headers: { [SANDBOX_SIGNATURE]: vault.sign(SANDBOX_EVENTS, body) } };
}
