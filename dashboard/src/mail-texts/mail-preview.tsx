import { Button, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { FailureState } from '@latchkey/ui/failures/failure-state.tsx';
import { Section } from '../parts/section.tsx';
import classes from './mail-preview.module.css';
import { mailPreviewQuery, type TextPlace } from './mail-text-queries.ts';
import { useMailTextTexts } from './mail-text-texts.ts';
import type { Words } from './mail-words.ts';

interface MailPreviewProps {
  readonly place: TextPlace;
  readonly words: Words;
  /** Whether the mail has everything that the words name; else the last words that fit are shown. */
  readonly isFit?: boolean;
  readonly children?: ReactNode;
}

const FORMS = ['html', 'text'] as const;
/** The mail is loaded again when nobody has typed for so long. */
const PAUSE_MS = 400;

/** The mail as it would be with these words. */
export function MailPreview({ place, words, isFit = true, children }: MailPreviewProps) {
  const texts = useMailTextTexts();
  const [form, setForm] = useState<(typeof FORMS)[number]>('html');
  const [last, setLast] = useState(words);
  if (isFit && JSON.stringify(last) !== JSON.stringify(words)) setLast(words);
  const [body] = useDebouncedValue(last, PAUSE_MS);
  const { data, error, refetch } = useQuery(mailPreviewQuery(place, body));
  return (
    <Section title={texts.preview}>
      <Text size="sm" c="dimmed" mb="sm">
        {isFit ? texts.previewText : texts.previewPaused}
      </Text>
      <div className={classes.tools}>
        <fieldset className={classes.choices} aria-label={texts.previewChoice}>
          {FORMS.map((each) => (
            <Button
              key={each}
              size="compact-sm"
              variant={each === form ? 'filled' : 'default'}
              aria-pressed={each === form}
              onClick={() => {
                setForm(each);
              }}
            >
              {texts.forms[each]}
            </Button>
          ))}
        </fieldset>
        {children}
      </div>
      {error === null ? null : <FailureState failure={error} onRetry={() => void refetch()} />}
      <p className={classes.subject} lang={place.language}>
        <span className={classes.label}>{texts.subject}</span> {data?.subject ?? ''}
      </p>
      {form === 'html' ? (
        <Frame title={texts.preview} address={addressOf(place, body)} />
      ) : (
        <pre className={classes.plain} lang={place.language}>
          {data?.text ?? ''}
        </pre>
      )}
    </Section>
  );
}

/** The mail as a page, in which nothing runs and no link leads anywhere. */
function Frame({ title, address }: { readonly title: string; readonly address: string }) {
  // A new frame for each address: one that goes on to the next would fill the history of the browser.
  return <iframe key={address} title={title} src={address} sandbox="" className={classes.frame} />;
}

function addressOf({ mail, language }: TextPlace, words: Words): string {
  const query = new URLSearchParams(Object.entries(words)).toString();
  return `/api/mail-texts/${encodeURIComponent(mail)}/${language}/preview${query === '' ? '' : `?${query}`}`;
}
