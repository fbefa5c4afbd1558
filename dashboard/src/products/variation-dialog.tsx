import '@latchkey/ui/fields/fields.css';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { CheckField } from '@latchkey/ui/fields/check-field.tsx';
import { usePageForm } from '@latchkey/ui/fields/page-form.ts';
import { answer, api } from '../api/client.ts';
import { type Revised, revised } from '../api/revised.ts';
import { pricesIn } from '../form/amounts.ts';
import { Dialog } from '../form/dialog.tsx';
import { RevisedDialog } from '../form/revised-dialog.tsx';
import { useIdempotencyKey } from '../form/use-idempotency-key.ts';
import { useRevision } from '../form/use-revision.ts';
import type { ItemKind } from '../price-rules/quote-query.ts';
import { type Variation, variationQuery } from './product-queries.ts';
import { PriceFields } from './price-fields.tsx';
import { useProductTexts } from './product-texts.ts';
import { NO_SALES, saleValuesOf } from './sale-values.ts';
import { VariationForm } from './variation-form.tsx';
import { NO_TERMS, type TermValues, termValuesOf } from './variation-values.ts';

interface VariationDialogProps {
  readonly kind: ItemKind;
  readonly itemId: string;
  readonly onClose: () => void;
}

/** Adds a way to buy an item, once or as a subscription. */
export function NewVariationDialog({
  currencies,
  ...props
}: VariationDialogProps & { readonly currencies: readonly string[] }) {
  const { kind, itemId, onClose } = props;
  const texts = useProductTexts();
  const form = usePageForm<TermValues>({ ...NO_TERMS, name: '' });
  const [sales, setSales] = useState(NO_SALES);
  // However often it is sent, there is one.
  const { key: idempotencyKey, renewAfter } = useIdempotencyKey();
  return (
    <Dialog title={texts.addVariation} onClose={onClose}>
      <VariationForm
        {...props}
        form={form}
        sales={sales}
        onSales={setSales}
        currencies={currencies}
        fields={currencies}
        text={texts.addVariationText}
        submitLabel={texts.addVariation}
        send={async (body) => {
          const params = { path: { id: itemId }, header: { 'idempotency-key': idempotencyKey } };
          const prices = pricesIn(currencies, form.getValues());
          await answer(api.POST(`/api/${kind}/{id}/variations`, { params, body: { ...body, prices } }));
        }}
        explain={renewAfter}
      >
        <PriceFields
          currencies={currencies}
          label={texts.priceIn}
          inputOf={(currency) => form.getInputProps(currency)}
        />
      </VariationForm>
    </Dialog>
  );
}

/** Changes what a way to buy an item offers beside its prices, as it is now. */
export function VariationDialog({
  variation,
  ...props
}: VariationDialogProps & { readonly variation: Variation }) {
  const { kind, itemId, onClose } = props;
  const texts = useProductTexts();
  const query = useQuery(variationQuery(kind, itemId, variation.id));
  return (
    <RevisedDialog title={texts.changeVariation(variation.name)} query={query} onClose={onClose}>
      {(current) => <ChangeForm {...props} variation={current} />}
    </RevisedDialog>
  );
}

function ChangeForm({
  variation,
  ...props
}: VariationDialogProps & { readonly variation: Revised<Variation> }) {
  const texts = useProductTexts();
  const form = usePageForm<TermValues>(fieldsOf(variation));
  const [sales, setSales] = useState(saleValuesOf(variation));
  const params = { path: { id: props.itemId, variationId: variation.id } };
  const path = `/api/${props.kind}/{id}/variations/{variationId}` as const;
  const { base, save, conflict } = useRevision({
    thing: variation,
    load: () => revised(api.GET(path, { params })),
    fieldsOf: (thing) => [fieldsOf(thing), saleValuesOf(thing)],
    show: (next) => {
      form.setValues(fieldsOf(next));
      setSales(saleValuesOf(next));
    },
    change: { type: 'variation.changed', subject: `variation/${variation.id}` },
  });
  return (
    <VariationForm
      {...props}
      variation={base}
      form={form}
      sales={sales}
      onSales={setSales}
      currencies={Object.keys(base.prices)}
      fields={[]}
      text={texts.changeVariationText}
      submitLabel={texts.save}
      send={(body) => save((header) => revised(api.PATCH(path, { params: { ...params, header }, body })))}
      conflict={conflict}
    >
      {base.isDefault ? null : (
        <CheckField label={texts.makeDefault} {...form.getInputProps('isDefault', { type: 'checkbox' })} />
      )}
    </VariationForm>
  );
}

/** The name and the terms of a variation as fields. */
function fieldsOf(variation: Variation): TermValues {
  return { ...termValuesOf(variation), name: variation.name, isDefault: false };
}
