import { Button, Text } from '@mantine/core';
import { use } from 'react';
import { failureMessage } from '@latchkey/ui/failures/failure-message.ts';
import { sizeText } from '@latchkey/ui/texts/files.ts';
import { LanguageOfPage } from '@latchkey/ui/texts/language.ts';
import { useTexts } from '../texts/dashboard-texts.ts';
import classes from './download-tray.module.css';
import { type Download, downloads } from './downloads.ts';

/** Files on their way, saved or failed, each with what can be done about it. */
export function DownloadTray({ downloads: all }: { readonly downloads: readonly Download[] }) {
  const texts = useTexts().downloads;
  return (
    <section aria-label={texts.label} className={classes.tray}>
      <ul className={classes.list}>
        {all.map((download) => (
          <Row key={download.id} download={download} />
        ))}
      </ul>
    </section>
  );
}

function Row({ download }: { readonly download: Download }) {
  const { downloads: texts, list, actions } = useTexts();
  const { texts: shared, locale } = use(LanguageOfPage);
  const { id, file, state, bytes, failure } = download;
  const size = sizeText(bytes, locale);
  const message = failure instanceof Error ? failureMessage(failure, shared.failure) : undefined;
  const removal = state === 'Running' ? actions.cancel : actions.close;
  return (
    <li className={classes.row}>
      <Text size="sm" fw={500} component="span">
        {file.name}
      </Text>
      <Text size="sm" component="output">
        {state === 'Running' ? list.loading : state === 'Saved' ? texts.saved(size) : null}
      </Text>
      {state === 'Running' && bytes > 0 ? (
        <Text size="sm" c="dimmed" component="span">
          {list.csvProgress(size)}
        </Text>
      ) : null}
      {message === undefined ? null : (
        <>
          <Text size="sm" c="var(--mantine-color-error)" component="span" role="alert">
            {`${message.title}. ${message.text}`}
          </Text>
          <Button
            variant="default"
            size="compact-sm"
            aria-label={texts.of(shared.failure.tryAgain, file.name)}
            onClick={() => {
              downloads.start(file);
            }}
          >
            {shared.failure.tryAgain}
          </Button>
        </>
      )}
      <Button
        variant="subtle"
        size="compact-sm"
        aria-label={texts.of(removal, file.name)}
        onClick={() => {
          downloads.remove(id);
          document.querySelector<HTMLElement>('#content')?.focus({ preventScroll: true });
        }}
      >
        {removal}
      </Button>
    </li>
  );
}
