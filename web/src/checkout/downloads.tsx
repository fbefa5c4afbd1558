import { Anchor, Button, Stack, Text } from '@mantine/core';
import { use } from 'react';
import type { Checkout } from '../api/checkout.ts';
import { useOutcomeTexts } from './outcome-texts.ts';
import { LanguageOfPage } from '@latchkey/ui/texts/language.ts';
import { sizeText, systemOf } from '@latchkey/ui/texts/files.ts';
import { isPhone, platformOf } from '../api/files-for-system.ts';
import classes from './status-pages.module.css';

type File = NonNullable<Checkout['files']>[number];

/**
 * The files of the order: those for this system as buttons, the others folded. A phone for which there is none is not
 * where they are installed.
 */
export function Downloads({ files }: { readonly files: readonly File[] }) {
  const { done } = useOutcomeTexts();
  const here = platformOf(navigator.userAgent);
  const isForHere = ({ platform }: File) => platform === here || platform === 'Universal';
  const [mine, others] = [files.filter(isForHere), files.filter((file) => !isForHere(file))];
  return (
    <Stack gap="sm" w="100%">
      {mine.map((file, index) => (
        <Button
          key={file.url}
          component="a"
          href={file.url}
          variant={index === 0 ? 'filled' : 'default'}
          size="lg"
          fullWidth
        >
          {done.downloadFor(file.product, systemOf(file, done.anySystem))}
        </Button>
      ))}
      {mine.length === 0 && isPhone(here) ? <Text fw={600}>{done.onComputer}</Text> : null}
      {others.length === 0 ? null : (
        <details className={classes.others} open={mine.length === 0 && !isPhone(here)}>
          <summary>{done.otherDownloads}</summary>
          <ul className={classes.files}>
            {others.map((file) => (
              <FileLink key={file.url} file={file} />
            ))}
          </ul>
        </details>
      )}
    </Stack>
  );
}

function FileLink({ file }: { readonly file: File }) {
  const { done } = useOutcomeTexts();
  const { locale } = use(LanguageOfPage);
  return (
    <li>
      <Anchor href={file.url} underline="always">
        {done.downloadFor(file.product, systemOf(file, done.anySystem))}
      </Anchor>{' '}
      <Text span size="sm" c="dimmed">
        {`${file.name}, ${sizeText(file.sizeBytes, locale)}`}
      </Text>
    </li>
  );
}
