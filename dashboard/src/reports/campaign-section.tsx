import { Text } from '@mantine/core';
import { CountChart } from './charts.tsx';
import { useMoney } from '@latchkey/ui/texts/money.ts';
import { Section } from '../parts/section.tsx';
import type { Span } from '../parts/days.ts';
import type { SalesOfCurrency } from './report-queries.ts';
import { CsvButton, type ReportColumn, ReportTable } from './report-table.tsx';
import type { ReportTexts } from './report-en.ts';
import { useReportTexts } from './report-texts.ts';

type Campaign = SalesOfCurrency['campaigns'][number];
type Coupon = SalesOfCurrency['coupons'][number];
type SoldSums = Pick<Campaign, 'orders' | 'gross' | 'refunded'>;

interface CampaignSectionProps {
  readonly sales: SalesOfCurrency;
  readonly before: SalesOfCurrency | undefined;
  readonly span: Span;
}

const MOST_BARS = 8;

/** What visitors of each campaign bought, and what was bought with each coupon, beside the period before. */
export function CampaignSection({ sales, before, span }: CampaignSectionProps) {
  const texts = useReportTexts();
  const money = useMoney();
  const { campaigns, coupons, currency } = sales;
  const columns: readonly ReportColumn<Campaign>[] = [
    {
      label: texts.source,
      show: ({ source }) => source ?? texts.noCampaign,
      raw: ({ source }) => source ?? '',
    },
    { label: texts.medium, show: ({ medium }) => medium ?? '' },
    { label: texts.campaign, show: ({ campaign }) => campaign ?? '' },
    ...useSumColumns<Campaign>(currency, (row) =>
      before?.campaigns.find((each) => keyOf(each) === keyOf(row)),
    ),
  ];
  const couponColumns: readonly ReportColumn<Coupon>[] = [
    { label: texts.coupon, show: ({ name }) => name },
    ...useSumColumns<Coupon>(currency, (row) =>
      before?.coupons.find(({ couponId }) => couponId === row.couponId),
    ),
  ];
  const isAttributed = campaigns.some(
    ({ source, medium, campaign }) => (source ?? medium ?? campaign) !== undefined,
  );
  const name = `campaigns-${currency}-${span.from}-${span.to}`;
  return (
    <>
      <Section
        title={texts.campaigns}
        aside={<CsvButton name={name} label={texts.campaigns} rows={campaigns} columns={columns} />}
      >
        {isAttributed ? (
          <CountChart
            label={texts.campaignChart}
            data={campaigns.slice(0, MOST_BARS).map((row) => ({
              name: nameOf(row, texts),
              gross: row.gross.amount,
            }))}
            series={[{ name: 'gross', label: texts.gross, color: 'blue.6' }]}
            format={(amount) => money(amount, currency)}
          />
        ) : null}
        <ReportTable label={texts.campaigns} rows={campaigns} columns={columns} keyOf={keyOf} />
        <Text size="sm" c="dimmed">
          {texts.campaignsText}
        </Text>
      </Section>
      {coupons.length === 0 ? null : (
        <Section
          title={texts.coupons}
          aside={
            <CsvButton
              name={name.replace('campaigns', 'coupons')}
              label={texts.coupons}
              rows={coupons}
              columns={couponColumns}
            />
          }
        >
          <ReportTable
            label={texts.coupons}
            rows={coupons}
            columns={couponColumns}
            keyOf={({ couponId }) => couponId}
          />
        </Section>
      )}
    </>
  );
}

/** Orders and money of a row, and its sales in the period before. */
function useSumColumns<Row extends SoldSums>(
  currency: string,
  before: (row: Row) => SoldSums | undefined,
): readonly ReportColumn<Row>[] {
  const texts = useReportTexts();
  const money = useMoney();
  const amount = (label: string, amountOf: (row: Row) => number): ReportColumn<Row> => ({
    label,
    isNumber: true,
    show: (row) => money(amountOf(row), currency),
    raw: amountOf,
  });
  return [
    {
      label: texts.orders,
      isNumber: true,
      show: ({ orders }) => String(orders),
      raw: ({ orders }) => orders,
    },
    amount(texts.gross, ({ gross }) => gross.amount),
    amount(texts.refunded, ({ refunded }) => refunded.amount),
    amount(texts.periodBefore, (row) => before(row)?.gross.amount ?? 0),
  ];
}

function keyOf({ source, medium, campaign }: Campaign): string {
  return JSON.stringify([source, medium, campaign]);
}

function nameOf({ source, medium, campaign }: Campaign, texts: ReportTexts): string {
  return campaign ?? source ?? medium ?? texts.noCampaign;
}
