import { Skeleton } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { FailureState } from '@latchkey/ui/failures/failure-state.tsx';
import { Section } from '../parts/section.tsx';
import { useTexts } from '../texts/dashboard-texts.ts';

interface WaitingSectionProps {
  readonly title: string;
  readonly query: Pick<UseQueryResult, 'error' | 'refetch'>;
}

/** A part of the reports whose figures are not there yet, or could not be read. */
export function WaitingSection({ title, query: { error, refetch } }: WaitingSectionProps) {
  const { list } = useTexts();
  return (
    <Section title={title}>
      {error === null ? (
        <output aria-label={list.loading}>
          <Skeleton height={96} />
        </output>
      ) : (
        <FailureState failure={error} onRetry={() => void refetch()} />
      )}
    </Section>
  );
}
