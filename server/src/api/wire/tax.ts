import { toDecimal } from '../../kernel/money.ts';
import { type Static, Type } from '../../kernel/schema.ts';
import type { OrderView } from '../../modules/orders/index.ts';
import { type Payment, type PaymentDetails, providerTaxes } from '../../modules/payments/index.ts';
import type { TaxReason, TaxShare } from '../../modules/pricing/index.ts';
import { Moment } from './moment.ts';

const REASONS: Readonly<Record<TaxReason, Static<typeof TaxReasonBody>>> = {
  Standard: 'standard',
  ReverseCharge: 'reverse_charge',
  NotCollecting: 'not_collecting',
  ZeroRated: 'zero_rated',
  Exempt: 'exempt',
  Provider: 'provider',
};

/** The reason for a rate. */
export const TaxReasonBody = Type.Enum(
  ['standard', 'reverse_charge', 'not_collecting', 'zero_rated', 'exempt', 'provider'],
  { title: 'TaxReason' },
);

/** The wire form of a reason. */
export function taxReasonBody(reason: TaxReason): Static<typeof TaxReasonBody> {
  return REASONS[reason];
}

/** The tax of a line, or of all lines of one rate. */
export const TaxBody = Type.Object(
  {
    rate: Type.Optional(
      Type.Number({
        description: 'A fraction: 19 % is 0.19. Absent where a payment provider does not report it.',
      }),
    ),
    amount: Type.Number(),
    net: Type.Number({ description: 'The amount due without the tax.' }),
    country: Type.Optional(Type.String()),
    region: Type.Optional(Type.String()),
    reason: TaxReasonBody,
    included: Type.Boolean({ description: 'Whether prices include it; otherwise it comes on top.' }),
    relief: Type.Optional(
      Type.Number({
        description: 'The tax in the prices that came off, because the buyer owes it (reverse charge).',
      }),
    ),
  },
  { title: 'Tax' },
);

const BASIS_POINTS = 10_000;

/** The wire form of a tax. */
export function taxBody(tax: TaxShare, currency: string): Static<typeof TaxBody> {
  const { basisPoints, amountMinor, baseMinor, mode, country, region, reason, reliefMinor } = tax;
  const isIncluded = mode === 'Inclusive';
  const { netMinor = isIncluded ? baseMinor - amountMinor : baseMinor } = tax;
  return {
    rate: basisPoints / BASIS_POINTS,
    amount: toDecimal(amountMinor, currency),
    net: toDecimal(netMinor, currency),
    country,
    ...(region !== null && { region }),
    reason: taxReasonBody(reason),
    included: isIncluded,
    ...(reliefMinor !== undefined && { relief: toDecimal(reliefMinor, currency) }),
  };
}

/** The evidence of the buyer's country, as stored with a purchase. */
export const TaxEvidenceBody = Type.Object(
  {
    country: Type.String({ description: 'The country of the bill.' }),
    evidence: Type.Array(
      Type.Object({
        kind: Type.Enum(['BillingCountry', 'ConnectionCountry', 'CardCountry', 'TaxId']),
        country: Type.String(),
      }),
    ),
    confirmed: Type.Boolean({
      description: 'The buyer confirmed the country although other evidence names another one.',
    }),
    taxId: Type.Optional(
      Type.Object({
        taxId: Type.String(),
        country: Type.String(),
        result: Type.Enum(['Valid', 'NotRegistered', 'Unreachable']),
        consultationNumber: Type.Optional(
          Type.String({ description: 'The proof from VIES that the number was checked.' }),
        ),
        at: Moment,
      }),
    ),
  },
  { title: 'TaxEvidence' },
);

/** The taxes of an order and their basis; those of its payment's provider if Latchkey calculates none. */
export function orderTaxes({ order, quote }: OrderView, payments: readonly Payment[]) {
  const { taxes, lines, currency } = quote;
  const tax = order.content?.tax;
  const details = payments.find(({ status }) => status === 'Succeeded')?.details ?? {};
  const own = taxes && {
    taxes: taxes.map((share) => taxBody(share, currency)),
    lineTaxes: lines.flatMap((line) =>
      line.tax === undefined ? [] : [{ lineId: line.id, ...taxBody(line.tax, currency) }],
    ),
  };
  return {
    ...(own ?? taxesOfProvider(quote, details)),
    ...(tax && { taxEvidence: evidenceBody(tax, details) }),
  };
}

/** The provider's taxes of the payment, for each line and each rate. */
function taxesOfProvider({ lines, currency }: OrderView['quote'], details: PaymentDetails) {
  const due = lines.map(({ dueMinor }) => dueMinor);
  const shares = providerTaxes(details, due);
  if (shares === undefined) return {};
  const isIncluded = details.taxMode !== 'Exclusive';
  const lineTaxes = lines.map(({ id, dueMinor }, index) => ({
    lineId: id,
    dueMinor,
    ...(shares[index] ?? { taxMinor: 0, reason: 'Provider' as const }),
  }));
  const bodyOf = (part: ProviderTaxPart): Static<typeof TaxBody> =>
    providerTaxBody(part, isIncluded, currency);
  const groups = Map.groupBy(lineTaxes, ({ basisPoints, country, region, reason }) =>
    JSON.stringify([basisPoints, country, region, reason]),
  );
  return {
    taxes: [...groups.values()].flatMap(([first, ...others]) =>
      first === undefined ? [] : [bodyOf(others.reduce(addTaxes, first))],
    ),
    lineTaxes: lineTaxes.map((part) => ({ lineId: part.lineId, ...bodyOf(part) })),
  };
}

type ProviderTaxPart = NonNullable<ReturnType<typeof providerTaxes>>[number] & { readonly dueMinor: number };

function addTaxes<Part extends ProviderTaxPart>(sum: Part, { taxMinor, dueMinor }: Part): Part {
  return { ...sum, taxMinor: sum.taxMinor + taxMinor, dueMinor: sum.dueMinor + dueMinor };
}

function providerTaxBody(
  { dueMinor, taxMinor, basisPoints, country, region, reason }: ProviderTaxPart,
  isIncluded: boolean,
  currency: string,
): Static<typeof TaxBody> {
  return {
    ...(basisPoints !== undefined && { rate: basisPoints / BASIS_POINTS }),
    amount: toDecimal(taxMinor, currency),
    net: toDecimal(isIncluded ? dueMinor - taxMinor : dueMinor, currency),
    ...(country !== undefined && { country }),
    ...(region !== undefined && { region }),
    reason: taxReasonBody(reason),
    included: isIncluded,
  };
}

type PurchaseTax = NonNullable<NonNullable<OrderView['order']['content']>['tax']>;

function evidenceBody(
  { evidence, taxIdCheck }: PurchaseTax,
  { cardCountry }: PaymentDetails,
): Static<typeof TaxEvidenceBody> {
  const card = cardCountry === undefined ? [] : [{ kind: 'CardCountry', country: cardCountry } as const];
  return {
    country: evidence.country,
    evidence: [...evidence.evidence, ...card],
    confirmed: evidence.isConfirmed,
    ...(taxIdCheck && { taxId: checkBody(taxIdCheck) }),
  };
}

function checkBody({ consultationNumber, ...check }: NonNullable<PurchaseTax['taxIdCheck']>) {
  return { ...check, ...(consultationNumber !== null && { consultationNumber }) };
}
