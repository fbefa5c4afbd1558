import '@latchkey/ui/fields/fields.css';
import { Text, TextInput } from '@mantine/core';
import { Refusal } from '@latchkey/sdk';
import { useState } from 'react';
import { showErrors, usePageForm } from '@latchkey/ui/fields/page-form.ts';
import { sortRefusal } from '@latchkey/ui/fields/form-messages.ts';
import { useTexts as useSharedTexts } from '@latchkey/ui/texts/language.ts';
import { answer, api } from '../api/client.ts';
import { revised } from '../api/revised.ts';
import { DataForm } from '../form/data-form.tsx';
import { Dialog } from '../form/dialog.tsx';
import { PricePreview } from '../price-rules/price-preview.tsx';
import { type ItemProps, useFreshItem, type Variation } from './product-queries.ts';
import { useProductTexts } from './product-texts.ts';
import { draftPrices, priceChanges } from './product-values.ts';
import { savePrice } from './save-price.ts';

interface PricesDialogProps extends ItemProps {
  readonly currency: string;
  readonly onClose: () => void;
}

/** Changes the prices of an item in one currency. What is refused stays as it was, and says why at its field. */
export function PricesDialog({ kind, item, currency, onClose }: PricesDialogProps) {
  const { id } = item;
  // What the page reads meanwhile changes neither the fields nor what they are compared with.
  const [variations, setVariations] = useState(item.variations);
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
  const save = async (before: Variation, amount: number | null) => {
    const path = { id, variationId: before.id };
    const body = { prices: { [currency]: amount } };
    const current = await savePrice({
      before,
      currency,
      load: () => revised(api.GET(`/api/${kind}/{id}/variations/{variationId}`, { params: { path } })),
      send: (header) =>
        answer(api.PATCH(`/api/${kind}/{id}/variations/{variationId}`, { params: { path, header }, body })),
    });
    // Saving once more replaces what it is now, or does nothing to what was saved.
    const next = current ?? { ...before, prices: pricesWith(before.prices, currency, amount) };
    setVariations((all) => all.map((each) => (each.id === next.id ? next : each)));
    return current;
  };
  const typedIn = (values: Record<string, string>) =>
    Object.fromEntries(variations.map((each) => [each.id, values[fieldOf(each.id)] ?? '']));
  const send = async (values: Record<string, string>) => {
    const outcome = priceChanges(variations, currency, typedIn(values));
    if ('wrong' in outcome) {
      showErrors(form, Object.fromEntries(outcome.wrong.map((each) => [fieldOf(each), texts.amountShape])));
      return;
    }
    const errors: Record<string, string> = {};
    try {
      for (const { variationId, amount } of outcome.changes) {
        const before = variations.find((each) => each.id === variationId);
        if (before === undefined) continue;
        try {
          const current = await save(before, amount);
          if (current === undefined) continue;
          errors[fieldOf(variationId)] = texts.otherPrice(String(current.prices[currency] ?? '–'));
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
        {...(variations.length > 1 && { outcome: 'partial' as const })}
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
        <PricePreview
          kind={kind}
          itemId={id}
          variations={variations}
          currency={currency}
          draft={{ published: true, prices: draftPrices(variations, currency, typedIn(form.values)) }}
        />
      </DataForm>
    </Dialog>
  );
}

function pricesWith(
  prices: Readonly<Record<string, number>>,
  currency: string,
  amount: number | null,
): Record<string, number> {
  const others = Object.entries(prices).filter(([each]) => each !== currency);
  return { ...Object.fromEntries(others), ...(amount !== null && { [currency]: amount }) };
}
