import { type Static, Type } from '../../kernel/schema.ts';
import { escaped } from '../../platform/http/pages/escaped.ts';
import { readAs } from '../../platform/schema-check.ts';
import { checklistContent } from './dashboard-content-checklist.ts';
import {
  type ContentReader,
  type Figure,
  fields,
  heading,
  money,
  section,
} from './dashboard-content-parts.ts';
import { monthBefore, type SalesDays, thisMonth } from './dashboard-days.ts';

const Amount = Type.Object({ amount: Type.Number() });
const Day = Type.Object({ day: Type.String(), orders: Type.Integer(), gross: Amount, refunded: Amount });
const Sales = Type.Object({
  currency: Type.String(),
  orders: Type.Integer(),
  gross: Amount,
  tax: Amount,
  refunded: Amount,
  refundedTax: Amount,
  days: Type.Array(Day),
});
const Report = Type.Object({ payments: Type.Enum(['Live', 'Test']), currencies: Type.Array(Sales) });
type Sales = Static<typeof Sales>;

/** The answers that home shows. */
interface HomeAnswers {
  readonly sales: unknown;
  readonly settings: unknown;
  readonly products: unknown;
}

/**
 * Home: the greeting, what was sold today and this month, and what a new shop lacks. Empty without the sales, as the
 * reports are.
 */
export function homeContent(name: string, answers: HomeAnswers, reader: ContentReader): string {
  const report = readAs(Report, answers.sales);
  if (report === undefined) return '';
  const { words, today } = reader;
  const { home } = words;
  const [sales] = report.currencies;
  const checklist = checklistContent(answers, reader);
  if (sales === undefined)
    return (
      heading(home.welcome(name)) +
      section({ title: home.today, link: home.reports, note: home.noSales }) +
      checklist
    );
  const yesterday = today.subtract({ days: 1 });
  const figures = (days: SalesDays, before: SalesDays, text: (value: string) => string): Figure[] => {
    const [now, then] = [sumsIn(sales, days), sumsIn(sales, before)];
    const amount = (value: number) => money(value, sales.currency, reader);
    return [
      { name: words.sales, value: amount(now.gross), before: text(amount(then.gross)) },
      { name: words.refunds, value: amount(now.refunded), before: text(amount(then.refunded)) },
      { name: words.orders.label, value: String(now.orders), before: text(String(then.orders)) },
    ];
  };
  return (
    heading(home.welcome(name)) +
    section({
      title: home.today,
      link: home.reports,
      note: report.payments === 'Test' ? home.isTest : undefined,
      figures: figures({ from: today, to: today }, { from: yesterday, to: yesterday }, home.yesterday),
    }) +
    section({
      title: home.month,
      figures: figures(thisMonth(today), monthBefore(today), home.monthBefore),
    }) +
    checklist
  );
}

/** The reports: their days, and the figures of this month beside those of the one before. */
export function reportsContent(answer: unknown, earlier: unknown, reader: ContentReader): string {
  const report = readAs(Report, answer);
  if (report === undefined) return '';
  const { words, today, timeZone } = reader;
  const { reports } = words;
  const [days, before] = [thisMonth(today), monthBefore(today)];
  const boxes = [
    { label: reports.period, kind: 'choice', widest: reports.widestPeriod },
    { label: reports.comparedWith, kind: 'choice', widest: reports.widestComparison },
    { label: reports.payments, kind: 'choice', widest: reports.widestPayments },
  ] as const;
  const about = `${reports.span(days.from.toString(), days.to.toString(), timeZone)}, ${reports.comparison(before.from.toString(), before.to.toString())}`;
  const head =
    heading(reports.label) + fields(boxes) + `<p class="first-text first-dimmed">${escaped(about)}</p>`;
  const [sales] = report.currencies;
  if (sales === undefined)
    return `${head}<div class="first-empty"><p class="first-strong">${escaped(reports.none)}</p><p class="first-text first-dimmed">${escaped(reports.noneText)}</p></div>`;
  const then = readAs(Report, earlier)?.currencies.find(({ currency }) => currency === sales.currency);
  const note = report.payments === 'Test' ? `<p class="first-text">${escaped(reports.isTest)}</p>` : '';
  return (
    head +
    note +
    section({ title: words.sales, csv: reports.csv, figures: salesFigures(sales, then, reader) })
  );
}

function salesFigures(sales: Sales, then: Sales | undefined, reader: ContentReader): Figure[] {
  const { words } = reader;
  const values = (each: Sales | undefined) => {
    const amount = (value: number) => money(value, sales.currency, reader);
    const [gross, refunded] = [each?.gross.amount ?? 0, each?.refunded.amount ?? 0];
    return [
      amount(gross),
      amount(refunded),
      amount(gross - refunded),
      amount((each?.tax.amount ?? 0) - (each?.refundedTax.amount ?? 0)),
      String(each?.orders ?? 0),
    ];
  };
  const [now, before] = [values(sales), values(then)];
  const { reports } = words;
  return [words.sales, words.refunds, reports.kept, reports.dueTax, words.orders.label].map(
    (name, index) => ({
      name,
      value: now[index] ?? '',
      before: reports.before(before[index] ?? ''),
    }),
  );
}

function sumsIn({ days }: Sales, { from, to }: SalesDays) {
  const [first, last] = [from.toString(), to.toString()];
  const own = days.filter(({ day }) => day >= first && day <= last);
  return {
    gross: own.reduce((sum, { gross }) => sum + gross.amount, 0),
    refunded: own.reduce((sum, { refunded }) => sum + refunded.amount, 0),
    orders: own.reduce((sum, { orders }) => sum + orders, 0),
  };
}
