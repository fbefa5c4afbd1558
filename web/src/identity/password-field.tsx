import '@latchkey/ui/fields/fields.css';
import '@mantine/core/styles/ActionIcon.layer.css';
import '@mantine/core/styles/PasswordInput.layer.css';
import { PasswordInput } from '@mantine/core';
import { useTexts } from './identity-texts.ts';
import type { FieldProps } from './identity-form.tsx';

interface PasswordFieldProps extends FieldProps {
  /** `Password` when absent. */
  readonly label?: string;
  /** The kind of password that a password manager should offer. */
  readonly kind: 'current-password' | 'new-password';
  readonly description?: string;
}

export function PasswordField({ isSending, input, kind, description, label }: PasswordFieldProps) {
  const { identity } = useTexts();
  return (
    <PasswordInput
      label={label ?? identity.password}
      name="password"
      autoComplete={kind}
      size="md"
      required
      readOnly={isSending}
      visibilityToggleButtonProps={{ 'aria-label': identity.showPassword, tabIndex: 0, 'aria-hidden': false }}
      {...(description === undefined ? {} : { description })}
      {...input}
    />
  );
}
