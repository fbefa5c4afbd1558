import { isProblem } from '@latchkey/sdk';
import { changePassword } from '../api/profile.ts';
import { newPasswordMessage } from '../identity/identity-fields.ts';
import { HiddenEmail, IdentityFormFrame } from '../identity/identity-form.tsx';
import { PasswordField } from '../identity/password-field.tsx';
import { useIdentityForm } from '../identity/use-identity-form.ts';
import { useAccountTexts } from './account-texts.ts';
import { useDetailsTexts } from './details-texts.ts';
import { useTexts } from '../identity/identity-texts.ts';
import { CancelButton } from './details-section.tsx';
import { useCustomer } from './customer.ts';

interface PasswordFormProps {
  readonly onClose: (isChanged: boolean) => void;
}

/** Changes the password. */
export function PasswordForm({ onClose }: PasswordFormProps) {
  const texts = useDetailsTexts();
  const { common } = useAccountTexts();
  const forms = useTexts();
  const { email } = useCustomer();
  const form = useIdentityForm({
    initialValues: { currentPassword: '', newPassword: '' },
    check: ({ currentPassword, newPassword }) => {
      const message = newPasswordMessage(newPassword, forms);
      return {
        ...(currentPassword === '' && { currentPassword: texts.enterPassword }),
        ...(message !== undefined && { newPassword: message }),
      };
    },
    send: (values) => changePassword(values),
    besideOf: (failure) =>
      isProblem(failure, 'InvalidCredentials') ? { currentPassword: texts.wrongPassword } : undefined,
    onDone: () => {
      onClose(true);
    },
  });
  const { fields, isSending } = form;
  return (
    <IdentityFormFrame
      form={form}
      name={texts.changePassword}
      submitLabel={texts.changePassword}
      sendingText={common.saving}
      isPart
      aside={<CancelButton onCancel={() => onClose(false)} />}
    >
      <HiddenEmail email={email} />
      <PasswordField
        label={texts.currentPassword}
        kind="current-password"
        isSending={isSending}
        input={fields.getInputProps('currentPassword')}
      />
      <PasswordField
        label={texts.newPassword}
        kind="new-password"
        description={forms.identity.passwordHint}
        isSending={isSending}
        input={fields.getInputProps('newPassword')}
      />
    </IdentityFormFrame>
  );
}
