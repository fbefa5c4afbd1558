import '@latchkey/ui/fields/fields.css';
import { TextInput, type TextInputProps } from '@mantine/core';
import { useTexts } from '../texts/dashboard-texts.ts';

/** A one-time code of an authenticator app, or a recovery code, which has letters, too. */
export function CodeField(props: TextInputProps) {
  const { oneTimeCode } = useTexts();
  return (
    <TextInput
      label={oneTimeCode.label}
      description={oneTimeCode.text}
      autoComplete="one-time-code"
      autoCapitalize="off"
      spellCheck={false}
      {...props}
    />
  );
}
