import { type Static, Type } from '../../kernel/schema.ts';
import { type BenefitInput, minorAmounts, type StoredBenefit } from '../../modules/catalog/index.ts';
import { momentOf } from './moment.ts';
import { AmountsByCurrency, amountsByCurrency } from './money.ts';

const RuleType = Type.Enum(['FlatAmountOffDiscount', 'PercentageOffDiscount'], { title: 'PriceRuleType' });
const Percentage = Type.Number({
  // A basis point: generators for Go know no `exclusiveMinimum` that is a number.
  minimum: 0.0001,
  maximum: 1,
  description: 'The fraction that a PercentageOffDiscount takes off.',
});
const NullableText = Type.Union([Type.String(), Type.Null()]);
const NullableMoment = Type.Union([Type.String({ format: 'date-time' }), Type.Null()]);

/** The input of a price rule: its benefit, and its conditions. */
export const ruleInput = {
  percentage: Type.Optional(Percentage),
  amounts: Type.Optional(
    Type.Record(Type.String(), Type.Number(), {
      description: 'Of FlatAmountOffDiscount: amount off one unit, by currency.',
    }),
  ),
  description: Type.Optional(NullableText),
  isExclusive: Type.Optional(Type.Boolean({ description: 'Nothing else reduces the same line.' })),
  startsAt: Type.Optional(Type.Union(NullableMoment.anyOf, { description: 'Null: always.' })),
  endsAt: Type.Optional(
    Type.Union(NullableMoment.anyOf, { description: 'No longer from this time on. Null: never.' }),
  ),
};

export const ruleType = RuleType;

/** The same in a response. */
export const ruleAnswerFields = {
  type: RuleType,
  percentage: Type.Optional(Percentage),
  amounts: Type.Optional(AmountsByCurrency),
  description: NullableText,
  isExclusive: Type.Boolean(),
  startsAt: NullableMoment,
  endsAt: NullableMoment,
};

interface RuleInput {
  readonly type?: Static<typeof RuleType> | undefined;
  readonly percentage?: number | undefined;
  readonly amounts?: Readonly<Record<string, number>> | undefined;
  readonly description?: string | null | undefined;
  readonly isExclusive?: boolean | undefined;
  readonly startsAt?: string | null | undefined;
  readonly endsAt?: string | null | undefined;
}

interface StoredRule {
  readonly benefit: StoredBenefit;
  readonly description: string | null;
  readonly isExclusive: boolean;
  readonly startsAt: Date | null;
  readonly endsAt: Date | null;
}

const BASIS_POINTS = 10_000;

/**
 * The reduction, in the catalogue's form; `undefined` when the request contains none. A value that is missing or has
 * too many decimals is passed on as missing, and a field of the other kind as surplus, so that the catalogue refuses
 * them together with all other issues.
 */
export function benefitOf(body: RuleInput): BenefitInput | undefined {
  const { type, percentage, amounts } = body;
  const isAbsent = type === undefined && percentage === undefined && amounts === undefined;
  return isAbsent ? undefined : newBenefit(body);
}

/** The benefit of a new rule. */
export function newBenefit({ type, percentage, amounts }: RuleInput): BenefitInput {
  const isShare = type === undefined ? percentage !== undefined : type === 'PercentageOffDiscount';
  return isShare
    ? {
        type: 'PercentageOff',
        basisPoints: basisPointsOf(percentage),
        ...(amounts !== undefined && { surplus: 'amounts' }),
      }
    : {
        type: 'FlatAmountOff',
        amounts: minorAmounts(amounts ?? {}),
        ...(percentage !== undefined && { surplus: 'percentage' }),
      };
}

/** The fields of a rule under the names and types of the catalogue; absent ones are `undefined`. */
export function ruleFields(body: RuleInput) {
  const { description, isExclusive, startsAt, endsAt } = body;
  return { description, isExclusive, startsAt: dateOf(startsAt), endsAt: dateOf(endsAt) };
}

/** The wire form of a rule. */
export function ruleAnswer({ benefit, description, isExclusive, startsAt, endsAt }: StoredRule) {
  const value =
    benefit.type === 'PercentageOff'
      ? { type: 'PercentageOffDiscount' as const, percentage: benefit.basisPoints / BASIS_POINTS }
      : { type: 'FlatAmountOffDiscount' as const, amounts: amountsByCurrency(benefit.amounts) };
  return {
    ...value,
    description,
    isExclusive,
    startsAt: startsAt === null ? null : startsAt.toISOString(),
    endsAt: endsAt === null ? null : endsAt.toISOString(),
  };
}

function basisPointsOf(percentage: number | undefined): number {
  const basisPoints = Math.round((percentage ?? Number.NaN) * BASIS_POINTS);
  return basisPoints / BASIS_POINTS === percentage ? basisPoints : Number.NaN;
}

function dateOf(moment: string | null | undefined): Date | null | undefined {
  return typeof moment === 'string' ? momentOf(moment) : moment;
}
