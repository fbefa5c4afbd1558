import { stepMinor } from '../../../kernel/money.ts';
import { quoteAgreedLines } from './agreed-lines.ts';
import { pricesAfter, recurringPrice } from './recurring-price.ts';
import type {
  LaterPayments,
  LineRenewal,
  OrderQuote,
  OrderQuoteInput,
  QuotedLine,
  RenewalPrice,
} from './quote.ts';
import { applyTaxes, taxOnTop } from './taxes.ts';

type RenewalInput = Pick<OrderQuoteInput, 'lines' | 'catalog' | 'currency' | 'taxes'>;

/** The billing cycle of a line; `undefined` for one that is paid for once. */
export function cycleOf(
  { item, variationId }: Pick<QuotedLine, 'item' | 'variationId'>,
  { catalog }: Pick<OrderQuoteInput, 'catalog'>,
): string | undefined {
  const { variations = [] } =
    (item.type === 'Product' ? catalog.product(item.id) : catalog.bundle(item.id)) ?? {};
  const recurrence = variations.find(({ id }) => id === variationId)?.recurrence ?? 'OneOff';
  return recurrence === 'OneOff' ? undefined : recurrence;
}

/**
 * Step of a quote: what the lines with a billing cycle cost later. Those with free days cost nothing today: their first
 * payment is due when these are over.
 */
export function withRenewals(
  lines: readonly QuotedLine[],
  coupons: OrderQuote['coupons'],
  input: RenewalInput,
): QuotedLine[] {
  const requests = new Map(input.lines.map((line) => [line.id, line]));
  return lines.map((line) => {
    const { agreed, terms = {} } = requests.get(line.id) ?? {};
    const { freeDays = 0, ownAfterCycles, fallbackAfterCycles } = terms;
    if (agreed?.comesAgain !== undefined)
      return { ...line, renewal: laterPayments(line, agreed.comesAgain, input) };
    const cycle = agreed === undefined ? cycleOf(line, input) : undefined;
    if (cycle === undefined) return line;
    const isFree = freeDays > 0;
    const renewal: LineRenewal = {
      cycle,
      ...(isFree && { freeDays }),
      ...(ownAfterCycles !== undefined && { ownAfterCycles }),
      ...(fallbackAfterCycles !== undefined && { fallbackAfterCycles }),
      prices: pricesOf(line, coupons, input, isFree ? 0 : 1).filter(
        ({ payment }) => ownAfterCycles === undefined || payment <= ownAfterCycles,
      ),
    };
    if (!isFree) return { ...line, renewal };
    return { ...line, renewal, discountMinor: line.originalMinor, subtotalMinor: 0, dueMinor: 0 };
  });
}

function laterPayments(
  line: QuotedLine,
  { cycle, quantity = line.quantity, prices }: LaterPayments,
  input: RenewalInput,
): LineRenewal {
  const units = { ...line, quantity };
  return {
    cycle,
    prices: prices.map(({ payment, price }) => renewalPrice(units, { payment, price }, input)),
  };
}

/** The price of the payment that follows `first` others, and each later one that differs from the one before it. */
function pricesOf(
  line: QuotedLine,
  coupons: OrderQuote['coupons'],
  input: RenewalInput,
  first: number,
): readonly RenewalPrice[] {
  const price = recurringPrice(line, coupons === undefined ? {} : { coupons });
  return pricesAfter(price, first).map((later) =>
    renewalPrice(line, { payment: later.payments + 1, price: later.price }, input),
  );
}

function renewalPrice(
  { id, item, variationId, quantity }: QuotedLine,
  { payment, price: agreed }: LaterPayments['prices'][number],
  input: RenewalInput,
): RenewalPrice {
  const [quoted] = quoteAgreedLines({ lines: [{ id, item, variationId, quantity, agreed }] });
  const subtotalMinor = quoted?.subtotalMinor ?? 0;
  const taxesMinor = quoted === undefined ? 0 : taxesOnTop(quoted, input);
  return { payment, subtotalMinor, taxesMinor, dueMinor: subtotalMinor + taxesMinor };
}

function taxesOnTop(line: QuotedLine, { taxes, currency }: RenewalInput): number {
  if (taxes === undefined || taxes.rates.length === 0) return 0;
  const share = applyTaxes([line], taxes, stepMinor(currency)).shares.get(line.id);
  return share === undefined ? 0 : taxOnTop(share);
}
