import { minorUnits, toDecimal } from '../../../kernel/money.ts';
import type { Buyer, DocumentFacts, DocumentLine, LineTax, Seller } from '../domain/facts.ts';
import { sumOf, sumsByRate } from '../domain/sums.ts';
import type { OrderDocument } from '../tables.ts';
import { type DocumentLanguage, type DocumentTexts, languageOf } from './texts/index.ts';

/** A document in its readers' language, for the page and the file. */
export interface DocumentView {
  readonly language: string;
  readonly texts: DocumentTexts;
  /** Such as `Receipt`. */
  readonly title: string;
  readonly number: string;
  readonly issuedAt: Date;
  readonly facts: readonly ViewRow[];
  readonly seller: Party;
  readonly buyer: Party;
  /** Whether lines have a tax. */
  readonly isTaxed: boolean;
  readonly lines: readonly ViewLine[];
  /** Above the total. */
  readonly sums: readonly ViewRow[];
  readonly total: ViewRow;
  readonly notes: readonly string[];
  readonly isLetterSize: boolean;
}

export interface ViewRow {
  readonly label: string;
  readonly value: string;
}

/** The name and the lines below it. */
export interface Party {
  readonly name: string;
  readonly lines: readonly string[];
}

export interface ViewLine {
  readonly title: string;
  /** Small, below the title; empty for one unit. */
  readonly detail: string;
  readonly quantity: string;
  readonly unitPrice: string;
  readonly net: string;
  readonly rate: string;
  readonly tax: string;
  readonly gross: string;
}

/** The content of a document; a document numbered by the payment provider has an empty number. */
export type DocumentContent = Pick<OrderDocument, 'kind' | 'number' | 'orderId' | 'facts' | 'issuedAt'>;

/** Countries that use the Letter paper size. */
const LETTER = new Set(['US', 'CA', 'MX']);

/** The content of a document as texts. Depends only on the frozen facts. */
export function documentView({ kind, number, orderId, facts, issuedAt }: DocumentContent): DocumentView {
  const speech = languageOf(facts.locale);
  const { language } = speech;
  const texts = hasSalesTax(facts) ? { ...speech.texts, ...speech.texts.salesTax } : speech.texts;
  const format = formatsOf(speech, facts);
  const { netMinor, grossMinor } = sumOf(facts.lines);
  const isTaxed = facts.lines.some(({ tax }) => tax !== null);
  return {
    language,
    texts,
    title: texts.kinds[kind],
    number,
    issuedAt,
    facts: [
      { label: texts.number, value: number },
      { label: texts.issuedOn, value: format.date(issuedAt) },
      { label: texts.suppliedOn, value: format.date(new Date(facts.suppliedAt)) },
      { label: texts.order, value: facts.orderNumber ?? orderId },
      ...(kind === 'CreditNote' || kind === 'Reversal'
        ? []
        : [{ label: texts.payment, value: paymentOf(facts, texts, format) }]),
    ],
    seller: sellerParty(facts.seller, speech),
    buyer: buyerParty(facts.buyer, speech),
    isTaxed,
    lines: facts.lines.map((line) => viewLine(line, texts, format)),
    sums: isTaxed
      ? [{ label: texts.sumNet, value: format.money(netMinor) }, ...taxRows(facts, texts, format)]
      : [],
    total: {
      label: kind === 'CreditNote' ? texts.credited : texts.total,
      value: format.money(grossMinor),
    },
    notes: notesOf(kind, facts, texts, format),
    isLetterSize: LETTER.has(facts.seller.country ?? ''),
  };
}

/** Where a tax on a sale is no value-added tax. */
const WITH_SALES_TAX = new Set(['US', 'CA']);

function hasSalesTax({ lines, buyer }: DocumentFacts): boolean {
  const countries = lines.flatMap(({ tax }) =>
    tax === null ? [] : (tax.country ?? buyer.address?.countryCode),
  );
  return countries.length > 0 && countries.every((country) => WITH_SALES_TAX.has(country ?? ''));
}

interface Formats {
  money(amountMinor: number): string;
  /** The price of one unit, with more digits where it is not a whole number of minor units. */
  unitMoney(amountMinor: number, quantity: number): string;
  rate(tax: LineTax | null): string;
  date(moment: Date): string;
}

function formatsOf(
  { locale }: DocumentLanguage,
  { currency, timeZone }: Pick<DocumentFacts, 'currency' | 'timeZone'>,
): Formats {
  const digits = minorUnits(currency);
  const money = new Intl.NumberFormat(locale, { style: 'currency', currency });
  const unit = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits + 2,
  });
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 });
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone });
  return {
    money: (amountMinor) => money.format(toDecimal(amountMinor, currency)),
    unitMoney: (amountMinor, quantity) => unit.format(Math.abs(toDecimal(amountMinor, currency)) / quantity),
    rate: (tax) => (tax === null || tax.basisPoints === null ? '' : percent.format(tax.basisPoints / 10_000)),
    date: (moment) => date.format(moment),
  };
}

function viewLine(line: DocumentLine, texts: DocumentTexts, format: Formats): ViewLine {
  const { title, quantity, netMinor, taxMinor, grossMinor, tax } = line;
  const unitPrice = quantity === null ? '' : format.unitMoney(netMinor, quantity);
  return {
    title: quantity === null ? texts.lowerPrice(title) : title,
    detail: quantity !== null && quantity > 1 && tax !== null ? texts.each(unitPrice) : '',
    quantity: quantity === null ? '' : String(quantity),
    unitPrice,
    net: format.money(netMinor),
    rate: format.rate(tax),
    tax: format.money(taxMinor),
    gross: format.money(grossMinor),
  };
}

function taxRows({ lines }: DocumentFacts, texts: DocumentTexts, format: Formats): ViewRow[] {
  return sumsByRate(lines).map(({ tax, netMinor, taxMinor }) => ({
    label: texts.taxOf(
      format.rate(tax),
      tax.country === null ? '' : ` ${tax.country}`,
      format.money(netMinor),
    ),
    value: format.money(taxMinor),
  }));
}

function paymentOf({ payment }: DocumentFacts, texts: DocumentTexts, format: Formats): string {
  if (payment === null) return texts.free;
  return texts.paid(format.date(new Date(payment.paidAt)), methodOf(payment.method, texts));
}

function methodOf(method: string | null, { methods }: DocumentTexts): string | undefined {
  if (method === null) return undefined;
  return new Map<string, string>(Object.entries(methods)).get(method) ?? method;
}

function notesOf(
  kind: OrderDocument['kind'],
  facts: DocumentFacts,
  texts: DocumentTexts,
  format: Formats,
): string[] {
  const { lines, reductions, original, reason } = facts;
  const reasons = new Map<string, string>(Object.entries(texts.reasons));
  const taxNotes = [...new Set(lines.flatMap(({ tax }) => reasons.get(tax?.reason ?? '') ?? []))];
  const deducted = reductions.map(({ name, amountMinor }) => `${name} ${format.money(-amountMinor)}`);
  const nameOriginal = {
    Reversal: texts.reverses,
    CreditNote: texts.credits,
    Invoice: original?.isReplaced === true ? texts.replaces : texts.ofReceipt,
    Receipt: texts.ofReceipt,
  }[kind];
  return [
    ...(original === null ? [] : [nameOriginal(original.number, format.date(new Date(original.issuedAt)))]),
    ...(reason === null ? [] : [texts.reason(reason)]),
    ...(deducted.length === 0 ? [] : [`${texts.reductions}: ${deducted.join(', ')}`]),
    ...taxNotes,
  ];
}

function sellerParty({ name, address, country, taxId, email }: Seller, speech: DocumentLanguage): Party {
  return {
    name,
    lines: [
      ...address,
      ...countryLine(country, speech),
      ...(taxId === null ? [] : [`${speech.texts.taxId}: ${taxId}`]),
      ...(email === null ? [] : [email]),
    ],
  };
}

function buyerParty({ name, businessName, taxId, email, address }: Buyer, speech: DocumentLanguage): Party {
  const [first = '', ...others] = [businessName, name, email].flatMap((text) => text ?? []);
  return {
    name: first,
    lines: [
      ...others.filter((text) => text !== email),
      ...(address === null
        ? []
        : [
            address.streetAddress1,
            address.streetAddress2 ?? '',
            [address.postCode, address.locality ?? ''].join(' ').trim(),
            address.region ?? '',
            ...countryLine(address.countryCode, speech),
          ].filter((line) => line !== '')),
      ...(taxId === null ? [] : [`${speech.texts.taxId}: ${taxId}`]),
    ],
  };
}

function countryLine(country: string | null, { language }: DocumentLanguage): string[] {
  if (country === null) return [];
  return [new Intl.DisplayNames(language, { type: 'region' }).of(country.toUpperCase()) ?? country];
}
