import '@latchkey/ui/fields/fields.css';
import { Button, Text } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { showErrors, usePageForm } from '@latchkey/ui/fields/page-form.ts';
import { DataForm } from '../form/data-form.tsx';
import { ExplainedFailure } from '../failures/explained-failure.ts';
import { Section } from '../parts/section.tsx';
import type { Draft } from './mail-drafts.ts';
import { MailPreview } from './mail-preview.tsx';
import type { ReadMailText, TextPlace } from './mail-text-queries.ts';
import { useMailTextTexts } from './mail-text-texts.ts';
import { isSame, PARTS, strangersIn, valuesOf, type WordValues, wordsOf } from './mail-words.ts';
import { TestButton } from './test-button.tsx';
import { useSaving } from './use-saving.ts';
import { WordFields } from './word-fields.tsx';
import classes from './words-editor.module.css';

interface WordsEditorProps {
  readonly place: TextPlace;
  readonly text: ReadMailText;
  /** What was typed earlier and is not saved. */
  readonly draft: Draft | undefined;
  /** Learns what is in the form, as it is typed. */
  readonly onValues: (values: WordValues) => void;
}

/** Changes the words of a mail, beside the mail as it would be. */
export function WordsEditor({ place, text, draft, onValues }: WordsEditorProps) {
  const texts = useMailTextTexts();
  const { standard, placeholders } = text;
  const form = usePageForm<WordValues>(draft?.values ?? valuesOf(text));
  const { values: current } = form;
  useEffect(() => {
    onValues(current);
  }, [onValues, current]);
  const { send, conflict, saved } = useSaving({ place, text: draft?.text ?? text, show: form.setValues });
  const strangers = messagesOf(form.values, placeholders, texts.stranger);
  const isFit = Object.keys(strangers).length === 0;
  const submit = async (values: WordValues) => {
    if (isFit) return send(values);
    showErrors(form, strangers);
    throw new ExplainedFailure(texts.strangers);
  };
  const words = wordsOf(form.values, standard);
  const isStandard = Object.keys(words).length === 0;
  return (
    <div className={classes.beside}>
      <Section title={texts.words}>
        <DataForm form={form} fields={PARTS} submitLabel={texts.save} send={submit} conflict={conflict}>
          <WordFields form={form} text={text} strangers={strangers} />
          {isStandard ? null : (
            <Button
              variant="default"
              size="compact-sm"
              className={classes.standard ?? ''}
              onClick={() => {
                form.setValues(standard);
              }}
            >
              {texts.toStandard}
            </Button>
          )}
          {isStandard && text.changed.length > 0 ? <Output>{texts.standardShown}</Output> : null}
          {saved !== undefined && isSame(saved, form.values) ? (
            <Output>{isStandard ? texts.savedStandard : texts.saved}</Output>
          ) : null}
        </DataForm>
      </Section>
      <div className={classes.preview}>
        <MailPreview place={place} words={words} isFit={isFit}>
          <TestButton place={place} words={words} isDisabled={!isFit} />
        </MailPreview>
      </div>
    </div>
  );
}

function Output({ children }: { readonly children: ReactNode }) {
  return (
    <Text size="sm" component="output">
      {children}
    </Text>
  );
}

/** What is wrong with each part, if anything is. */
function messagesOf(
  values: WordValues,
  placeholders: readonly string[],
  messageOf: (names: string) => string,
): Partial<Record<keyof WordValues, string>> {
  const messages: Partial<Record<keyof WordValues, string>> = {};
  for (const part of PARTS) {
    const strangers = strangersIn(values[part], placeholders);
    if (strangers.length > 0) messages[part] = messageOf(strangers.join(', '));
  }
  return messages;
}
