import '@latchkey/ui/fields/fields.css';
import { Text, TextInput } from '@mantine/core';
import { usePageForm } from '@latchkey/ui/fields/page-form.ts';
import { SelectField } from '@latchkey/ui/fields/select-field.tsx';
import { answer, api } from '../api/client.ts';
import { pricesIn } from '../form/amounts.ts';
import { DataForm } from '../form/data-form.tsx';
import { Dialog } from '../form/dialog.tsx';
import { useIdempotencyKey } from '../form/use-idempotency-key.ts';
import { oneOf } from '../list/filter-search.ts';
import type { ItemKind } from '../price-rules/quote-query.ts';
import { useFreshItem } from './product-queries.ts';
import { useProductTexts } from './product-texts.ts';

interface VariationDialogProps {
  readonly kind: ItemKind;
  readonly itemId: string;
  readonly currencies: readonly string[];
  readonly onClose: () => void;
}

const CYCLES = ['Monthly', 'Quarterly', 'Yearly'] as const;
const ONE_OFF = 'OneOff';

/** Adds a way to buy an item: once, or as a subscription. */
export function VariationDialog({ kind, itemId, currencies, onClose }: VariationDialogProps) {
  const texts = useProductTexts();
  const refresh = useFreshItem(kind, itemId);
  const form = usePageForm<Record<string, string>>({ name: '', rhythm: ONE_OFF });
  // However often it is sent, there is one.
  const { key: idempotencyKey, renewAfter } = useIdempotencyKey();
  const send = async (values: Record<string, string>) => {
    const cycleLength = oneOf(CYCLES, values['rhythm']);
    const body = {
      name: (values['name'] ?? '').trim(),
      prices: pricesIn(currencies, values),
      ...(cycleLength !== undefined && { recurrence: { type: 'Recurring' as const, cycleLength } }),
    };
    const params = { path: { id: itemId }, header: { 'idempotency-key': idempotencyKey } };
    await answer(api.POST(`/api/${kind}/{id}/variations`, { params, body }));
    await refresh();
    onClose();
  };
  return (
    <Dialog title={texts.addVariation} onClose={onClose}>
      <DataForm
        form={form}
        fields={['name', 'rhythm', ...currencies]}
        submitLabel={texts.addVariation}
        send={send}
        onCancel={onClose}
        explain={(failure) => {
          renewAfter(failure);
          return undefined;
        }}
      >
        <Text size="sm">{texts.addVariationText}</Text>
        <TextInput label={texts.name} autoComplete="off" {...form.getInputProps('name')} />
        <SelectField
          label={texts.rhythm}
          options={[
            { value: ONE_OFF, label: texts.oneOff },
            ...CYCLES.map((value) => ({ value, label: texts.cycles[value] })),
          ]}
          {...form.getInputProps('rhythm')}
        />
        {currencies.map((currency) => (
          <TextInput
            key={currency}
            inputMode="decimal"
            label={texts.priceIn(currency)}
            autoComplete="off"
            {...form.getInputProps(currency)}
          />
        ))}
      </DataForm>
    </Dialog>
  );
}
