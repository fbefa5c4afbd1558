import { Text } from '@mantine/core';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ErrorLine } from '@latchkey/ui/error-line.tsx';
import { usePageForm } from '@latchkey/ui/fields/page-form.ts';
import { useFailureLine } from '../failures/failure-line.ts';
import { answer, api, done } from '../api/client.ts';
import { DataForm } from '../form/data-form.tsx';
import { Dialog } from '../form/dialog.tsx';
import { type Column, DataList } from '../list/data-list.tsx';
import { Moment } from '../parts/moment.tsx';
import { Page } from '../parts/page.tsx';
import { mayDo, useSession } from '../session/session.ts';
import { useTexts } from '../texts/dashboard-texts.ts';
import type { JobTexts } from './job-en.ts';
import { type FailedJob, jobsQuery } from './job-queries.ts';
import { JobSubject } from './job-subject.tsx';
import { useJobTexts } from './job-texts.ts';

/** Work in the background that failed too often: why, and a button that runs it again. */
export function JobsPage() {
  const { jobs } = useTexts();
  const texts = useJobTexts();
  const lineOf = useFailureLine();
  const queryClient = useQueryClient();
  const [leaving, setLeaving] = useState<string>();
  const retry = useMutation({
    mutationFn: (jobId: string) =>
      answer(api.POST('/api/jobs/{jobId}/retry', { params: { path: { jobId } } })),
    onSettled: () => queryClient.invalidateQueries(jobsQuery),
  });
  const message = retry.error === null ? undefined : lineOf(retry.error);
  const mayChange = mayDo(useSession(), 'jobs:write');
  return (
    <Page title={jobs.label}>
      {message === undefined ? null : <ErrorLine>{message}</ErrorLine>}
      <DataList
        name="jobs"
        label={jobs.label}
        columns={columnsOf(texts)}
        query={useInfiniteQuery(jobsQuery)}
        keyOf={({ id }) => id}
        csv={{ kind: 'jobs', query: {} }}
        empty={{ title: texts.empty, text: texts.emptyText, guide: 'dashboard-account.md' }}
        actions={
          mayChange
            ? ({ id, kind }) => [
                {
                  label: texts.again,
                  name: texts.againOf(texts.kinds[kind] ?? kind),
                  isDisabled: retry.isPending,
                  run: () => {
                    retry.mutate(id);
                  },
                },
                {
                  label: texts.discard,
                  name: texts.discardOf(texts.kinds[kind] ?? kind),
                  run: () => {
                    setLeaving(id);
                  },
                },
              ]
            : undefined
        }
      />
      {leaving === undefined ? null : (
        <DiscardDialog
          jobId={leaving}
          onClose={() => {
            setLeaving(undefined);
          }}
        />
      )}
    </Page>
  );
}

function columnsOf(texts: JobTexts): readonly Column<FailedJob>[] {
  return [
    { id: 'work', label: texts.work, show: ({ kind }) => texts.kinds[kind] ?? kind },
    { id: 'about', label: texts.about, show: (job) => <JobSubject job={job} /> },
    { id: 'error', label: texts.error, show: ({ error }) => error },
    { id: 'failed', label: texts.failed, show: ({ failedAt }) => <Moment at={failedAt} isPast /> },
    { id: 'tries', label: texts.tries, isNumber: true, show: ({ attempts }) => attempts },
    { id: 'id', label: texts.id, isExtra: true, show: ({ id }) => id },
  ];
}

interface DiscardDialogProps {
  readonly jobId: string;
  readonly onClose: () => void;
}

function DiscardDialog({ jobId, onClose }: DiscardDialogProps) {
  const texts = useJobTexts();
  const queryClient = useQueryClient();
  const form = usePageForm({});
  const send = async () => {
    await done(api.DELETE('/api/jobs/{jobId}', { params: { path: { jobId } } }));
    await queryClient.invalidateQueries(jobsQuery);
    onClose();
  };
  return (
    <Dialog title={texts.discardTitle} onClose={onClose}>
      <DataForm
        form={form}
        fields={[]}
        submitLabel={texts.discard}
        send={send}
        onCancel={onClose}
        isDangerous
      >
        <Text size="sm">{texts.discardText}</Text>
      </DataForm>
    </Dialog>
  );
}
