import '@latchkey/ui/fields/fields.css';
import { Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { CheckField } from '@latchkey/ui/fields/check-field.tsx';
import { showErrors, usePageForm } from '@latchkey/ui/fields/page-form.ts';
import { answer, api } from '../api/client.ts';
import { pricesIn } from '../form/amounts.ts';
import { DataForm } from '../form/data-form.tsx';
import { Dialog } from '../form/dialog.tsx';
import { ExplainedFailure } from '../form/explained-failure.ts';
import { useIdempotencyKey } from '../form/use-idempotency-key.ts';
import type { ItemKind } from '../price-rules/quote-query.ts';
import { MilestoneFields } from './milestone-fields.tsx';
import { useFreshItem, type Variation } from './product-queries.ts';
import { useProductTexts } from './product-texts.ts';
import { TermFields } from './term-fields.tsx';
import {
  areMilestones,
  milestoneValuesOf,
  NO_TERMS,
  ONE_OFF,
  termsIn,
  type TermValues,
  termValuesOf,
  wrongTerms,
} from './variation-values.ts';

interface VariationDialogProps {
  readonly kind: ItemKind;
  readonly itemId: string;
  readonly currencies: readonly string[];
  /** Absent: it adds one. */
  readonly variation?: Variation | undefined;
  readonly onClose: () => void;
}

/** Adds a way to buy an item, once or as a subscription; or changes what one offers beside its prices. */
export function VariationDialog({ kind, itemId, currencies, variation, onClose }: VariationDialogProps) {
  const texts = useProductTexts();
  const refresh = useFreshItem(kind, itemId);
  const isNew = variation === undefined;
  const form = usePageForm<TermValues>({
    ...(isNew ? NO_TERMS : termValuesOf(variation)),
    name: variation?.name ?? '',
    isDefault: false,
  });
  const [milestones, setMilestones] = useState(isNew ? [] : milestoneValuesOf(variation));
  // However often it is sent, there is one.
  const { key: idempotencyKey, renewAfter } = useIdempotencyKey();
  const isRecurring = form.values.rhythm !== ONE_OFF;
  const send = async (values: TermValues) => {
    const wrong = wrongTerms(values);
    if (wrong.length > 0) {
      showErrors(
        form,
        Object.fromEntries(wrong.map((field) => [field, texts.terms.shapes[field] ?? texts.countShape])),
      );
      return;
    }
    if (isRecurring && !areMilestones(milestones)) throw new ExplainedFailure(texts.terms.milestoneShape);
    const body = {
      name: String(values['name']).trim(),
      ...termsIn(values, milestones),
      ...(values['isDefault'] === true && { isDefault: true }),
    };
    if (isNew) {
      const params = { path: { id: itemId }, header: { 'idempotency-key': idempotencyKey } };
      const prices = pricesIn(currencies, values);
      await answer(api.POST(`/api/${kind}/{id}/variations`, { params, body: { ...body, prices } }));
    } else {
      const params = { path: { id: itemId, variationId: variation.id } };
      await answer(api.PATCH(`/api/${kind}/{id}/variations/{variationId}`, { params, body }));
    }
    await refresh();
    onClose();
  };
  return (
    <Dialog title={isNew ? texts.addVariation : texts.changeVariation(variation.name)} onClose={onClose}>
      <DataForm
        form={form}
        fields={['name', ...Object.keys(NO_TERMS), ...currencies]}
        submitLabel={isNew ? texts.addVariation : texts.save}
        send={send}
        onCancel={onClose}
        explain={(failure) => {
          renewAfter(failure);
          return undefined;
        }}
      >
        <Text size="sm">{isNew ? texts.addVariationText : texts.changeVariationText}</Text>
        <TextInput label={texts.name} autoComplete="off" {...form.getInputProps('name')} />
        {isNew
          ? currencies.map((currency) => (
              <TextInput
                key={currency}
                inputMode="decimal"
                label={texts.priceIn(currency)}
                autoComplete="off"
                {...form.getInputProps(currency)}
              />
            ))
          : null}
        <TermFields form={form} />
        {isRecurring ? <MilestoneFields milestones={milestones} onChange={setMilestones} /> : null}
        {isNew || variation.isDefault ? null : (
          <CheckField label={texts.makeDefault} {...form.getInputProps('isDefault', { type: 'checkbox' })} />
        )}
      </DataForm>
    </Dialog>
  );
}
