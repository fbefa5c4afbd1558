import assert from 'node:assert/strict';
import { type Merchant, merchantOf } from '../merchant.ts';
import { CARDS } from './payments.ts';
import type { StripeShop } from './shop.ts';

/** The money of an order in the vendor's view. */
interface OrderMoney {
  readonly refunds: readonly {
    readonly status: string;
    readonly origin: string;
    readonly amount: { amount: number };
  }[];
  readonly disputes: readonly {
    readonly status: string;
    readonly answerBy?: string;
    readonly providerUrl?: string;
  }[];
  readonly fraudWarnings: readonly { readonly reason: string }[];
  readonly licenses: readonly { readonly status: string }[];
}

/** A body that refunds this amount. */
export const euros = (amount: number) => ({ amount: { currency: 'EUR', amount } });

export type StripeSales = Awaited<ReturnType<typeof stripeSales>>;

/** The vendor of a shop, and orders that were paid by card. */
export async function stripeSales(shop: StripeShop) {
  const vendor: Merchant = await merchantOf(
    shop.app,
    shop.app.demo,
    'orders:read',
    'orders:write',
    'licenses:read',
  );
  return {
    vendor,
    async sale() {
      shop.app.system.clock.advance(1_000);
      const one = await shop.buyer();
      shop.stripe.money.payByCard(one.session, CARDS.good);
      assert.equal((await one.comeBack()).status, 'Completed');
      await shop.report();
      const intent = shop.stripe.state.sessions.get(one.session)?.payment_intent;
      assert.ok(typeof intent === 'string');
      const path = `/api/orders/${one.orderId}`;
      return {
        ...one,
        intent,
        charge: () => shop.stripe.money.chargeOfIntent(intent),
        refund: (body: object = {}) => vendor.call<{ status: string }>('POST', `${path}/refunds`, body),
        body: () => vendor.call<OrderMoney>('GET', path),
        licenses: async () =>
          (await vendor.call<OrderMoney>('GET', path)).licenses.map(({ status }) => status),
      };
    },
  };
}
