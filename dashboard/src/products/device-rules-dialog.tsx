import '@latchkey/ui/fields/fields.css';
import { Skeleton, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { showErrors, usePageForm } from '@latchkey/ui/fields/page-form.ts';
import { SelectField } from '@latchkey/ui/fields/select-field.tsx';
import { FailureState } from '@latchkey/ui/failures/failure-state.tsx';
import { api } from '../api/client.ts';
import { type Revised, revised } from '../api/revised.ts';
import { DataForm } from '../form/data-form.tsx';
import { Dialog } from '../form/dialog.tsx';
import { useRevision } from '../form/use-revision.ts';
import { type DeviceRules, ruleIssues, rulesIn, ruleValuesOf } from './device-rules.ts';
import { deviceRulesQuery, type Product, useFreshItem } from './product-queries.ts';
import { useProductTexts } from './product-texts.ts';

interface DeviceRulesDialogProps {
  readonly product: Product;
  readonly onClose: () => void;
}

/** Changes how owners release the devices of a product, and how long offline devices work. */
export function DeviceRulesDialog({ product, onClose }: DeviceRulesDialogProps) {
  const texts = useProductTexts();
  const query = useQuery(deviceRulesQuery(product.id));
  return (
    <Dialog title={texts.deviceRules} onClose={onClose}>
      {query.data !== undefined ? (
        <RulesForm product={product} rules={query.data} onClose={onClose} />
      ) : query.error === null ? (
        <Skeleton height={160} />
      ) : (
        <FailureState failure={query.error} onRetry={() => void query.refetch()} />
      )}
    </Dialog>
  );
}

function RulesForm({
  product,
  rules,
  onClose,
}: DeviceRulesDialogProps & { readonly rules: Revised<DeviceRules> }) {
  const texts = useProductTexts();
  const refresh = useFreshItem('products', product.id);
  const form = usePageForm(ruleValuesOf(rules));
  const params = { path: { id: product.id } };
  const { save, conflict } = useRevision({
    thing: rules,
    load: () => revised(api.GET('/api/products/{id}/licensing-settings', { params })),
    fieldsOf: ruleValuesOf,
    show: (next) => {
      form.setValues(ruleValuesOf(next));
    },
    change: { type: 'product-rules.changed', subject: `product/${product.id}` },
  });
  const choices = [
    { value: '', label: texts.asAccount },
    { value: 'yes', label: texts.mayRelease },
    { value: 'no', label: texts.mayNotRelease },
  ];
  const send = async (values: typeof form.values) => {
    const wrong = ruleIssues(values);
    if (wrong.length > 0) {
      showErrors(form, Object.fromEntries(wrong.map((field) => [field, texts.countShape])));
      return;
    }
    const body = rulesIn(values);
    await save((header) =>
      revised(api.PUT('/api/products/{id}/licensing-settings', { params: { ...params, header }, body })),
    );
    await refresh();
    onClose();
  };
  return (
    <DataForm
      form={form}
      fields={Object.keys(form.values)}
      submitLabel={texts.save}
      send={send}
      onCancel={onClose}
      conflict={conflict}
    >
      <Text size="sm">{texts.deviceRulesText}</Text>
      <SelectField label={texts.releasesOnline} options={choices} {...form.getInputProps('releasesOnline')} />
      <SelectField
        label={texts.releasesOffline}
        options={choices}
        {...form.getInputProps('releasesOffline')}
      />
      <TextInput
        inputMode="decimal"
        label={texts.releasePause}
        description={texts.emptyAsAccount}
        {...form.getInputProps('releasePauseSeconds')}
      />
      <TextInput
        inputMode="numeric"
        label={texts.offlineDays}
        description={texts.offlineDaysText}
        {...form.getInputProps('offlineDays')}
      />
    </DataForm>
  );
}
