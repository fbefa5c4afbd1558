import { Anchor, Button, Stack, Text } from '@mantine/core';
import { use, useState } from 'react';
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
  const isForComputer = mine.length === 0 && isPhone(here);
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
      {isForComputer ? <ForComputer /> : null}
      {others.length === 0 ? null : (
        <details className={classes.others} open={mine.length === 0 && !isForComputer}>
          <summary>{isForComputer ? done.allDownloads : done.otherDownloads}</summary>
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

/** On a phone: how the page gets to a computer, by what the phone shares with, or else by a copy of its address. */
function ForComputer() {
  const { done } = useOutcomeTexts();
  const [isCopied, setCopied] = useState(false);
  const canShare = 'share' in navigator;
  const send = async () => {
    const url = window.location.href;
    // Someone who changes their mind while sharing, or forbids the copy, finds the button as before.
    if (canShare) await navigator.share({ url }).catch(() => undefined);
    else
      await navigator.clipboard.writeText(url).then(
        () => setCopied(true),
        () => undefined,
      );
  };
  return (
    <>
      <Text fw={600}>{done.onComputer}</Text>
      <Button size="lg" fullWidth onClick={() => void send()}>
        {canShare ? done.shareLink : done.copyLink}
      </Button>
      <Text size="sm" component="output">
        {isCopied ? done.copied : ''}
      </Text>
    </>
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
