import '@latchkey/ui/fields/fields.css';
import '@mantine/core/styles/ActionIcon.layer.css';
import '@mantine/core/styles/PasswordInput.layer.css';
import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useTexts } from '../texts/dashboard-texts.ts';

/** A password, which can be shown while it is typed. */
export function PasswordField(props: PasswordInputProps) {
  const { signIn } = useTexts();
  return (
    <PasswordInput
      required
      withAsterisk={false}
      visibilityToggleButtonProps={{ 'aria-label': signIn.showPassword, tabIndex: 0, 'aria-hidden': false }}
      {...props}
    />
  );
}
