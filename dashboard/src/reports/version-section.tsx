import { Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { FailureState } from '@latchkey/ui/failures/failure-state.tsx';
import { Section } from '../parts/section.tsx';
import { useTexts } from '../texts/dashboard-texts.ts';
import { daysOf, type Span } from '../parts/days.ts';
import { usageQuery } from './report-queries.ts';
import { CsvButton, type ReportColumn, ReportTable } from './report-table.tsx';
import { useReportTexts } from './report-texts.ts';
import { type VersionInUse, versionsIn } from './versions.ts';

/** Which versions people use, so that a vendor knows which ones still need care. */
export function VersionSection({ span }: { readonly span: Span }) {
  const { list } = useTexts();
  const texts = useReportTexts();
  const query = useQuery(usageQuery(span));
  const columns: readonly ReportColumn<VersionInUse>[] = [
    { label: texts.item, show: ({ productId }) => productId },
    { label: texts.version, show: ({ version }) => version ?? texts.unknown },
    { label: texts.platform, show: ({ platform }) => platform ?? texts.unknown },
    {
      label: texts.devices,
      isNumber: true,
      show: ({ devices }) => String(devices),
      raw: ({ devices }) => devices,
    },
  ];
  if (query.data === undefined) {
    return (
      <Section title={texts.versions}>
        {query.error === null ? (
          <output aria-label={list.loading}>
            <Skeleton height={96} />
          </output>
        ) : (
          <FailureState failure={query.error} onRetry={() => void query.refetch()} />
        )}
      </Section>
    );
  }
  const rows = versionsIn(query.data.items, daysOf(span).length);
  const name = `versions-${span.from}-${span.to}`;
  return (
    <Section
      title={texts.versions}
      aside={<CsvButton name={name} label={texts.versions} rows={rows} columns={columns} />}
    >
      <Text size="sm" c="dimmed">
        {rows.length === 0 ? texts.noVersions : texts.versionsText}
      </Text>
      {rows.length === 0 ? null : (
        <ReportTable
          label={texts.versions}
          rows={rows}
          columns={columns}
          keyOf={({ productId, version, platform }) => [productId, version, platform].join('/')}
        />
      )}
    </Section>
  );
}
