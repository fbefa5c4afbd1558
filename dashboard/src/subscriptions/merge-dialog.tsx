import '@latchkey/ui/fields/fields.css';
import { Button, Text, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { use } from 'react';
import { FailureState } from '@latchkey/ui/failures/failure-state.tsx';
import { showErrors, usePageForm } from '@latchkey/ui/fields/page-form.ts';
import { SelectField } from '@latchkey/ui/fields/select-field.tsx';
import { formatDay } from '@latchkey/ui/texts/dates.ts';
import { LanguageOfPage } from '@latchkey/ui/texts/language.ts';
import { answer, api } from '../api/client.ts';
import { DataForm } from '../form/data-form.tsx';
import { Dialog } from '../form/dialog.tsx';
import { useIdempotencyKey } from '../form/use-idempotency-key.ts';
import { useTexts } from '../texts/dashboard-texts.ts';
import { type Subscription, subscriptionsToMerge } from './subscription-queries.ts';
import { useSubscriptionTexts } from './subscription-texts.ts';

interface MergeDialogProps {
  readonly subscription: Subscription;
  readonly onClose: () => void;
}

/** Lets the payments of another subscription of the same customer and plan count for this one. */
export function MergeDialog({ subscription, onClose }: MergeDialogProps) {
  const texts = useSubscriptionTexts();
  const { actions, list } = useTexts();
  const query = useQuery(subscriptionsToMerge(subscription));
  return (
    <Dialog title={texts.merge} onClose={onClose}>
      {query.error !== null ? (
        <FailureState failure={query.error} onRetry={() => void query.refetch()} />
      ) : query.data === undefined ? (
        <Text size="sm" component="output">
          {list.loading}
        </Text>
      ) : query.data.length === 0 ? (
        <>
          <Text size="sm">{texts.noneToMerge}</Text>
          <Button onClick={onClose}>{actions.close}</Button>
        </>
      ) : (
        <MergeForm id={subscription.id} others={query.data} onClose={onClose} />
      )}
    </Dialog>
  );
}

interface MergeFormProps {
  readonly id: string;
  readonly others: readonly Subscription[];
  readonly onClose: () => void;
}

function MergeForm({ id, others, onClose }: MergeFormProps) {
  const texts = useSubscriptionTexts();
  const { subscriptions } = useTexts();
  const { locale } = use(LanguageOfPage);
  const queryClient = useQueryClient();
  const form = usePageForm({ subscriptionId: '', reason: '' });
  // However often it is sent, it happens once.
  const { key: idempotencyKey, renewAfter } = useIdempotencyKey();
  const send = async ({ subscriptionId, reason }: typeof form.values) => {
    if (subscriptionId === '') {
      showErrors(form, { subscriptionId: texts.chooseToMerge });
      return;
    }
    const params = { path: { id }, header: { 'idempotency-key': idempotencyKey } };
    await answer(api.POST('/api/subscriptions/{id}/merge', { params, body: { subscriptionId, reason } }));
    void queryClient.invalidateQueries({ queryKey: ['subscriptions'] });
    await queryClient.invalidateQueries({ queryKey: ['subscription'] });
    onClose();
  };
  const nameOf = ({ startedAt, status }: Subscription): string =>
    texts.mergeOption(formatDay(startedAt, locale), subscriptions.statuses[status]);
  return (
    <DataForm
      form={form}
      fields={['subscriptionId', 'reason']}
      submitLabel={texts.merge}
      send={send}
      onCancel={onClose}
      explain={renewAfter}
    >
      <Text size="sm">{texts.mergeText}</Text>
      <SelectField
        label={texts.otherSubscription}
        options={[
          { value: '', label: texts.choose },
          ...others.map((each) => ({ value: each.id, label: nameOf(each) })),
        ]}
        {...form.getInputProps('subscriptionId')}
      />
      <Text size="sm">{texts.mergeEnds}</Text>
      <TextInput label={texts.reason} description={texts.reasonText} {...form.getInputProps('reason')} />
    </DataForm>
  );
}
