import '@latchkey/ui/fields/fields.css';
import { Text, TextInput } from '@mantine/core';
import { Refusal } from '@latchkey/sdk';
import { showErrors, usePageForm } from '@latchkey/ui/fields/page-form.ts';
import { sortRefusal } from '@latchkey/ui/fields/form-messages.ts';
import { useTexts as useSharedTexts } from '@latchkey/ui/texts/language.ts';
import { answer, api } from '../api/client.ts';
import { DataForm } from '../form/data-form.tsx';
import { Dialog } from '../form/dialog.tsx';
import { type ItemProps, useFreshItem } from './product-queries.ts';
import { useProductTexts } from './product-texts.ts';
import { priceChanges } from './product-values.ts';

interface PricesDialogProps extends ItemProps {
  readonly currency: string;
  readonly onClose: () => void;
}

/** Changes the prices of an item in one currency. What is refused stays as it was, and says why at its field. */
export function PricesDialog({ kind, item, currency, onClose }: PricesDialogProps) {
  const { id, variations } = item;
  const texts = useProductTexts();
  const { form: formTexts } = useSharedTexts();
  const refresh = useFreshItem(kind, id);
  // Mantine takes a point in the name of a field for a path, and ids may have one.
  const fieldOf = (variationId: string) => `v${variations.findIndex((each) => each.id === variationId)}`;
  const form = usePageForm<Record<string, string>>(
    Object.fromEntries(
      variations.map((each) => [fieldOf(each.id), String(each.prices[currency] ?? '')] as const),
    ),
  );
  const send = async (values: Record<string, string>) => {
    const typed = Object.fromEntries(variations.map((each) => [each.id, values[fieldOf(each.id)] ?? '']));
    const outcome = priceChanges(variations, currency, typed);
    if ('wrong' in outcome) {
      showErrors(form, Object.fromEntries(outcome.wrong.map((each) => [fieldOf(each), texts.amountShape])));
      return;
    }
    const errors: Record<string, string> = {};
    try {
      for (const { variationId, amount } of outcome.changes) {
        const params = { path: { id, variationId } };
        const body = { prices: { [currency]: amount } };
        try {
          await answer(api.PATCH(`/api/${kind}/{id}/variations/{variationId}`, { params, body }));
        } catch (failure) {
          if (!(failure instanceof Refusal) || Object.keys(failure.errors).length === 0) throw failure;
          errors[fieldOf(variationId)] = sortRefusal(failure.errors, [], formTexts).apart.join(' ');
        }
      }
    } finally {
      // Some may be saved, whatever became of the others.
      await refresh();
    }
    if (Object.keys(errors).length > 0) showErrors(form, errors);
    else onClose();
  };
  return (
    <Dialog title={texts.changePrices(currency)} onClose={onClose}>
      <DataForm
        form={form}
        fields={Object.keys(form.values)}
        submitLabel={texts.save}
        send={send}
        onCancel={onClose}
      >
        <Text size="sm">{texts.pricesText}</Text>
        {variations.map((each) => (
          <TextInput
            key={each.id}
            inputMode="decimal"
            label={each.name}
            autoComplete="off"
            {...form.getInputProps(fieldOf(each.id))}
          />
        ))}
      </DataForm>
    </Dialog>
  );
}
