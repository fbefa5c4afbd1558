import type { components } from '@latchkey/sdk';
import { Button, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { usePageForm } from '@latchkey/ui/fields/page-form.ts';
import { answer, api } from '../api/client.ts';
import { DataForm } from '../form/data-form.tsx';
import { Dialog } from '../form/dialog.tsx';
import { ReasonField } from '../form/reason-field.tsx';
import { reasonIn } from '../form/reason-in.ts';
import { Moment } from '../parts/moment.tsx';
import { Section } from '../parts/section.tsx';
import { ShortList } from '../parts/short-list.tsx';
import classes from '../parts/short-lists.module.css';
import { Status } from '../parts/status.tsx';
import { mayDo, useSession } from '../session/session.ts';
import { trialsQuery } from './customer-queries.ts';
import { useCustomerTexts } from './customer-texts.ts';

type Trial = components['schemas']['Trial'];

/** The newest trials of a customer; each can be started again. */
export function CustomerTrials({ customerId }: { readonly customerId: string }) {
  const texts = useCustomerTexts();
  const mayReset = mayDo(useSession(), 'trials:write');
  const [trial, setTrial] = useState<Trial>();
  return (
    <Section title={texts.trials}>
      <ShortList query={useQuery(trialsQuery(customerId))} empty={texts.noTrials}>
        {(each) => (
          <li key={each.id} className={classes.row}>
            <span className={classes.text}>
              {each.productId} · {each.deviceName}
            </span>
            <Status tone={each.status === 'Active' ? 'good' : 'off'}>
              {texts.trialStatuses[each.status]}
            </Status>
            <Moment at={each.expiresAt} />
            {each.resetAt === undefined ? (
              mayReset && (
                <Button
                  variant="default"
                  size="compact-xs"
                  aria-label={texts.resetOf(each.productId, each.deviceName)}
                  onClick={() => {
                    setTrial(each);
                  }}
                >
                  {texts.reset}
                </Button>
              )
            ) : (
              <span>{texts.isReset}</span>
            )}
          </li>
        )}
      </ShortList>
      {trial === undefined ? null : (
        <ResetDialog
          trial={trial}
          onClose={() => {
            setTrial(undefined);
          }}
        />
      )}
    </Section>
  );
}

function ResetDialog({ trial, onClose }: { readonly trial: Trial; readonly onClose: () => void }) {
  const texts = useCustomerTexts();
  const queryClient = useQueryClient();
  const form = usePageForm({ reason: '' });
  const send = async (values: typeof form.values) => {
    const params = { path: { id: trial.id } };
    await answer(api.POST('/api/trials/{id}/reset', { params, body: reasonIn(values) }));
    await queryClient.invalidateQueries({ queryKey: ['customer', trial.ownerId] });
    onClose();
  };
  return (
    <Dialog title={texts.resetOf(trial.productId, trial.deviceName)} onClose={onClose}>
      <DataForm form={form} fields={['reason']} submitLabel={texts.reset} send={send} onCancel={onClose}>
        <Text size="sm">{texts.resetText}</Text>
        <ReasonField form={form} />
      </DataForm>
    </Dialog>
  );
}
