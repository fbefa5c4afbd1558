import { toDecimal } from '../../../kernel/money.ts';

/** The version of the sentences below: a new text is a new version. */
export const RECURRING_WORDING = '2026-12';

export type RecurringWording = typeof RECURRING_WORDING;

type Language = 'en' | 'de';

/** The language of a page's tag: English where there is no German. */
export function languageOfPage(locale = 'en'): Language {
  return locale.toLowerCase().startsWith('de') ? 'de' : 'en';
}

interface RecurringLine {
  readonly id: string;
  readonly item: { readonly id: string };
  /** Absent for a line that is paid for once. */
  readonly renewal?: {
    readonly cycle: string;
    readonly freeDays?: number | undefined;
    readonly ownAfterCycles?: number | undefined;
    readonly fallbackAfterCycles?: number | undefined;
    readonly prices: readonly { readonly payment: number; readonly dueMinor: number }[];
  };
}

interface RecurringPurchase {
  readonly currency: string;
  readonly lines: readonly RecurringLine[];
  readonly titles: readonly { readonly lineId: string; readonly title: string }[];
}

/**
 * The sentence in which a buyer agrees to later charges: each amount with taxes, its cycle, and until when
 * (subscriptions, section 3). `undefined` for a purchase that is paid for once.
 */
export function recurringConsent(purchase: RecurringPurchase, language: Language): string | undefined {
  const texts = TEXTS[language];
  const money = new Intl.NumberFormat(language, { style: 'currency', currency: purchase.currency });
  const charges = purchase.lines.flatMap(({ id, item, renewal }) => {
    if (renewal === undefined) return [];
    const title = purchase.titles.find(({ lineId }) => lineId === id)?.title ?? item.id;
    const [first, ...later] = renewal.prices.map(({ payment, dueMinor }) => ({
      payment,
      amount: money.format(toDecimal(dueMinor, purchase.currency)),
    }));
    const changes = later.map(({ payment, amount }) => texts.change(amount, payment));
    const end = renewal.ownAfterCycles === undefined ? [] : [texts.owned(renewal.ownAfterCycles)];
    const days = renewal.freeDays === undefined ? [] : [texts.freeDays(renewal.freeDays)];
    const { fallbackAfterCycles } = renewal;
    const versions = fallbackAfterCycles === undefined ? [] : [texts.kept(fallbackAfterCycles)];
    const price = `${title}: ${first?.amount ?? ''} ${texts.cycles[renewal.cycle]}`;
    return [[price, ...changes, ...days, ...end, ...versions].join(', ')];
  });
  return charges.length === 0 ? undefined : texts.sentence(charges.join('; '));
}

interface ConsentTexts {
  readonly cycles: Readonly<Record<string, string>>;
  readonly change: (amount: string, payment: number) => string;
  readonly freeDays: (days: number) => string;
  readonly owned: (payments: number) => string;
  readonly kept: (payments: number) => string;
  readonly sentence: (charges: string) => string;
}

const TEXTS: Readonly<Record<Language, ConsentTexts>> = {
  en: {
    cycles: {
      Daily: 'every day',
      Weekly: 'every week',
      Monthly: 'every month',
      Quarterly: 'every three months',
      Yearly: 'every year',
    },
    change: (amount, payment) => `${amount} from payment ${payment} on`,
    freeDays: (days) =>
      days === 1 ? 'for the first time after a free day' : `for the first time after ${days} free days`,
    owned: (payments) => `at most ${payments} payments`,
    kept: (payments) =>
      payments === 1
        ? 'and when it ends I keep the versions that were published when my last payment was due'
        : `and when it ends after ${payments} payments in a row I keep the versions that were published when the first of these was due`,
    sentence: (charges) => `I agree that my payment method is saved and charged until I cancel: ${charges}.`,
  },
  de: {
    cycles: {
      Daily: 'jeden Tag',
      Weekly: 'jede Woche',
      Monthly: 'jeden Monat',
      Quarterly: 'alle drei Monate',
      Yearly: 'jedes Jahr',
    },
    change: (amount, payment) => `ab der ${payment}. Zahlung ${amount}`,
    freeDays: (days) =>
      days === 1
        ? 'zum ersten Mal nach einem kostenlosen Tag'
        : `zum ersten Mal nach ${days} kostenlosen Tagen`,
    owned: (payments) => `höchstens ${payments} Zahlungen`,
    kept: (payments) =>
      payments === 1
        ? 'und wenn es endet, behalte ich die Versionen, die bei meiner letzten Zahlung erschienen waren'
        : `und wenn es nach ${payments} Zahlungen in Folge endet, behalte ich die Versionen, die bei der ersten davon erschienen waren`,
    sentence: (charges) =>
      `Ich bin einverstanden, dass meine Zahlungsmethode gespeichert und bis zur Kündigung belastet wird: ${charges}.`,
  },
};
