import '@latchkey/ui/fields/fields.css';
import type { components } from '@latchkey/sdk';
import { Text, TextInput } from '@mantine/core';
import { usePageForm } from '@latchkey/ui/fields/page-form.ts';
import { answer, api } from '../api/client.ts';
import { DataForm } from '../form/data-form.tsx';
import { Dialog } from '../form/dialog.tsx';
import { ReasonField } from '../form/reason-field.tsx';
import { reasonIn } from '../form/reason-in.ts';
import { useFreshLicense } from './license-queries.ts';
import { useLicenseTexts } from './license-texts.ts';

interface TransferDialogProps {
  readonly license: components['schemas']['License'];
  readonly onClose: () => void;
}

/** Gives a license to another customer after saying what that does. */
export function TransferDialog({ license, onClose }: TransferDialogProps) {
  const texts = useLicenseTexts();
  const refresh = useFreshLicense(license.id);
  const form = usePageForm({ email: '', reason: '' });
  const send = async (values: typeof form.values) => {
    const params = { path: { id: license.id } };
    const body = { email: values.email.trim(), ...reasonIn(values) };
    await answer(api.POST('/api/licenses/{id}/transfer', { params, body }));
    await refresh();
    onClose();
  };
  return (
    <Dialog title={texts.transferTitle(license.productId)} onClose={onClose}>
      <DataForm
        form={form}
        fields={['email', 'reason']}
        submitLabel={texts.transfer}
        send={send}
        onCancel={onClose}
      >
        <Text size="sm">{texts.transferText}</Text>
        <TextInput
          type="email"
          label={texts.newOwner}
          autoComplete="off"
          required
          withAsterisk={false}
          {...form.getInputProps('email')}
        />
        <ReasonField form={form} />
      </DataForm>
    </Dialog>
  );
}
