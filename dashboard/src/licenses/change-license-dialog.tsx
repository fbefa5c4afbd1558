import '@latchkey/ui/fields/fields.css';
import type { components } from '@latchkey/sdk';
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { ErrorLine } from '@latchkey/ui/error-line.tsx';
import { CheckField } from '@latchkey/ui/fields/check-field.tsx';
import { usePageForm } from '@latchkey/ui/fields/page-form.ts';
import { api } from '../api/client.ts';
import { type Revised, revised } from '../api/revised.ts';
import { DataForm } from '../form/data-form.tsx';
import { Dialog } from '../form/dialog.tsx';
import { useRevision } from '../form/use-revision.ts';
import { changesIn, type ChangeValues, valuesOf } from './license-changes.ts';
import { useFreshLicense } from './license-queries.ts';
import { useLicenseTexts } from './license-texts.ts';

interface ChangeLicenseDialogProps {
  readonly license: Revised<components['schemas']['License']>;
  readonly onClose: () => void;
}

/** Extends a license, or changes what else it covers. */
export function ChangeLicenseDialog({ license, onClose }: ChangeLicenseDialogProps) {
  const texts = useLicenseTexts();
  const refresh = useFreshLicense(license.id);
  const form = usePageForm<ChangeValues>(valuesOf(license));
  const [isUnchanged, setIsUnchanged] = useState(false);
  const params = { path: { id: license.id } };
  const { base, save, conflict } = useRevision({
    thing: license,
    load: () => revised(api.GET('/api/licenses/{id}', { params })),
    fieldsOf: valuesOf,
    show: (next) => {
      form.setValues(valuesOf(next));
    },
    change: { type: 'license.updated', subject: `license/${license.id}` },
  });
  const send = async (values: ChangeValues) => {
    const body = changesIn(base, values);
    setIsUnchanged(body === undefined);
    if (body === undefined) return;
    await save((header) => revised(api.PATCH('/api/licenses/{id}', { params: { ...params, header }, body })));
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
        conflict={conflict}
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
        {isUnchanged && changesIn(base, form.values) === undefined ? (
          <ErrorLine>{texts.nothing}</ErrorLine>
        ) : null}
      </DataForm>
    </Dialog>
  );
}
