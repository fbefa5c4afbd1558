import '@latchkey/ui/fields/fields.css';
import type { components } from '@latchkey/sdk';
import { List, Text, TextInput } from '@mantine/core';
import '@mantine/core/styles/List.layer.css';
import { useQueryClient } from '@tanstack/react-query';
import { showErrors, usePageForm } from '@latchkey/ui/fields/page-form.ts';
import { answer, api } from '../api/client.ts';
import { DataForm } from '../form/data-form.tsx';
import { Dialog } from '../form/dialog.tsx';
import { useCustomerTexts } from './customer-texts.ts';

interface EraseCustomerDialogProps {
  readonly customer: components['schemas']['Customer'];
  readonly onClose: () => void;
}

/** Deletes a customer for good: it says what goes and what stays, and wants the email typed. */
export function EraseCustomerDialog({ customer, onClose }: EraseCustomerDialogProps) {
  const { id, name, email } = customer;
  const texts = useCustomerTexts();
  const queryClient = useQueryClient();
  const form = usePageForm({ email: '' });
  const send = async (values: typeof form.values) => {
    if (values.email.trim().toLowerCase() !== email.toLowerCase()) {
      showErrors(form, { email: texts.eraseMismatch });
      return;
    }
    const params = { path: { idOrEmail: id } };
    await answer(api.DELETE('/api/customers/{idOrEmail}', { params }));
    for (const queryKey of [['customers'], ['customer', id], ['orders'], ['licenses']])
      void queryClient.invalidateQueries({ queryKey });
    onClose();
  };
  return (
    <Dialog title={texts.eraseTitle(name ?? email)} onClose={onClose}>
      <DataForm
        form={form}
        fields={['email']}
        submitLabel={texts.eraseSubmit}
        send={send}
        onCancel={onClose}
        isDangerous
      >
        <Text size="sm">{texts.eraseText}</Text>
        <List size="sm">
          {texts.eraseEffects.map((effect) => (
            <List.Item key={effect}>{effect}</List.Item>
          ))}
        </List>
        <TextInput
          label={texts.eraseConfirm(email)}
          autoComplete="off"
          spellCheck={false}
          {...form.getInputProps('email')}
        />
      </DataForm>
    </Dialog>
  );
}
