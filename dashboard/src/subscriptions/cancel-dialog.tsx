import '@latchkey/ui/fields/fields.css';
import { Text } from '@mantine/core';
import { usePageForm } from '@latchkey/ui/fields/page-form.ts';
import { SelectField } from '@latchkey/ui/fields/select-field.tsx';
import { answer, api } from '../api/client.ts';
import { DataForm } from '../form/data-form.tsx';
import { Dialog } from '../form/dialog.tsx';
import { oneOf } from '../list/filter-search.ts';
import { mayDo, useSession } from '../session/session.ts';
import type { Subscription } from './subscription-queries.ts';
import { possibleEnds } from './subscription-steps.ts';
import { useSubscriptionTexts } from './subscription-texts.ts';
import { useSubscriptionStep } from './use-subscription-step.ts';

interface CancelDialogProps {
  readonly subscription: Subscription;
  readonly step: 'cancel' | 'end';
  readonly onClose: () => void;
}

/** Ends a subscription: with its paid period, or now, with or without the money for the days that are left. */
export function CancelDialog({ subscription, step, onClose }: CancelDialogProps) {
  const texts = useSubscriptionTexts();
  const ends = possibleEnds(subscription, { mayRefund: mayDo(useSession(), 'orders:write') });
  const [first = 'Now'] = ends;
  const form = usePageForm<{ when: string }>({ when: first });
  const { params, explain, finish } = useSubscriptionStep(subscription.id, onClose);
  const when = oneOf(ends, form.values.when) ?? first;
  const send = async () => {
    const refund = when === 'NowWithRefund' ? ('Unused' as const) : ('None' as const);
    const body = { immediately: when !== 'PeriodEnd', refund };
    await answer(api.POST('/api/subscriptions/{id}/cancel', { params, body }));
    await finish();
  };
  return (
    <Dialog title={texts[step]} onClose={onClose}>
      <DataForm
        form={form}
        fields={['when']}
        submitLabel={texts[step]}
        send={send}
        onCancel={onClose}
        isDangerous
        explain={explain}
      >
        {ends.length === 1 ? null : (
          <SelectField
            label={texts.when}
            options={ends.map((value) => ({ value, label: texts.endChoices[value] }))}
            {...form.getInputProps('when')}
          />
        )}
        <Text size="sm">{texts.endTexts[when]}</Text>
      </DataForm>
    </Dialog>
  );
}
