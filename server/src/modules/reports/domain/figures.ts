/** Whether money moved: payments with test keys move none. */
export type PaymentMode = 'Live' | 'Test';

/** Amounts in minor units, tax included in `gross`. What went back is less than 0 where more of it returned from failed refunds. */
interface Sums {
  readonly grossMinor: number;
  readonly taxMinor: number;
  readonly refundedMinor: number;
  readonly refundedTaxMinor: number;
}

/** What was sold of an item, a product or a bundle. */
export interface ItemSums extends Sums {
  readonly itemId: string;
  readonly units: number;
}

/** What was taxed at a rate of a country. */
export interface TaxSums extends Sums {
  /** ISO 3166-1 alpha-2; null where nobody said it. */
  readonly country: string | null;
  readonly region: string | null;
  /** 19 % is 1,900; null where a provider reported only the amount, or no tax was collected. */
  readonly basisPoints: number | null;
  readonly reason: string;
}

/** Where the visitors of orders came from; null: they did not say. */
export interface Campaign {
  readonly source: string | null;
  readonly medium: string | null;
  readonly campaign: string | null;
}

/** What was sold to visitors of a campaign. */
export interface CampaignSums extends Campaign, Sums {
  readonly orders: number;
}

/** A coupon that reduced an order. */
export interface UsedCoupon {
  readonly couponId: string;
  readonly name: string;
}

/** What was sold in orders with a coupon. An order with several counts for each of them. */
export interface CouponSums extends UsedCoupon, Sums {
  readonly orders: number;
}

/** The sales of a span in one currency. */
export interface CurrencyFigures extends Sums {
  readonly currency: string;
  /** Orders that were paid, and refunds that were made, also those that failed later. */
  readonly orders: number;
  readonly refunds: number;
  readonly items: readonly ItemSums[];
  readonly taxes: readonly TaxSums[];
  /** These are absent in days that were stored before they were counted. */
  readonly campaigns?: readonly CampaignSums[] | undefined;
  readonly coupons?: readonly CouponSums[] | undefined;
}

/** The sales of a day, each mode for itself. */
export type DayFigures = Readonly<Record<PaymentMode, readonly CurrencyFigures[]>>;

/** A line of a paid order, or what went back of one, or returned; amounts are 0 or more. */
export interface MoneyLine {
  readonly itemId: string;
  readonly units: number;
  readonly grossMinor: number;
  readonly taxMinor: number;
  readonly tax: Pick<TaxSums, 'country' | 'region' | 'basisPoints' | 'reason'> | null;
}

/** A paid order, a refund, or the money of one that failed later: it returned. */
export interface Movement {
  readonly kind: 'Order' | 'Refund' | 'Reversal';
  readonly mode: PaymentMode;
  readonly currency: string;
  readonly lines: readonly MoneyLine[];
  /** Of the order; absent: none. */
  readonly campaign?: Campaign | undefined;
  readonly coupons?: readonly UsedCoupon[] | undefined;
}

const NO_CAMPAIGN = { source: null, medium: null, campaign: null } as const;
const NO_TAX = { country: null, region: null, basisPoints: null, reason: 'None' } as const;

/** The figures of these movements. */
export function figuresOf(movements: readonly Movement[]): DayFigures {
  const ofMode = (mode: PaymentMode) =>
    mergeFigures(movements.filter((movement) => movement.mode === mode).map((each) => [figureOf(each)]));
  return { Live: ofMode('Live'), Test: ofMode('Test') };
}

function figureOf(movement: Movement): CurrencyFigures {
  const { kind, currency, lines, campaign = NO_CAMPAIGN, coupons = [] } = movement;
  const sign = kind === 'Refund' ? 1 : -1;
  const sumsIn = ({ grossMinor, taxMinor }: MoneyLine): Sums =>
    kind === 'Order'
      ? { grossMinor, taxMinor, refundedMinor: 0, refundedTaxMinor: 0 }
      : { grossMinor: 0, taxMinor: 0, refundedMinor: sign * grossMinor, refundedTaxMinor: sign * taxMinor };
  const orders = kind === 'Order' ? 1 : 0;
  const sums = sumOf(lines.map(sumsIn));
  return {
    currency,
    orders,
    refunds: kind === 'Refund' ? 1 : 0,
    ...sums,
    items: lines.map((line) => ({
      itemId: line.itemId,
      units: kind === 'Order' ? line.units : 0,
      ...sumsIn(line),
    })),
    taxes: lines.map((line) => ({ ...(line.tax ?? NO_TAX), ...sumsIn(line) })),
    campaigns: [{ ...campaign, orders, ...sums }],
    coupons: coupons.map((coupon) => ({ ...coupon, orders, ...sums })),
  };
}

/** The figures of the parts of a day together. */
export function mergeDays(parts: readonly DayFigures[]): DayFigures {
  return {
    Live: mergeFigures(parts.map(({ Live }) => Live)),
    Test: mergeFigures(parts.map(({ Test }) => Test)),
  };
}

/** The figures of several spans together: each currency, item and rate once, those with the most money first. */
export function mergeFigures(spans: readonly (readonly CurrencyFigures[])[]): CurrencyFigures[] {
  const byCurrency = Map.groupBy(spans.flat(), ({ currency }) => currency);
  return [...byCurrency]
    .map(([currency, parts]) => ({
      currency,
      orders: total(parts, 'orders'),
      refunds: total(parts, 'refunds'),
      ...sumOf(parts),
      items: mergeItems(parts.flatMap(({ items }) => items)),
      taxes: mergeTaxes(parts.flatMap(({ taxes }) => taxes)),
      campaigns: mergeCampaigns(parts.flatMap(({ campaigns = [] }) => campaigns)),
      coupons: mergeCoupons(parts.flatMap(({ coupons = [] }) => coupons)),
    }))
    .toSorted(byGross);
}

function mergeItems(items: readonly ItemSums[]): ItemSums[] {
  return [...Map.groupBy(items, ({ itemId }) => itemId)]
    .map(([itemId, parts]) => ({ itemId, units: total(parts, 'units'), ...sumOf(parts) }))
    .toSorted(byGross);
}

function mergeTaxes(taxes: readonly TaxSums[]): TaxSums[] {
  const keyOf = ({ country, region, basisPoints, reason }: TaxSums) =>
    [country, region, basisPoints, reason].join('/');
  return [...Map.groupBy(taxes, keyOf).values()]
    .flatMap((parts) => {
      const [first] = parts;
      if (first === undefined) return [];
      const { country, region, basisPoints, reason } = first;
      return [{ country, region, basisPoints, reason, ...sumOf(parts) }];
    })
    .toSorted(byGross);
}

function mergeCampaigns(campaigns: readonly CampaignSums[]): CampaignSums[] {
  const keyOf = ({ source, medium, campaign }: Campaign) => JSON.stringify([source, medium, campaign]);
  return [...Map.groupBy(campaigns, keyOf).values()]
    .flatMap((parts) => {
      const [first] = parts;
      if (first === undefined) return [];
      const { source, medium, campaign } = first;
      return [{ source, medium, campaign, orders: total(parts, 'orders'), ...sumOf(parts) }];
    })
    .toSorted(byGross);
}

function mergeCoupons(coupons: readonly CouponSums[]): CouponSums[] {
  return [...Map.groupBy(coupons, ({ couponId }) => couponId)]
    .map(([couponId, parts]) => {
      const name = parts.at(-1)?.name ?? couponId;
      return { couponId, name, orders: total(parts, 'orders'), ...sumOf(parts) };
    })
    .toSorted(byGross);
}

function sumOf(parts: readonly Sums[]): Sums {
  return {
    grossMinor: total(parts, 'grossMinor'),
    taxMinor: total(parts, 'taxMinor'),
    refundedMinor: total(parts, 'refundedMinor'),
    refundedTaxMinor: total(parts, 'refundedTaxMinor'),
  };
}

function total<Name extends string>(parts: readonly Readonly<Record<Name, number>>[], name: Name): number {
  return parts.reduce((sum, part) => sum + part[name], 0);
}

function byGross(one: Sums, other: Sums): number {
  return other.grossMinor - one.grossMinor || other.refundedMinor - one.refundedMinor;
}
