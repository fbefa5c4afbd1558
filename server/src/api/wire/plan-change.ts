import { fromDecimal, toDecimal } from '../../kernel/money.ts';
import { invalidInput } from '../../kernel/problem.ts';
import { type Static, Type } from '../../kernel/schema.ts';
import type { QueryContext } from '../../modules/accounts/index.ts';
import { type ChangedPlan, type Subscription, totalOfNextPlan } from '../../modules/subscriptions/index.ts';
import { Moment } from './moment.ts';
import { Amount, amountIn, amounts, orderTotal, OrderTotalBody } from './order.ts';

const PlanChangeLine = Type.Object(
  {
    variationId: Type.String(),
    quantity: Type.Integer(),
    price: Type.Object(Amount.properties, { description: 'Of one unit, for what is paid now.' }),
    credit: Type.Object(Amount.properties, {
      description: 'The unused value of what was paid; it is never more than the line.',
    }),
    due: Type.Object(Amount.properties, { description: 'With taxes.' }),
  },
  { title: 'PlanChangeLine' },
);

/** What a change of plan costs, and when it begins (subscriptions, section 3). */
export const PlanChangeBody = Type.Object(
  {
    when: Type.Enum(['Now', 'NextPeriod'], {
      description:
        '`Now`: as soon as it is paid. `NextPeriod`: with the next renewal; nothing is due before.',
    }),
    takesEffectAt: Moment,
    variationId: Type.String(),
    quantity: Type.Integer(),
    cycleLength: Type.String({ examples: ['Monthly'] }),
    lines: Type.Array(PlanChangeLine, { description: 'What is paid now, to the cent.' }),
    total: OrderTotalBody,
    next: Type.Object(
      { at: Moment, total: OrderTotalBody },
      { title: 'PlanChangeNext', description: 'The next renewal after that.' },
    ),
  },
  { title: 'PlanChange' },
);

/** What whoever agrees to a change was told is due for it. */
export const dueOfPreview = Type.Optional(
  Type.Number({
    minimum: 0,
    description: 'The amount that the preview said is due; another one by now is refused.',
  }),
);

/** The amount that a preview said is due, in minor units. Raises `InvalidInput` unless it fits the currency. */
export function dueMinorOf(due: number | undefined, currency: string): number | undefined {
  if (due === undefined) return undefined;
  const dueMinor = fromDecimal(due, currency);
  if (dueMinor === undefined) throw invalidInput({ errors: { due: [`must be an amount in ${currency}`] } });
  return dueMinor;
}

/** The wire form of a change of plan. */
export function planChangeBody({
  subscription: { currency },
  preview: { when, takesEffectAt, plan, quote, next },
}: ChangedPlan): Static<typeof PlanChangeBody> {
  const amount = amountIn(currency);
  const totalOf = (total: typeof quote.total): Static<typeof OrderTotalBody> => ({
    ...amounts(total, amount),
    taxes: amount(total.taxesMinor),
  });
  return {
    when,
    takesEffectAt: takesEffectAt.toISOString(),
    variationId: plan.variation.id,
    quantity: plan.quantity,
    cycleLength: plan.cycle,
    lines: quote.lines.map((line) => ({
      variationId: line.variationId,
      quantity: line.quantity,
      price: amount(line.unitPriceMinor),
      credit: amount(line.discountMinor),
      due: amount(line.dueMinor),
    })),
    total: totalOf(quote.total),
    next: { at: next.at.toISOString(), total: totalOf(next.total) },
  };
}

/** The plan that a subscription changes to, in its wire form. */
export const NextPlanBody = Type.Object(
  {
    variationId: Type.String(),
    quantity: Type.Integer(),
    cycleLength: Type.String({ examples: ['Monthly'] }),
    when: Type.Enum(['Now', 'NextPeriod'], {
      description:
        '`Now`: it begins when its order is paid. `NextPeriod`: it begins with the next renewal, which costs `total`, with the taxes of the last payment.',
    }),
    price: Type.Optional(
      Type.Object(Amount.properties, {
        description: 'One unit for one cycle; absent: the price of a unit stays.',
      }),
    ),
    total: Type.Optional(OrderTotalBody),
    orderId: Type.Optional(Type.String({ description: 'The order that waits for its payment.' })),
    payBy: Type.Optional(
      Type.String({
        format: 'date-time',
        description:
          'When it is dropped unless the payment of that order has begun: it can be agreed again then.',
      }),
    ),
  },
  { title: 'NextPlan' },
);

/** The field of a subscription about the plan that it changes to; nothing without one. */
export async function nextPlanField(
  ctx: QueryContext,
  subscription: Subscription,
): Promise<{ nextPlan?: Static<typeof NextPlanBody> }> {
  const { nextPlan, currency } = subscription;
  if (nextPlan === null) return {};
  const total = await totalOfNextPlan(ctx, subscription);
  const { variationId, quantity, cycleLength, price, orderId, payBy } = nextPlan;
  return {
    nextPlan: {
      variationId,
      quantity,
      cycleLength,
      when: orderId === null ? 'NextPeriod' : 'Now',
      ...(price && { price: { currency, amount: toDecimal(price.unitOriginalMinor, currency) } }),
      ...(total && { total: orderTotal({ total, currency }) }),
      ...(orderId !== null && { orderId }),
      ...(payBy !== undefined && { payBy }),
    },
  };
}
