import { type Static, Type } from '../../kernel/schema.ts';
import { minorAmounts } from '../../modules/catalog/index.ts';
import {
  type CouponChanges,
  couponExists,
  type CouponInput,
  type CouponRow,
  createCoupon,
  findCoupon,
  pageCoupons,
  updateCoupon,
} from '../../modules/coupons/index.ts';
import type { App } from '../../platform/http/route/app.ts';
import type { System } from '../../platform/system.ts';
import { NewId, storedTarget, strict, targetAnswer, TargetBody } from '../wire/catalog.ts';
import { AmountsByCurrency, amountsByCurrency } from '../wire/money.ts';
import {
  benefitOf,
  newBenefit,
  ruleAnswer,
  ruleAnswerFields,
  ruleFields,
  ruleInput,
  ruleType,
} from '../wire/price-rule.ts';
import { type CatalogResource, registerCatalogRoutes } from './catalog-routes.ts';
import { registerCouponCodes } from './coupon-codes.ts';
import { registerCouponUses } from './coupon-uses.ts';

const nullableCount = (description: string) =>
  Type.Union([Type.Integer({ minimum: 1 }), Type.Null()], { description });

const limits = {
  maxUses: nullableCount('Maximum number of orders that use it. Null: any.'),
  maxUsesPerCustomer: nullableCount('Maximum number of orders of one customer that use it. Null: any.'),
  firstPurchaseOnly: Type.Boolean({ description: 'Only for customers who have not bought anything yet.' }),
  recurringPaymentUseCount: nullableCount(
    'Number of payments of a subscription that it reduces. Null: all of them.',
  ),
};

const { type, percentage, amounts, description, startsAt, endsAt } = ruleAnswerFields;

/** A coupon in the merchant's view (extended API, section B). */
const CouponAnswer = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    type,
    percentage,
    amounts,
    description,
    startsAt,
    endsAt,
    targets: Type.Array(TargetBody, { description: 'Empty: everything that is sold.' }),
    minimumTotal: AmountsByCurrency,
    ...limits,
    uses: Type.Integer({ description: 'Number of orders that use it, including those being paid.' }),
    isArchived: Type.Boolean(),
    createdAt: Type.String({ format: 'date-time' }),
    updatedAt: Type.String({ format: 'date-time' }),
  },
  { title: 'Coupon' },
);

const input = {
  percentage: ruleInput.percentage,
  amounts: Type.Optional(
    Type.Record(Type.String(), Type.Number(), {
      description: 'Of FlatAmountOffDiscount: amount off the cart, by currency.',
    }),
  ),
  description: ruleInput.description,
  startsAt: ruleInput.startsAt,
  endsAt: ruleInput.endsAt,
  targets: Type.Optional(Type.Array(TargetBody, { description: 'Empty: everything that is sold.' })),
  minimumTotal: Type.Optional(
    Type.Record(Type.String(), Type.Number(), {
      description: 'Minimum total of a cart before coupons, by currency; an absent currency has none.',
    }),
  ),
  maxUses: Type.Optional(limits.maxUses),
  maxUsesPerCustomer: Type.Optional(limits.maxUsesPerCustomer),
  firstPurchaseOnly: Type.Optional(limits.firstPurchaseOnly),
  recurringPaymentUseCount: Type.Optional(limits.recurringPaymentUseCount),
};

/** A coupon that does not exist yet. */
export const NewCoupon = Type.Object(
  { id: Type.Optional(NewId), name: Type.String(), type: ruleType, ...input },
  { ...strict, title: 'NewCoupon' },
);
const CouponPatch = Type.Object(
  { name: Type.Optional(Type.String()), type: Type.Optional(ruleType), ...input },
  { ...strict, title: 'CouponChanges' },
);

const COUPONS: CatalogResource<
  CouponRow,
  Static<typeof CouponAnswer>,
  Static<typeof NewCoupon>,
  Static<typeof CouponPatch>
> = {
  path: '/api/coupons',
  scope: 'coupons',
  name: 'Coupon',
  one: 'a coupon',
  schema: CouponAnswer,
  page: pageCoupons,
  find: findCoupon,
  presenter: async () => couponAnswer,
  creation: {
    summary: 'Add a coupon; nobody can use it before it has a code',
    body: NewCoupon,
    refusals: [couponExists],
    run: (tx, body) => createCoupon(tx, couponInput(body)),
  },
  change: {
    body: CouponPatch,
    run: (tx, id, body, revision) => updateCoupon(tx, id, changesOf(body), revision),
  },
  archiving: {
    summary: 'End a coupon; orders that are paid, or being paid, keep it',
    run: updateCoupon,
  },
};

/** Coupons, their codes and their uses (extended API, section B). */
export function registerCoreCoupons(app: App, system: System): void {
  registerCatalogRoutes(app, system, COUPONS);
  registerCouponCodes(app, system);
  registerCouponUses(app, system);
}

/** The same as the input of the module. */
export function couponInput(body: Static<typeof NewCoupon>): CouponInput {
  return { ...changesOf(body), id: body.id, name: body.name, benefit: newBenefit(body) };
}

function changesOf(body: Static<typeof CouponPatch>): CouponChanges {
  const { name, targets, minimumTotal, maxUses, maxUsesPerCustomer } = body;
  return {
    ...ruleFields(body),
    name,
    benefit: benefitOf(body),
    targets: targets?.map(storedTarget),
    minimumTotal: minimumTotal && minorAmounts(minimumTotal),
    maxUses,
    maxUsesPerCustomer,
    isForFirstPurchase: body.firstPurchaseOnly,
    recurringPaymentUseCount: body.recurringPaymentUseCount,
  };
}

/** The wire form of a coupon. */
export function couponAnswer(row: CouponRow): Static<typeof CouponAnswer> {
  const { isExclusive: _, ...rule } = ruleAnswer({ ...row, isExclusive: false });
  return {
    id: row.id,
    name: row.name,
    ...rule,
    targets: row.targets.map(targetAnswer),
    minimumTotal: amountsByCurrency(row.minimumTotal),
    maxUses: row.maxUses,
    maxUsesPerCustomer: row.maxUsesPerCustomer,
    firstPurchaseOnly: row.isForFirstPurchase,
    recurringPaymentUseCount: row.recurringPaymentUseCount,
    uses: row.uses,
    isArchived: row.isArchived,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
