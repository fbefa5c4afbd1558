import type { components } from '@latchkey/sdk';
import { Anchor } from '@mantine/core';
import { useMoney } from '@latchkey/ui/texts/money.ts';
import { Moment } from '../parts/moment.tsx';
import { Deadline } from '../parts/deadline.tsx';
import { Section } from '../parts/section.tsx';
import { Status, type Tone } from '../parts/status.tsx';
import classes from './order-page.module.css';
import { useOrderTexts } from './order-texts.ts';

type Order = components['schemas']['OrderDetails'];
type Dispute = Order['disputes'][number];

const TONES: Readonly<Record<Dispute['status'], Tone>> = { Open: 'bad', Won: 'good', Lost: 'off' };

/** What banks claim back of an order, by when to answer and where, and what the issuers of cards warn of. */
export function OrderDisputes({ order: { disputes, fraudWarnings } }: { readonly order: Order }) {
  const texts = useOrderTexts();
  if (disputes.length + fraudWarnings.length === 0) return null;
  return (
    <Section title={texts.disputes}>
      <ul className={classes.rows}>
        {disputes.map((dispute) => (
          <DisputeRow key={dispute.id} dispute={dispute} />
        ))}
        {fraudWarnings.map(({ paymentId, reason, createdAt }) => (
          <li key={`${paymentId} ${createdAt}`} className={classes.row}>
            <Status tone="waiting">{texts.fraudWarning}</Status>
            <span className={classes.text}>{reason}</span>
            <Moment at={createdAt} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function DisputeRow({ dispute }: { readonly dispute: Dispute }) {
  const { status, handledBy, amount, reason, answerBy, providerUrl, createdAt } = dispute;
  const texts = useOrderTexts();
  const money = useMoney();
  const isDue = status === 'Open' && handledBy === 'Vendor' && answerBy !== undefined;
  return (
    <li className={classes.row}>
      <Status tone={TONES[status]}>
        {status === 'Open' && !isDue ? texts.disputeAnswered : texts.disputeStatuses[status]}
      </Status>
      <div className={classes.text}>
        <div>{reason}</div>
        {handledBy === 'Provider' ? <div className={classes.note}>{texts.ofProvider}</div> : null}
        {isDue ? (
          <div>
            {texts.answerBy} <Deadline at={answerBy} />
          </div>
        ) : null}
        {providerUrl === undefined ? null : (
          <Anchor href={providerUrl} target="_blank" rel="noreferrer" size="sm">
            {isDue ? texts.answerAtProvider : texts.seeAtProvider}
          </Anchor>
        )}
      </div>
      <span className={classes.amount}>{money(amount.amount, amount.currency)}</span>
      <Moment at={createdAt} />
    </li>
  );
}
