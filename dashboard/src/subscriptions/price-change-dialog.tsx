import '@latchkey/ui/fields/fields.css';
import { Text, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { use, useState } from 'react';
import { type PageForm, showErrors, usePageForm } from '@latchkey/ui/fields/page-form.ts';
import { SelectField } from '@latchkey/ui/fields/select-field.tsx';
import { formatDay } from '@latchkey/ui/texts/dates.ts';
import { LanguageOfPage } from '@latchkey/ui/texts/language.ts';
import { useMoney } from '@latchkey/ui/texts/money.ts';
import { answer, api } from '../api/client.ts';
import { DataForm } from '../form/data-form.tsx';
import { Dialog } from '../form/dialog.tsx';
import { useIdempotencyKey } from '../form/use-idempotency-key.ts';
import { priceChangeIssues, priceChangeRequest, type PriceChangeValues } from './price-change.ts';
import { plansQuery, subscribableQuery, type Subscription } from './subscription-queries.ts';
import { useSubscriptionTexts } from './subscription-texts.ts';

const NO_ITEM = { type: 'Product', id: '' } as const;

function keyOf({ type, id }: Pick<Subscription['content'], 'type' | 'id'>): string {
  return `${type}/${id}`;
}

/** What may have subscribers, and the plans of the item that is chosen. */
function usePlanChoice(itemKey: string) {
  const items = useQuery(subscribableQuery).data ?? [];
  const item = items.find((each) => keyOf(each) === itemKey);
  const { data } = useQuery({ ...plansQuery(item ?? NO_ITEM), enabled: item !== undefined });
  return { items, plans: data ?? [], hasNone: data?.length === 0 };
}

interface PlanFieldsProps {
  readonly form: PageForm<PriceChangeValues>;
  readonly choice: ReturnType<typeof usePlanChoice>;
}

function PlanFields({ form, choice: { items, plans, hasNone } }: PlanFieldsProps) {
  const texts = useSubscriptionTexts();
  return (
    <>
      <SelectField
        label={texts.item}
        options={[
          { value: '', label: texts.choose },
          ...items.map((each) => ({ value: keyOf(each), label: each.name })),
        ]}
        {...form.getInputProps('item')}
      />
      <SelectField
        label={texts.plan}
        options={[
          { value: '', label: hasNone ? texts.noPlans : texts.choose },
          ...plans.map(({ id, name, isArchived }) => ({
            value: id,
            label: isArchived ? texts.archivedPlan(name) : name,
          })),
        ]}
        {...form.getInputProps('variationId')}
      />
    </>
  );
}

/** Announces another price to everybody who has subscribed to a plan, after it has said how many these are. */
export function PriceChangeDialog({ onClose }: { readonly onClose: () => void }) {
  const texts = useSubscriptionTexts();
  const { locale } = use(LanguageOfPage);
  const money = useMoney();
  const queryClient = useQueryClient();
  const form = usePageForm<PriceChangeValues>({
    item: '',
    variationId: '',
    currency: '',
    amount: '',
    from: '',
  });
  const choice = usePlanChoice(form.values.item);
  // However often it is sent, it happens once.
  const { key, renewAfter } = useIdempotencyKey();
  const [preview, setPreview] = useState<{ readonly of: string; readonly subscriptions: number }>();
  // A plan of an item that was chosen before is none of this one.
  const plan = choice.plans.find(({ id }) => id === form.values.variationId);
  const currencies = Object.keys(plan?.prices ?? {});
  const values = {
    ...form.values,
    variationId: plan?.id ?? '',
    currency: currencies.find((each) => each === form.values.currency) ?? currencies[0] ?? '',
  };
  const isCurrent = preview?.of === JSON.stringify(values);
  const concerned = isCurrent ? preview.subscriptions : 0;
  const send = async () => {
    const issues = priceChangeIssues(values, texts);
    if (Object.keys(issues).length > 0) return showErrors(form, issues);
    const request = priceChangeRequest(values);
    if (concerned > 0) {
      const params = { header: { 'idempotency-key': key } };
      await answer(
        api.POST('/api/subscriptions/price-changes', { params, body: { ...request, preview: false } }),
      );
      await queryClient.invalidateQueries({ queryKey: ['subscriptions'] });
      return onClose();
    }
    const body = { ...request, preview: true };
    const { subscriptions } = await answer(api.POST('/api/subscriptions/price-changes', { body }));
    setPreview({ of: JSON.stringify(values), subscriptions });
  };
  return (
    <Dialog title={texts.announce} onClose={onClose}>
      <DataForm
        form={form}
        fields={['item', 'variationId', 'currency', 'amount', 'from']}
        submitLabel={concerned > 0 ? texts.announceTo(concerned) : texts.preview}
        send={send}
        onCancel={onClose}
        explain={renewAfter}
      >
        <Text size="sm">{texts.announceText}</Text>
        <PlanFields form={form} choice={choice} />
        {currencies.length < 2 ? null : (
          <SelectField label={texts.currency} options={currencies} {...form.getInputProps('currency')} />
        )}
        <TextInput
          inputMode="decimal"
          label={texts.newPrice(values.currency)}
          {...form.getInputProps('amount')}
        />
        <TextInput
          type="date"
          label={texts.firstDay}
          description={texts.firstDayText}
          {...form.getInputProps('from')}
        />
        {isCurrent ? (
          <Text size="sm" component="output">
            {texts.announced(preview.subscriptions, {
              price: money(priceChangeRequest(values).price.amount, values.currency),
              day: formatDay(priceChangeRequest(values).from, locale),
            })}
          </Text>
        ) : null}
      </DataForm>
    </Dialog>
  );
}
