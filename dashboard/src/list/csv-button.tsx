import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { ErrorLine } from '@latchkey/ui/error-line.tsx';
import { failureMessage } from '@latchkey/ui/failures/failure-message.ts';
import { useTexts as useSharedTexts } from '@latchkey/ui/texts/language.ts';
import { followOnceConfirmed, followLink } from '../api/follow-link.ts';
import { mayDo, useSession } from '../session/session.ts';
import { useTexts } from '../texts/dashboard-texts.ts';

/** A list as a file. */
export interface CsvFile {
  /** As in `/api/export/orders`. */
  readonly kind: string;
  /** The filters of the list, as the API takes them. */
  readonly query: Readonly<Record<string, string>>;
  /** Its rows have personal data: it needs a right of its own, and a second look at who asks. */
  readonly isPersonal?: boolean;
}

/** Downloads every row that the filters match, however many, as CSV; the browser shows how far it is. */
export function CsvButton({ kind, query, isPersonal = false }: CsvFile) {
  const { list } = useTexts();
  const { failure: failureTexts } = useSharedTexts();
  const session = useSession();
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      const href = `/api/export/${kind}?${String(new URLSearchParams({ ...query, format: 'csv' }))}`;
      if (isPersonal) await followOnceConfirmed(href);
      else followLink(href);
    },
  });
  if (isPersonal && !mayDo(session, 'customers:export')) return null;
  const message = error === null ? undefined : failureMessage(error, failureTexts);
  return (
    <>
      <Button
        variant="default"
        size="xs"
        loading={isPending}
        title={list.csvText}
        onClick={() => {
          mutate();
        }}
      >
        {list.csv}
      </Button>
      {message === undefined ? null : <ErrorLine>{`${message.title}. ${message.text}`}</ErrorLine>}
    </>
  );
}
