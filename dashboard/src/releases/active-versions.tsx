import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FailureState } from '@latchkey/ui/failures/failure-state.tsx';
import { Section } from '../parts/section.tsx';
import { usageQuery } from '../reports/report-queries.ts';
import { type ReportColumn, ReportTable } from '../reports/report-table.tsx';
import { type VersionInUse, versionsIn } from '../reports/versions.ts';
import { useReleaseTexts } from './release-texts.ts';

const DAYS = 30;
const DAY_MS = 86_400_000;

/** Which versions of a product people use: an average day of the last thirty. */
export function ActiveVersions({ productId }: { readonly productId: string }) {
  const texts = useReleaseTexts();
  const [now] = useState(Date.now);
  const dayBefore = (days: number) => new Date(now - days * DAY_MS).toISOString().slice(0, 10);
  const query = useQuery(usageQuery({ from: dayBefore(DAYS), to: dayBefore(1) }));
  const rows = versionsIn(query.data?.items ?? [], DAYS).filter((row) => row.productId === productId);
  const columns: readonly ReportColumn<VersionInUse>[] = [
    { label: texts.version, show: ({ version }) => version ?? texts.unknown },
    { label: texts.platform, show: ({ platform }) => platform ?? texts.unknown },
    { label: texts.devices, isNumber: true, show: ({ devices }) => String(devices) },
  ];
  return (
    <Section title={texts.active}>
      {query.error !== null ? (
        <FailureState failure={query.error} onRetry={() => void query.refetch()} />
      ) : rows.length === 0 ? (
        <Text size="sm" c="dimmed">
          {query.data === undefined ? texts.loading : texts.noneActive}
        </Text>
      ) : (
        <ReportTable
          label={texts.active}
          rows={rows}
          columns={columns}
          keyOf={({ version, platform }) => [version, platform].join('/')}
        />
      )}
    </Section>
  );
}
