import { Button, Text, Textarea, TextInput } from '@mantine/core';
import { useRef } from 'react';
import type { PageForm } from '@latchkey/ui/fields/page-form.ts';
import type { MailText } from './mail-text-queries.ts';
import { useMailTextTexts } from './mail-text-texts.ts';
import { MOST_CHARACTERS, type Part, withInsertion, type WordValues } from './mail-words.ts';
import classes from './word-fields.module.css';

interface WordFieldsProps {
  readonly form: PageForm<WordValues>;
  readonly text: MailText;
  /** What is wrong with what is typed, by part. */
  readonly strangers: Partial<Record<Part, string>>;
}

/** The subject, the heading and the text, and what may be inserted in them. */
export function WordFields({ form, text, strangers }: WordFieldsProps) {
  const texts = useMailTextTexts();
  const last = useRef<Part>('text');
  const fieldOf = (part: Part) => ({
    ...form.getInputProps(part),
    ...(strangers[part] !== undefined && { error: strangers[part] }),
    maxLength: MOST_CHARACTERS[part],
    lang: text.language,
    onFocus: () => {
      last.current = part;
    },
  });
  return (
    <>
      <TextInput label={texts.subject} {...fieldOf('subject')} />
      <TextInput label={texts.heading} {...fieldOf('heading')} />
      <Textarea
        label={texts.text}
        description={texts.textText}
        autosize
        minRows={6}
        maxRows={16}
        {...fieldOf('text')}
      />
      <fieldset className={classes.insertions}>
        <legend className={classes.legend}>{texts.insert}</legend>
        {text.placeholders.map((name) => {
          const label = placeholderLabel(texts.placeholders, name);
          return (
            <Button
              key={name}
              variant="default"
              size="compact-sm"
              aria-label={texts.insertOf(label)}
              onClick={() => {
                insert(form, last.current, `{{${name}}}`);
              }}
            >
              {label}
            </Button>
          );
        })}
      </fieldset>
      <Text size="sm" c="dimmed">
        {texts.emptyText}
      </Text>
    </>
  );
}

function placeholderLabel(labels: Readonly<Record<string, string>>, name: string): string {
  return labels[name] ?? name;
}

/** Inserts where the reader was in the field, and goes on there. */
function insert(form: PageForm<WordValues>, part: Part, placeholder: string): void {
  const text = form.getValues()[part];
  const field = form.getInputNode(part);
  const isText = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
  const start = (isText ? field.selectionStart : null) ?? text.length;
  const end = (isText ? field.selectionEnd : null) ?? text.length;
  form.setFieldValue(part, withInsertion(text, placeholder, [start, end]));
  if (!isText) return;
  // The field has the new text after the next paint.
  requestAnimationFrame(() => {
    field.focus();
    field.setSelectionRange(start + placeholder.length, start + placeholder.length);
  });
}
