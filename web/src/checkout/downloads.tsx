import { Anchor, Button, Stack, Text } from '@mantine/core';
import { use } from 'react';
import type { Checkout } from '../api/checkout.ts';
import { useOutcomeTexts } from './outcome-texts.ts';
import { LanguageOfPage } from '@latchkey/ui/texts/language.ts';
import { sizeText, systemOf } from '@latchkey/ui/texts/files.ts';
import { platformOf } from '../api/files-for-system.ts';
import classes from './status-pages.module.css';

type File = NonNullable<Checkout['files']>[number];

/** The files of the order: those for this system as buttons, the others as links. */
export function Downloads({ files }: { readonly files: readonly File[] }) {
  const { done } = useOutcomeTexts();
  const here = platformOf(navigator.userAgent);
  const isForHere = ({ platform }: File) => platform === here || platform === 'Universal';
  const [mine, others] = [files.filter(isForHere), files.filter((file) => !isForHere(file))];
  return (
    <Stack gap="sm" mb="md">
      {mine.map((file, index) => (
        <Button
          key={file.url}
          component="a"
          href={file.url}
          variant={index === 0 ? 'filled' : 'default'}
          size="md"
          fullWidth
        >
          {done.downloadFor(file.product, systemOf(file, done.anySystem))}
        </Button>
      ))}
      {others.length === 0 ? null : (
        <>
          <Text size="sm" c="dimmed">
            {done.otherDownloads}
          </Text>
          <ul className={classes.files}>
            {others.map((file) => (
              <FileLink key={file.url} file={file} />
            ))}
          </ul>
        </>
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
