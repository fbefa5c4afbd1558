import '@latchkey/ui/fields/fields.css';
import { Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FailureState } from '@latchkey/ui/failures/failure-state.tsx';
import { usePageForm } from '@latchkey/ui/fields/page-form.ts';
import { SelectField } from '@latchkey/ui/fields/select-field.tsx';
import { useMoney } from '@latchkey/ui/texts/money.ts';
import type { components } from '@latchkey/sdk';
import { answer, api } from '../api/client.ts';
import { DataForm } from '../form/data-form.tsx';
import { Dialog } from '../form/dialog.tsx';
import { useTexts } from '../texts/dashboard-texts.ts';
import { agreedRequest, type PlanChange, planRequest, plansFor, type PlanValues } from './plan-change.ts';
import { PlanPreview } from './plan-preview.tsx';
import { plansQuery, type Subscription } from './subscription-queries.ts';
import { useSubscriptionTexts } from './subscription-texts.ts';
import { useSubscriptionStep } from './use-subscription-step.ts';

interface ChangeDialogProps {
  readonly subscription: Subscription;
  readonly onClose: () => void;
}

/** Gives a subscription another plan or another quantity, after its preview. */
export function ChangeDialog({ subscription, onClose }: ChangeDialogProps) {
  const texts = useSubscriptionTexts();
  const { list } = useTexts();
  const query = useQuery(plansQuery(subscription.content));
  return (
    <Dialog title={texts.change} onClose={onClose}>
      {query.error !== null ? (
        <FailureState failure={query.error} onRetry={() => void query.refetch()} />
      ) : query.data === undefined ? (
        <Text size="sm" component="output">
          {list.loading}
        </Text>
      ) : (
        <ChangeForm
          subscription={subscription}
          plans={plansFor(subscription, query.data)}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}

interface ChangeFormProps extends ChangeDialogProps {
  readonly plans: readonly components['schemas']['Variation'][];
}

/** It shows what a change does before it makes it; what is typed afterwards needs another look. */
function ChangeForm({ subscription, plans, onClose }: ChangeFormProps) {
  const { id, content, price } = subscription;
  const texts = useSubscriptionTexts();
  const money = useMoney();
  const form = usePageForm<PlanValues>({
    variationId: content.variationId,
    quantity: String(content.quantity),
    when: '',
  });
  const { params, explain, finish } = useSubscriptionStep(id, onClose);
  const [preview, setPreview] = useState<{ readonly of: string; readonly change: PlanChange }>();
  const request = planRequest(subscription, form.values);
  const isCurrent = preview?.of === JSON.stringify(request);
  const send = async () => {
    if (isCurrent) {
      const body = agreedRequest(request, preview.change);
      await answer(api.POST('/api/subscriptions/{id}/change', { params, body }));
      return finish();
    }
    const body = { ...request, preview: true };
    const { change } = await answer(
      api.POST('/api/subscriptions/{id}/change', { params: { path: { id } }, body }),
    );
    setPreview({ of: JSON.stringify(request), change });
  };
  const nameOf = (plan: (typeof plans)[number]) => {
    const { recurrence, prices, isArchived } = plan;
    const name = isArchived ? texts.archivedPlan(plan.name) : plan.name;
    const amount = plan.id === content.variationId ? price.amount : prices[price.currency];
    if (recurrence.type !== 'Recurring' || amount === undefined) return name;
    return `${name}: ${texts.cycles[recurrence.cycleLength](money(amount, price.currency))}`;
  };
  return (
    <DataForm
      form={form}
      fields={['variationId', 'quantity', 'when']}
      submitLabel={isCurrent ? texts.change : texts.preview}
      send={send}
      onCancel={onClose}
      explain={(failure) => {
        if (failure.errorType === 'PreviewOutdated') setPreview(undefined);
        return explain(failure);
      }}
    >
      <Text size="sm">{texts.changeText}</Text>
      <SelectField
        label={texts.plan}
        options={plans.map((plan) => ({ value: plan.id, label: nameOf(plan) }))}
        {...form.getInputProps('variationId')}
      />
      <TextInput
        inputMode="numeric"
        label={texts.quantity}
        description={texts.quantityText}
        {...form.getInputProps('quantity')}
      />
      <SelectField
        label={texts.begins}
        options={[
          { value: '', label: texts.beginsByPrice },
          { value: 'NextPeriod', label: texts.beginsLater },
        ]}
        {...form.getInputProps('when')}
      />
      {isCurrent ? <PlanPreview change={preview.change} plans={plans} subscription={subscription} /> : null}
    </DataForm>
  );
}
