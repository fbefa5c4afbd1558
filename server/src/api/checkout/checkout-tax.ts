import { type Static, Type } from '../../kernel/schema.ts';
import { toDecimal } from '../../kernel/money.ts';
import type { Context } from '../../modules/accounts/index.ts';
import type { BuyerQuote } from '../../modules/orders/index.ts';

export const CheckoutTax = Type.Object(
  {
    mode: Type.Enum(['Exclusive', 'Inclusive'], {
      description: 'Whether the taxes are added to the prices or included in them.',
    }),
    isEstimate: Type.Boolean({
      description:
        'The buyer has not entered a country: the taxes are those of the country of the connection, if any.',
    }),
    rates: Type.Array(
      Type.Object({
        rate: Type.Number({ description: 'In percent.' }),
        amount: Type.Number(),
        country: Type.String(),
        reason: Type.Enum(['Standard', 'ReverseCharge', 'NotCollecting', 'ZeroRated', 'Exempt', 'Provider']),
      }),
    ),
    notice: Type.Optional(
      Type.String({ description: 'A sentence for a business that is charged tax despite its tax id.' }),
    ),
    noticeReason: Type.Optional(
      Type.Enum(['NotRegistered', 'Unreachable', 'NoBusinessName', 'NoReverseCharge', 'TaxIdIgnored'], {
        description:
          'The same as a code: VIES does not have the tax id, or did not answer; the name of the business is missing; the shop charges all businesses (`tax.vies` is off); or the stored tax id is not valid.',
      }),
    ),
    unclearCountry: Type.Optional(
      Type.String({
        description:
          'Another country that evidence points to: the payment is refused unless it says that the buyer confirmed theirs.',
      }),
    ),
  },
  { title: 'CheckoutTax' },
);

/**
 * The taxes of a checkout; absent where none are collected, where the payment provider calculates them unless a business
 * has to know something about its tax id, and for everybody except the payer of the order. */
export function checkoutTax(
  { account }: Context,
  { order, quote, taxes, needsAddress, showsTaxes }: BuyerQuote,
): Static<typeof CheckoutTax> | undefined {
  if (!showsTaxes) return undefined;
  const shares = quote.taxes ?? [];
  const { tax } = account.settings;
  const isCollecting = tax.mode === 'own' && order.status === 'Open';
  if (shares.length === 0 && !isCollecting && taxes?.notice === undefined) return undefined;
  return {
    mode: shares[0]?.mode ?? (isCollecting && tax.prices === 'inclusive' ? 'Inclusive' : 'Exclusive'),
    isEstimate: order.status === 'Open' && (taxes?.isEstimate ?? needsAddress),
    rates: shares.map(({ basisPoints, amountMinor, country, reason }) => ({
      rate: basisPoints / 100,
      amount: toDecimal(amountMinor, quote.currency),
      country,
      reason,
    })),
    ...(taxes?.notice !== undefined && {
      notice: taxes.notice.message,
      noticeReason: taxes.notice.reason,
    }),
    ...(taxes?.unclearCountry !== undefined && { unclearCountry: taxes.unclearCountry }),
  };
}
