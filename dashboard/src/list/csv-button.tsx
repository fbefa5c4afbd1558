import { Button, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { use, useState } from 'react';
import { ErrorLine } from '@latchkey/ui/error-line.tsx';
import { failureMessage } from '@latchkey/ui/failures/failure-message.ts';
import { sizeText } from '@latchkey/ui/texts/files.ts';
import { LanguageOfPage } from '@latchkey/ui/texts/language.ts';
import { isConfirmed } from '../api/follow-link.ts';
import { saveBlob } from '../parts/save-text.ts';
import { mayDo, useSession } from '../session/session.ts';
import { useTexts } from '../texts/dashboard-texts.ts';
import { readFile } from './read-file.ts';

/** A list as a file. */
export interface CsvFile {
  /** As in `/api/export/orders`. */
  readonly kind: string;
  /** The filters of the list, as the API takes them. */
  readonly query: Readonly<Record<string, string>>;
  /** Its rows have personal data: it needs a right of its own, and a second look at who asks. */
  readonly isPersonal?: boolean;
}

/** Downloads every row that the filters match, however many, as CSV; says how far it is, and can be cancelled. */
export function CsvButton({ kind, query, isPersonal = false }: CsvFile) {
  const { list, actions } = useTexts();
  const { texts: shared, locale } = use(LanguageOfPage);
  const session = useSession();
  const [download, setDownload] = useState<{
    readonly controller: AbortController;
    readonly bytes: number;
  }>();
  const { mutate, error } = useMutation({
    mutationFn: async () => {
      if (isPersonal && !(await isConfirmed())) return;
      const controller = new AbortController();
      setDownload({ controller, bytes: 0 });
      const path = `/api/export/${kind}?${String(new URLSearchParams({ ...query, format: 'csv' }))}`;
      const onProgress = (bytes: number) => {
        setDownload({ controller, bytes });
      };
      try {
        const { name, content } = await readFile(path, { signal: controller.signal, onProgress });
        saveBlob(name, content);
      } catch (failure) {
        if (!controller.signal.aborted) throw failure;
      }
    },
    onSettled: () => {
      setDownload(undefined);
    },
  });
  if (isPersonal && !mayDo(session, 'customers:export')) return null;
  const message = error === null ? undefined : failureMessage(error, shared.failure);
  return (
    <>
      {download === undefined ? (
        <Button
          variant="default"
          size="xs"
          title={list.csvText}
          onClick={() => {
            mutate();
          }}
        >
          {list.csv}
        </Button>
      ) : (
        <>
          <Text size="sm" component="output">
            {download.bytes === 0 ? list.loading : list.csvProgress(sizeText(download.bytes, locale))}
          </Text>
          <Button
            variant="default"
            size="xs"
            onClick={() => {
              download.controller.abort();
            }}
          >
            {actions.cancel}
          </Button>
        </>
      )}
      {message === undefined ? null : <ErrorLine>{`${message.title}. ${message.text}`}</ErrorLine>}
    </>
  );
}
