import '@latchkey/ui/fields/fields.css';
import type { components } from '@latchkey/sdk';
import { TextInput } from '@mantine/core';
import { CheckField } from '@latchkey/ui/fields/check-field.tsx';
import { showErrors, usePageForm } from '@latchkey/ui/fields/page-form.ts';
import { answer, api } from '../api/client.ts';
import { DataForm } from '../form/data-form.tsx';
import { Dialog } from '../form/dialog.tsx';
import { changesIn, type ChangeValues, valuesOf } from './license-changes.ts';
import { useFreshLicense } from './license-queries.ts';
import { useLicenseTexts } from './license-texts.ts';

interface ChangeLicenseDialogProps {
  readonly license: components['schemas']['License'];
  readonly onClose: () => void;
}

/** Extends a license, or changes what else it covers. */
export function ChangeLicenseDialog({ license, onClose }: ChangeLicenseDialogProps) {
  const texts = useLicenseTexts();
  const refresh = useFreshLicense(license.id);
  const form = usePageForm<ChangeValues>(valuesOf(license));
  const send = async (values: ChangeValues) => {
    const body = changesIn(license, values);
    if (body === undefined) {
      showErrors(form, { expiresAt: texts.nothing });
      return;
    }
    await answer(api.PATCH('/api/licenses/{id}', { params: { path: { id: license.id } }, body }));
    await refresh();
    onClose();
  };
  return (
    <Dialog title={texts.changeTitle(license.productId)} onClose={onClose}>
      <DataForm
        form={form}
        fields={Object.keys(form.values)}
        submitLabel={texts.save}
        send={send}
        onCancel={onClose}
      >
        <TextInput
          type="date"
          label={texts.expires}
          description={texts.expiresText}
          {...form.getInputProps('expiresAt')}
        />
        <TextInput
          type="date"
          label={texts.updatesUntil}
          description={texts.updatesUntilText}
          {...form.getInputProps('updatesUntil')}
        />
        <TextInput
          inputMode="numeric"
          label={texts.seats}
          {...form.getInputProps('maxNumberOfActivations')}
        />
        <CheckField
          label={texts.offline}
          {...form.getInputProps('offlineActivationsAllowed', { type: 'checkbox' })}
        />
        <TextInput label={texts.reason} description={texts.reasonText} {...form.getInputProps('reason')} />
      </DataForm>
    </Dialog>
  );
}
