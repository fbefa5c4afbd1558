import type { components } from '@latchkey/sdk';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { answer, api } from '../api/client.ts';
import { StepDialog } from '../form/step-dialog.tsx';
import { Deadline } from '../parts/deadline.tsx';
import { Section } from '../parts/section.tsx';
import classes from '../parts/short-lists.module.css';
import { mayDo, useSession } from '../session/session.ts';
import { mergeRequestsQuery } from './customer-queries.ts';
import { useCustomerTexts } from './customer-texts.ts';

type MergeRequest = components['schemas']['MergeRequest'];

/** What a customer, or somebody else about them, was asked by mail; nothing where nobody was. */
export function MergeRequests({ customerId }: { readonly customerId: string }) {
  const texts = useCustomerTexts();
  const mayTakeBack = mayDo(useSession(), 'customers:write');
  const [request, setRequest] = useState<MergeRequest>();
  const { data } = useQuery(mergeRequestsQuery(customerId));
  if (data === undefined || data.items.length === 0) return null;
  return (
    <Section title={texts.merge}>
      <ul className={classes.rows}>
        {data.items.map((each) => (
          <li key={each.from.id} className={classes.row}>
            <span className={classes.text}>
              {texts.mergeWaits(each.from.email, each.into.email)} {each.reason}
            </span>
            <span>
              {texts.mergeUntil} <Deadline at={each.consentUntil} />
            </span>
            {mayTakeBack ? (
              <Button
                variant="default"
                size="compact-xs"
                onClick={() => {
                  setRequest(each);
                }}
              >
                {texts.mergeTakeBack}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      {request === undefined ? null : (
        <StepDialog
          title={texts.mergeTakeBack}
          text={texts.mergeTakeBackText}
          submitLabel={texts.mergeTakeBack}
          send={() => {
            const params = { path: { idOrEmail: request.into.id, fromId: request.from.id } };
            return answer(api.DELETE('/api/customers/{idOrEmail}/merge/{fromId}', { params }));
          }}
          onClose={() => {
            setRequest(undefined);
          }}
        />
      )}
    </Section>
  );
}
