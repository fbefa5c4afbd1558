import '@latchkey/ui/fields/fields.css';
import { Button, TextInput, VisuallyHidden } from '@mantine/core';
import { useRef, useState } from 'react';
import { useRedeemTexts } from './redeem-texts.ts';
import classes from './redeem.module.css';

interface CodeFormProps {
  /** The last code that was looked up; initially that of the link. */
  readonly code: string;
  readonly isLooking: boolean;
  /** The content of the code is below, with the next step. */
  readonly hasResult: boolean;
  readonly onCode: (code: string) => void;
}

/** The field for a code. */
export function CodeForm({ code, isLooking, hasResult, onCode }: CodeFormProps) {
  const texts = useRedeemTexts();
  const [text, setText] = useState(code);
  const [message, setMessage] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  return (
    <form
      noValidate
      className={classes.form}
      aria-label={texts.title}
      onSubmit={(event) => {
        event.preventDefault();
        const typed = text.trim();
        if (typed === '') {
          setMessage(texts.enter);
          field.current?.focus();
        } else if (!isLooking) onCode(typed);
      }}
    >
      <TextInput
        ref={field}
        label={texts.label}
        name="code"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        size="md"
        required
        maxLength={200}
        className={classes.code}
        value={text}
        error={message}
        onChange={({ currentTarget: { value } }) => {
          setText(value);
          setMessage(undefined);
        }}
      />
      <Button type="submit" size="md" loading={isLooking} variant={hasResult ? 'default' : 'filled'}>
        {texts.look}
      </Button>
      <VisuallyHidden component="output">{isLooking ? texts.looking : ''}</VisuallyHidden>
    </form>
  );
}
