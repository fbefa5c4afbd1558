import '@latchkey/ui/fields/fields.css';
import type { Refusal } from '@latchkey/sdk';
import { Skeleton, Text, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { FailureState } from '@latchkey/ui/failures/failure-state.tsx';
import { type PageForm, showErrors, usePageForm } from '@latchkey/ui/fields/page-form.ts';
import { SelectField } from '@latchkey/ui/fields/select-field.tsx';
import { answer, api } from '../api/client.ts';
import { type Revised, revised } from '../api/revised.ts';
import { DataForm } from '../form/data-form.tsx';
import { Dialog } from '../form/dialog.tsx';
import { useIdempotencyKey } from '../form/use-idempotency-key.ts';
import { type Conflict, useRevision } from '../form/use-revision.ts';
import { PricePreview } from './price-preview.tsx';
import { PromotionPreview } from './promotion-preview.tsx';
import {
  DISPLAYS,
  NO_PROMOTION,
  promotionIn,
  type PromotionValues,
  promotionValuesOf,
} from './promotion-values.ts';
import { discountChoicesQuery } from '../api/choices.ts';
import { type Promotion, promotionQuery, useFreshRules } from './rule-queries.ts';
import { useRuleTexts } from './rule-texts.ts';

/** Lets the shop say that a discount exists, to those whose prices it lowers. */
export function NewPromotionDialog({ onClose }: { readonly onClose: () => void }) {
  const texts = useRuleTexts();
  const form = usePageForm<PromotionValues>(NO_PROMOTION);
  // However often it is sent, there is one.
  const { key: idempotencyKey, renewAfter } = useIdempotencyKey();
  return (
    <Dialog title={texts.addPromotion} onClose={onClose}>
      <PromotionForm
        form={form}
        submitLabel={texts.addSubmit}
        send={async (values) => {
          const params = { header: { 'idempotency-key': idempotencyKey } };
          await answer(api.POST('/api/promotions', { params, body: promotionIn(values) }));
        }}
        explain={renewAfter}
        onClose={onClose}
      />
    </Dialog>
  );
}

interface PromotionDialogProps {
  readonly promotion: Promotion;
  readonly onClose: () => void;
}

/** Changes a promotion, as it is now. */
export function PromotionDialog({ promotion, onClose }: PromotionDialogProps) {
  const texts = useRuleTexts();
  const query = useQuery(promotionQuery(promotion.id));
  return (
    <Dialog title={texts.changeOf(promotion.name)} onClose={onClose}>
      {query.data !== undefined ? (
        <ChangeForm promotion={query.data} onClose={onClose} />
      ) : query.error === null ? (
        <Skeleton height={240} />
      ) : (
        <FailureState failure={query.error} onRetry={() => void query.refetch()} />
      )}
    </Dialog>
  );
}

interface ChangeFormProps {
  readonly promotion: Revised<Promotion>;
  readonly onClose: () => void;
}

function ChangeForm({ promotion, onClose }: ChangeFormProps) {
  const texts = useRuleTexts();
  const form = usePageForm<PromotionValues>(promotionValuesOf(promotion));
  const params = { path: { id: promotion.id } };
  const { base, save, conflict } = useRevision({
    thing: promotion,
    load: () => revised(api.GET('/api/promotions/{id}', { params })),
    fieldsOf: promotionValuesOf,
    show: (next) => {
      form.setValues(promotionValuesOf(next));
    },
    change: { type: 'promotion.changed', subject: `promotion/${promotion.id}` },
  });
  return (
    <PromotionForm
      form={form}
      submitLabel={texts.save}
      send={(values) =>
        save((header) => {
          const body = promotionIn(values, base);
          return revised(api.PATCH('/api/promotions/{id}', { params: { ...params, header }, body }));
        })
      }
      conflict={conflict}
      onClose={onClose}
    />
  );
}

interface PromotionFormProps {
  readonly form: PageForm<PromotionValues>;
  readonly submitLabel: string;
  readonly send: (values: PromotionValues) => Promise<void>;
  readonly explain?: (failure: Refusal) => string | undefined;
  readonly conflict?: Conflict;
  readonly onClose: () => void;
}

function PromotionForm({ form, send: sendPromotion, onClose, ...rest }: PromotionFormProps) {
  const texts = useRuleTexts();
  const refresh = useFreshRules();
  const discounts = useQuery(discountChoicesQuery).data ?? [];
  const { discountId } = form.values;
  const discount = discounts.find(({ id }) => id === discountId);
  const isAbsent = discountId !== '' && discount === undefined;
  const send = async (values: PromotionValues) => {
    if (values.discountId === '') {
      showErrors(form, { discountId: texts.chooseDiscount });
      return;
    }
    await sendPromotion(values);
    await refresh();
    onClose();
  };
  return (
    <DataForm form={form} fields={Object.keys(NO_PROMOTION)} send={send} onCancel={onClose} {...rest}>
      <Text size="sm">{texts.promotionText}</Text>
      <TextInput label={texts.name} description={texts.promotionNameText} {...form.getInputProps('name')} />
      <SelectField
        label={texts.discount}
        options={[
          { value: '', label: texts.choose },
          ...(isAbsent ? [discountId] : []),
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
      <PromotionPreview values={form.values} discount={discount} />
      {discount === undefined ? null : (
        <PricePreview
          key={discount.id}
          suggestedId={discount.targets.find(({ type }) => type === 'Product')?.id}
          draft={{ published: true }}
        />
      )}
    </DataForm>
  );
}
