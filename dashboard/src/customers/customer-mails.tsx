import type { components } from '@latchkey/sdk';
import { useQuery } from '@tanstack/react-query';
import { Moment } from '../parts/moment.tsx';
import { Section } from '../parts/section.tsx';
import { ShortList } from '../parts/short-list.tsx';
import classes from '../parts/short-lists.module.css';
import { Status, type Tone } from '../parts/status.tsx';
import { useTexts } from '../texts/dashboard-texts.ts';
import { mailsQuery } from './customer-queries.ts';

type MailState = components['schemas']['MailStatus'];

const TONES: Readonly<Record<MailState, Tone>> = {
  Queued: 'waiting',
  Sent: 'good',
  Kept: 'off',
  Failed: 'bad',
};

/** The newest mails to a customer, and whether they arrived. */
export function CustomerMails({ customerId }: { readonly customerId: string }) {
  const { customers } = useTexts();
  return (
    <Section title={customers.mails}>
      <ShortList query={useQuery(mailsQuery(customerId))} empty={customers.noMails}>
        {({ id, subject, status, failure, createdAt }) => (
          <li key={id} className={classes.row}>
            <span className={classes.text}>{[subject, failure].filter(Boolean).join(' · ')}</span>
            <Status tone={TONES[status]}>{customers.mailStatuses[status]}</Status>
            <Moment at={createdAt} />
          </li>
        )}
      </ShortList>
    </Section>
  );
}
