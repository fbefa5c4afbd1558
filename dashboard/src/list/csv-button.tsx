import { Button } from '@mantine/core';
import { useState, useSyncExternalStore } from 'react';
import { ErrorLine } from '@latchkey/ui/error-line.tsx';
import { downloads, MAX_RUNNING, type NamedFile } from '../downloads/downloads.ts';
import { mayDo, useSession } from '../session/session.ts';
import { useTexts } from '../texts/dashboard-texts.ts';

/** Downloads every row that the filters match, however many, as CSV; the frame says how far it is, on every page. */
export function CsvButton(file: NamedFile) {
  const { list, downloads: texts } = useTexts();
  const session = useSession();
  const all = useSyncExternalStore(downloads.subscribe, downloads.all);
  const [isRefused, setIsRefused] = useState(false);
  const isFull = all.filter(({ state }) => state === 'Running').length >= MAX_RUNNING;
  if (file.isPersonal === true && !mayDo(session, 'customers:export')) return null;
  return (
    <>
      <Button
        variant="default"
        size="xs"
        title={list.csvText}
        onClick={() => {
          setIsRefused(!downloads.start(file));
        }}
      >
        {list.csv}
      </Button>
      {isRefused && isFull ? <ErrorLine>{texts.full(MAX_RUNNING)}</ErrorLine> : null}
    </>
  );
}
