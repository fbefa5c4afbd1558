import assert from 'node:assert/strict';
import type { Context } from '../src/modules/accounts/index.ts';
import {
  methodOfPayment,
  type NewCharge,
  type NewPayment,
  openCharge,
  openPayment,
  type Payable,
  type Payment,
  type PaymentFailure,
  startPayment,
} from '../src/modules/payments/index.ts';
import { transaction } from '../src/platform/context/context.ts';
import type { System } from '../src/platform/system.ts';

/** What a bill was told about its payments, in order. */
export interface BillNews {
  readonly what: 'paid' | 'failed' | 'undue' | 'refunded' | 'suspended' | 'restored';
  readonly paymentId: string;
  readonly failure?: PaymentFailure;
}

const BILL = 'Bill';

/** The simplest subject of payments: it exists as soon as it is named, and keeps the news. */
export class Bills {
  readonly #news = new Map<string, BillNews[]>();

  readonly payable: Payable = {
    lock: async (_tx, id) => {
      const tell = (what: BillNews['what'], paymentId: string, failure?: PaymentFailure) =>
        this.of(id).push({ what, paymentId, ...(failure && { failure }) });
      return {
        paid: async (payment) => void tell('paid', payment.id),
        failed: async (payment, failure) => void tell('failed', payment.id, failure),
        undue: async (payment) => void tell('undue', payment.id),
        isFulfilling: false,
        refundOpened: async () => undefined,
        refunded: async ({ paymentId }) => void tell('refunded', paymentId),
        refundFailed: async () => undefined,
        suspended: async (payment) => void tell('suspended', payment.id),
        restored: async (payment) => void tell('restored', payment.id),
      };
    },
  };

  of(id: string): BillNews[] {
    const news = this.#news.get(id) ?? [];
    this.#news.set(id, news);
    return news;
  }

  /** The same system, or context, in which bills can be paid, too. */
  within<Services extends Pick<System, 'payments'>>(services: Services) {
    const { payments } = services;
    const payables = { ...payments.payables, [BILL]: this.payable };
    return { ...services, payments: { ...payments, payables } };
  }
}

/** The request to pay a bill of 49 EUR, with a method to be saved. */
export function aBill(id: string, visit: Partial<NewPayment['instruction']['visit']> = {}): NewPayment {
  return {
    subject: { kind: BILL, id },
    amountMinor: 4_900,
    currency: 'EUR',
    instruction: {
      items: [{ title: 'A year', quantity: 1, dueMinor: 4_900 }],
      payer: { name: 'Gus', email: `${id}@example.com` },
      saveMethod: true,
      visit: { returnUrl: 'https://demo.latchkey.test/checkout/page', input: {}, ...visit },
    },
  };
}

/** Opens a payment and starts it at its provider. */
export async function payBill(ctx: Context, bill: NewPayment): Promise<Payment> {
  const payment = await transaction(ctx, (tx) => openPayment(tx, bill));
  await startPayment(ctx, payment);
  return payment;
}

/** The only news of a bill. */
export function onlyNews(news: readonly BillNews[]): BillNews {
  assert.equal(news.length, 1, JSON.stringify(news));
  return news[0] ?? assert.fail();
}

/** The request to charge 49 EUR of a bill to a saved method. */
export function aCharge(id: string, methodId: string): NewCharge {
  const { subject, amountMinor, currency, instruction } = aBill(id);
  const { items, payer } = instruction;
  return { subject, amountMinor, currency, items, payer, methodId };
}

/** Opens a charge; the job of the payment performs it. */
export function chargeBill(ctx: Context, charge: NewCharge): Promise<Payment> {
  return transaction(ctx, (tx) => openCharge(tx, charge));
}

/** The id of a method that the test provider has saved, with a behaviour. */
export async function aTestMethod(ctx: Context, behaviour: string): Promise<string> {
  const { id } = await payBill(ctx, aBill(ctx.ids.guid(), { input: { sandboxMethod: behaviour } }));
  return (await methodOfPayment(ctx, id))?.id ?? assert.fail('nothing was saved');
}
