import { GUID_PATTERN } from '../../kernel/ids.ts';
import { Type } from '../../kernel/schema.ts';
import type { Context } from '../../modules/accounts/index.ts';
import { ORDER_KIND } from '../../modules/orders/index.ts';
import { subjectsToAnswer } from '../../modules/payments/index.ts';
import { ordersToDecide } from '../../modules/withdrawals/index.ts';
import { pageQuery, sortQuery } from '../../platform/http/route/paging.ts';

/** The filters of the list of orders; all that are given apply. */
export const OrdersQuery = Type.Object({
  ...pageQuery,
  ...sortQuery,
  status: Type.Optional(
    Type.Enum(['Open', 'PaymentProcessing', 'Paid', 'Completed'], { description: 'Only of this status.' }),
  ),
  customerId: Type.Optional(
    Type.String({
      pattern: GUID_PATTERN,
      errorMessage: 'must be a GUID',
      description: 'Only of this customer.',
    }),
  ),
  subscriptionId: Type.Optional(
    Type.String({
      pattern: GUID_PATTERN,
      errorMessage: 'must be a GUID',
      description:
        'Only the renewals, changes and payoff of this subscription; the order that began it is its `orderId`.',
    }),
  ),
  email: Type.Optional(
    Type.String({
      maxLength: 320,
      description:
        'Only of the customer with this email address, and of guests who entered it: also carts, and orders that they could not pay.',
    }),
  ),
  number: Type.Optional(
    Type.String({
      maxLength: 40,
      description: 'Only the order with this number, in any case, with or without the dash.',
    }),
  ),
  refunded: Type.Optional(
    Type.Boolean({
      description:
        'Only orders with a refund that has not failed, of a part or of everything; `false`: only others.',
    }),
  ),
  undue: Type.Optional(
    Type.Enum(['true'], {
      description:
        'Only orders with money that has to go back: a payment, `Surplus` or `Short`, that paid nothing and is not refunded, or what is `owed` of the payment that paid.',
    }),
  ),
  needs: Type.Optional(
    Type.Enum(['DisputeAnswer', 'WithdrawalDecision'], {
      description:
        'Only orders that wait for you: `DisputeAnswer`, those with a dispute that you have to answer at the payment provider; `WithdrawalDecision`, those with a withdrawal that you have not decided on. Of more than 1,000, the most urgent disputes, or the newest withdrawals.',
    }),
  ),
  productFilter: Type.Optional(
    Type.String({ description: 'Only completed orders that granted licenses of this product.' }),
  ),
  before: Type.Optional(Type.String({ format: 'date-time', description: 'Created before this time.' })),
  after: Type.Optional(Type.String({ format: 'date-time', description: 'Created after this time.' })),
});

/** More than anybody works through in a list. */
const MOST = 1_000;

/** The ids of orders that wait for the vendor in this way, at most `MOST`; `undefined` if nothing is asked for. */
export async function ordersInNeed(
  ctx: Context,
  need: 'DisputeAnswer' | 'WithdrawalDecision' | undefined,
): Promise<string[] | undefined> {
  switch (need) {
    case 'DisputeAnswer':
      return subjectsToAnswer(ctx, { kind: ORDER_KIND, limit: MOST });
    case 'WithdrawalDecision':
      return ordersToDecide(ctx, MOST);
    case undefined:
      return undefined;
  }
}
