import '@latchkey/ui/fields/fields.css';
import { Text, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { showErrors, usePageForm } from '@latchkey/ui/fields/page-form.ts';
import { SelectField } from '@latchkey/ui/fields/select-field.tsx';
import { answer, api } from '../api/client.ts';
import { DataForm } from '../form/data-form.tsx';
import { Dialog } from '../form/dialog.tsx';
import { useIdempotencyKey } from '../form/use-idempotency-key.ts';
import { oneOf } from '../list/filter-search.ts';
import { PricePreview } from './price-preview.tsx';
import { discountChoicesQuery, useFreshRules } from './rule-queries.ts';
import { useRuleTexts } from './rule-texts.ts';

const DISPLAYS = ['Banner', 'Popup'] as const;

/** Lets the shop say that a discount exists, to those whose prices it lowers. */
export function PromotionDialog({ onClose }: { readonly onClose: () => void }) {
  const texts = useRuleTexts();
  const refresh = useFreshRules();
  const discounts = useQuery(discountChoicesQuery).data?.items ?? [];
  const form = usePageForm({
    name: '',
    discountId: '',
    display: 'Banner',
    description: '',
    url: '',
    label: '',
  });
  // However often it is sent, there is one.
  const { key: idempotencyKey, renewAfter } = useIdempotencyKey();
  const discount = discounts.find(({ id }) => id === form.values.discountId);
  const send = async (values: typeof form.values) => {
    if (values.discountId === '') {
      showErrors(form, { discountId: texts.chooseDiscount });
      return;
    }
    const [url, label, description] = [values.url.trim(), values.label.trim(), values.description.trim()];
    const body = {
      name: values.name.trim(),
      discountId: values.discountId,
      display: [oneOf(DISPLAYS, values.display) ?? 'Banner'],
      ...(description !== '' && { description }),
      ...((url !== '' || label !== '') && { cta: { url, label } }),
    };
    const params = { header: { 'idempotency-key': idempotencyKey } };
    await answer(api.POST('/api/promotions', { params, body }));
    await refresh();
    onClose();
  };
  return (
    <Dialog title={texts.addPromotion} onClose={onClose}>
      <DataForm
        form={form}
        fields={Object.keys(form.values)}
        submitLabel={texts.addSubmit}
        send={send}
        onCancel={onClose}
        explain={(failure) => {
          renewAfter(failure);
          return undefined;
        }}
      >
        <Text size="sm">{texts.promotionText}</Text>
        <TextInput label={texts.name} description={texts.promotionNameText} {...form.getInputProps('name')} />
        <SelectField
          label={texts.discount}
          options={[
            { value: '', label: texts.choose },
            ...discounts.map((each) => ({ value: each.id, label: each.name })),
          ]}
          {...form.getInputProps('discountId')}
        />
        <SelectField
          label={texts.display}
          options={DISPLAYS.map((value) => ({ value, label: texts.displays[value] }))}
          {...form.getInputProps('display')}
        />
        <Textarea rows={2} label={texts.text} {...form.getInputProps('description')} />
        <TextInput label={texts.button} {...form.getInputProps('label')} />
        <TextInput type="url" label={texts.buttonUrl} {...form.getInputProps('url')} />
        {discount === undefined ? null : (
          <PricePreview
            key={discount.id}
            suggestedId={discount.targets.find(({ type }) => type === 'Product')?.id}
            draft={{ published: true }}
          />
        )}
      </DataForm>
    </Dialog>
  );
}
