import '@latchkey/ui/fields/fields.css';
import type { components } from '@latchkey/sdk';
import { Text, TextInput } from '@mantine/core';
import { CheckField } from '@latchkey/ui/fields/check-field.tsx';
import { usePageForm } from '@latchkey/ui/fields/page-form.ts';
import { SelectField } from '@latchkey/ui/fields/select-field.tsx';
import { api } from '../api/client.ts';
import { type Revised, revised } from '../api/revised.ts';
import { DataForm } from '../form/data-form.tsx';
import { Dialog } from '../form/dialog.tsx';
import { useRevision } from '../form/use-revision.ts';
import { oneOf } from '../list/filter-search.ts';
import { type Product, useFreshItem } from './product-queries.ts';
import { useProductTexts } from './product-texts.ts';
import { isSubProduct } from './product-values.ts';

const ACCESS = ['Everyone', 'Customer', 'Owner'] as const satisfies components['schemas']['DownloadAccess'][];

interface LicensingDialogProps {
  readonly product: Revised<Product>;
  readonly onClose: () => void;
}

/** Changes what new licenses and trials of a product allow, who may download it, and how it is taxed. */
export function LicensingDialog({ product, onClose }: LicensingDialogProps) {
  const texts = useProductTexts();
  const refresh = useFreshItem('products', product.id);
  const form = usePageForm(licensingOf(product));
  const params = { path: { id: product.id } };
  const { save, conflict } = useRevision({
    thing: product,
    load: () => revised(api.GET('/api/products/{id}', { params })),
    fieldsOf: licensingOf,
    show: (next) => {
      form.setValues(licensingOf(next));
    },
    change: { type: 'product.changed', subject: `product/${product.id}` },
  });
  const send = async (values: typeof form.values) => {
    const body = {
      maxNumberOfActivations: Number(values.maxNumberOfActivations),
      offlineActivationsAllowed: values.offlineActivationsAllowed,
      trialsAllowed: values.trialsAllowed,
      trialDays: Number(values.trialDays),
      trialRequiresAccount: values.trialRequiresAccount,
      downloadAccess: oneOf(ACCESS, values.downloadAccess) ?? product.downloadAccess,
      upgradeGraceDays: Number(values.upgradeGraceDays),
      ...(isSubProduct(product.id) && { includedInLicense: values.includedInLicense }),
      taxCode: values.taxCode.trim() === '' ? null : values.taxCode.trim(),
    };
    await save((header) => revised(api.PATCH('/api/products/{id}', { params: { ...params, header }, body })));
    await refresh();
    onClose();
  };
  const check = (name: 'offlineActivationsAllowed' | 'trialsAllowed' | 'trialRequiresAccount') =>
    form.getInputProps(name, { type: 'checkbox' });
  return (
    <Dialog title={texts.licensing} onClose={onClose}>
      <DataForm
        form={form}
        fields={Object.keys(form.values)}
        submitLabel={texts.save}
        send={send}
        onCancel={onClose}
        conflict={conflict}
      >
        <Text size="sm">{texts.licensingText}</Text>
        <TextInput
          inputMode="numeric"
          label={texts.seats}
          {...form.getInputProps('maxNumberOfActivations')}
        />
        <CheckField label={texts.offline} {...check('offlineActivationsAllowed')} />
        {isSubProduct(product.id) ? (
          <CheckField
            label={texts.includedInLicense}
            description={texts.includedInLicenseText}
            {...form.getInputProps('includedInLicense', { type: 'checkbox' })}
          />
        ) : null}
        <CheckField label={texts.trials} {...check('trialsAllowed')} />
        <TextInput inputMode="numeric" label={texts.trialDays} {...form.getInputProps('trialDays')} />
        <CheckField label={texts.trialRequiresAccount} {...check('trialRequiresAccount')} />
        <SelectField
          label={texts.downloads}
          options={ACCESS.map((value) => ({ value, label: texts.downloadAccess[value] }))}
          {...form.getInputProps('downloadAccess')}
        />
        <TextInput
          inputMode="numeric"
          label={texts.graceDays}
          description={texts.graceDaysText}
          {...form.getInputProps('upgradeGraceDays')}
        />
        <TextInput label={texts.taxCode} description={texts.taxCodeText} {...form.getInputProps('taxCode')} />
      </DataForm>
    </Dialog>
  );
}

/** What a product allows, as fields. */
function licensingOf(product: Product) {
  return {
    maxNumberOfActivations: String(product.maxNumberOfActivations),
    offlineActivationsAllowed: product.offlineActivationsAllowed,
    trialsAllowed: product.trialsAllowed,
    trialDays: String(product.trialDays),
    trialRequiresAccount: product.trialRequiresAccount,
    downloadAccess: product.downloadAccess,
    upgradeGraceDays: String(product.upgradeGraceDays),
    includedInLicense: product.includedInLicense,
    taxCode: product.taxCode ?? '',
  };
}
