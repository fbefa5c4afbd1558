import { type Address, toLine } from '../../customers/index.ts';
import type { Buyer, DocumentLine, LineTax, Reduction, Sale } from '../../documents/index.ts';
import { type Payment, type PaymentDetails, providerTaxes } from '../../payments/index.ts';
import type { OrderQuote, QuotedLine } from '../../pricing/index.ts';
import type { Billing, Purchase } from '../tables.ts';

/** A purchase, its buyer, and the payment that paid for it. */
interface SoldPurchase {
  readonly orderId: string;
  readonly orderNumber?: string | null | undefined;
  readonly content: Purchase;
  readonly billing: Billing;
  readonly suppliedAt: Date;
  readonly payment: Pick<Payment, 'details' | 'createdAt' | 'settledAt'> | undefined;
}

/** The sale of an order for its document: the items with prices and taxes, and the buyer. */
export function saleOf({ orderId, orderNumber, suppliedAt, payment, content, billing }: SoldPurchase): Sale {
  const { quote, titles, locale } = content;
  const titleOf = ({ id, item }: QuotedLine): string =>
    titles.find(({ lineId }) => lineId === id)?.title ?? item.id;
  const lines = quote.lines.map((line) => lineOf(line, titleOf(line)));
  return {
    orderId,
    orderNumber,
    locale,
    currency: quote.currency,
    suppliedAt,
    buyer: buyerOf(billing),
    lines: withProviderTax(lines, payment?.details ?? {}),
    reductions: reductionsOf(quote),
    payment:
      quote.total.dueMinor === 0 || payment === undefined
        ? null
        : {
            method: payment.details?.method ?? null,
            paidAt: (payment.settledAt ?? payment.createdAt).toISOString(),
          },
  };
}

/** The buyer of billing details; blank fields are unknown. */
export function buyerOf({ name, businessName, taxId, email, address }: Billing): Buyer {
  return {
    name: textOf(name),
    businessName: textOf(businessName),
    taxId: textOf(taxId),
    email: textOf(email),
    address: address ? addressOf(address) : null,
  };
}

function textOf(text: string | null | undefined): string | null {
  return toLine(text ?? '') || null;
}

function addressOf(address: Address): Address {
  const { countryCode, streetAddress1, streetAddress2, postCode, locality, region } = address;
  return {
    countryCode,
    streetAddress1: toLine(streetAddress1),
    streetAddress2: textOf(streetAddress2),
    postCode: toLine(postCode),
    locality: textOf(locality),
    region: textOf(region),
  };
}

function lineOf({ id, quantity, dueMinor, tax }: QuotedLine, title: string): DocumentLine {
  const taxMinor = tax?.amountMinor ?? 0;
  return {
    lineId: id,
    title,
    quantity,
    netMinor: dueMinor - taxMinor,
    taxMinor,
    grossMinor: dueMinor,
    tax: tax
      ? { basisPoints: tax.basisPoints, country: tax.country, region: tax.region, reason: tax.reason }
      : null,
  };
}

/** With the taxes that the provider calculated instead of us. */
function withProviderTax(lines: readonly DocumentLine[], details: PaymentDetails): readonly DocumentLine[] {
  const isOurs = lines.some(({ tax }) => tax !== null && tax.reason !== 'Provider');
  const due = lines.map(({ grossMinor }) => grossMinor);
  const taxes = isOurs ? undefined : providerTaxes(details, due);
  if (taxes === undefined) return lines;
  return lines.map((line, index) => {
    const {
      taxMinor = 0,
      basisPoints = null,
      country = null,
      region = null,
      reason = 'Provider',
    } = {
      ...taxes[index],
    };
    const grossMinor = line.grossMinor + (details.taxMode === 'Exclusive' ? taxMinor : 0);
    const tax: LineTax = { basisPoints, country, region, reason };
    return { ...line, netMinor: grossMinor - taxMinor, taxMinor, grossMinor, tax };
  });
}

/**
 * The reductions by discounts, offers, coupons and what was agreed before, each once under its name. Nothing is deducted from
 * free days: discounts lower the payments after them.
 */
function reductionsOf({ lines, cartOffer, coupons = [] }: OrderQuote): Reduction[] {
  const paidNow = lines.filter(({ renewal }) => renewal?.freeDays === undefined);
  const offEach = paidNow.flatMap(({ adjustments, quantity }) =>
    adjustments.map(({ name, amountMinor }) => ({ name, amountMinor: amountMinor * quantity })),
  );
  const agreed = lines.flatMap((line) => line.agreed ?? []);
  const all = [...offEach, ...(cartOffer ? [cartOffer] : []), ...coupons, ...agreed];
  const groups = Map.groupBy(all, ({ name }) => name);
  return [...groups]
    .map(([name, parts]) => ({ name, amountMinor: parts.reduce((sum, part) => sum + part.amountMinor, 0) }))
    .filter(({ amountMinor }) => amountMinor > 0);
}
