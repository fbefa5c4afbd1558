import type { components } from '@latchkey/sdk';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { answer, api } from '../api/client.ts';
import { StepDialog } from '../form/step-dialog.tsx';
import { Moment } from '../parts/moment.tsx';
import { Section } from '../parts/section.tsx';
import { ShortList } from '../parts/short-list.tsx';
import classes from '../parts/short-lists.module.css';
import { Status, type Tone } from '../parts/status.tsx';
import { mayDo, useSession } from '../session/session.ts';
import { useTexts } from '../texts/dashboard-texts.ts';
import { mailsQuery } from './customer-queries.ts';
import { useCustomerTexts } from './customer-texts.ts';

type Mail = components['schemas']['CustomerMail'];

const TONES: Readonly<Record<Mail['status'], Tone>> = {
  Queued: 'waiting',
  Sent: 'good',
  Kept: 'off',
  Failed: 'bad',
};

interface CustomerMailsProps {
  readonly customer: Pick<components['schemas']['Customer'], 'id' | 'email'>;
}

/** The newest mails to a customer, whether they arrived, and how to send one again. */
export function CustomerMails({ customer: { id: customerId, email } }: CustomerMailsProps) {
  const { customers } = useTexts();
  const texts = useCustomerTexts();
  const session = useSession();
  const maySend = mayDo(session, 'customers:write') && mayDo(session, 'orders:write');
  const [mail, setMail] = useState<Mail>();
  // However often it is sent, one mail goes out.
  const [key, setKey] = useState('');
  return (
    <Section title={customers.mails}>
      <ShortList query={useQuery(mailsQuery(customerId))} empty={customers.noMails}>
        {(each) => (
          <li key={each.id} className={classes.row}>
            <span className={classes.text}>
              {[each.subject, each.failure === 'LinkEnded' ? texts.linkEnded : each.failure]
                .filter(Boolean)
                .join(' · ')}
            </span>
            <Status tone={TONES[each.status]}>{customers.mailStatuses[each.status]}</Status>
            <Moment at={each.createdAt} />
            {maySend && each.canSendAgain ? (
              <Button
                variant="default"
                size="compact-xs"
                aria-label={texts.sendAgainOf(each.subject)}
                onClick={() => {
                  setKey(crypto.randomUUID());
                  setMail(each);
                }}
              >
                {texts.sendAgain}
              </Button>
            ) : null}
          </li>
        )}
      </ShortList>
      {mail === undefined ? null : (
        <StepDialog
          title={texts.sendAgainOf(mail.subject)}
          text={texts.sendAgainText(email)}
          submitLabel={texts.sendAgain}
          send={() => {
            const params = {
              path: { idOrEmail: customerId, mailId: mail.id },
              header: { 'idempotency-key': key },
            };
            return answer(api.POST('/api/customers/{idOrEmail}/mails/{mailId}/send-again', { params }));
          }}
          onClose={() => {
            setMail(undefined);
          }}
        />
      )}
    </Section>
  );
}
