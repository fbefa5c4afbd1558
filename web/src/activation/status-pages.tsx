import { useDocumentTitle } from '@mantine/hooks';
import type { Activation } from '../api/activation.ts';
import type { ActivationTexts } from './activation-en.ts';
import { useActivationTexts } from './activation-texts.ts';
import { BrokenLinkIcon, ClockIcon, CrossIcon } from '../page/icons.tsx';
import { CheckIcon } from '@latchkey/ui/icons.tsx';
import { MessagePage } from '../page/message-page.tsx';
import type { PageOwner } from '../page/page-frame.tsx';
import classes from './status-pages.module.css';
import type { Waiting } from './use-completion.ts';

interface DeadEndProps {
  readonly owner: PageOwner | undefined;
}

/** The address leads to no activation. */
export function UnknownActivationPage({ owner }: DeadEndProps) {
  const { title, text } = useActivationTexts().unknown;
  useDocumentTitle(title);
  return <MessagePage owner={owner} icon={<BrokenLinkIcon size={28} />} title={title} text={text} />;
}

interface ExpiredPageProps extends DeadEndProps {
  /** It was open when it expired. */
  readonly takesFocus: boolean;
}

/** Nobody approved the request in time. */
export function ExpiredPage({ owner, takesFocus }: ExpiredPageProps) {
  const { title, text } = useActivationTexts().expired;
  useDocumentTitle(title);
  return (
    <MessagePage
      owner={owner}
      icon={<ClockIcon size={28} />}
      title={title}
      text={text}
      takesFocus={takesFocus}
    />
  );
}

interface StatusPageProps {
  readonly owner: PageOwner;
  readonly activation: Activation;
  /** It changed to this state on this page. */
  readonly takesFocus: boolean;
}

/** The request was declined. */
export function CancelledPage({ owner, activation, takesFocus }: StatusPageProps) {
  const { cancelled, titleOf } = useActivationTexts();
  useDocumentTitle(titleOf(cancelled.title, owner.name));
  return (
    <MessagePage
      owner={owner}
      icon={<CrossIcon size={28} />}
      title={cancelled.title}
      text={cancelled.text(activation.product.name)}
      takesFocus={takesFocus}
    />
  );
}

interface ApprovedPageProps extends StatusPageProps {
  readonly waiting: Waiting;
}

/** The device is activated; the app fetches its token, or has. */
export function ApprovedPage({ owner, activation, takesFocus, waiting }: ApprovedPageProps) {
  const { product, deviceName, fulfillmentType, trialEligibility: trial } = activation;
  const isTrial = fulfillmentType === 'Trial';
  const { approved, days, titleOf } = useActivationTexts();
  const doneTitle = isTrial ? approved.trialTitle(product.name) : approved.title(product.name);
  const title = activation.status === 'Completed' ? doneTitle : approved.almost;
  const wayBack = approved.goBack(product.name, deviceName);
  useDocumentTitle(titleOf(title, owner.name));
  return (
    <MessagePage
      owner={owner}
      icon={<CheckIcon size={28} />}
      tone="good"
      title={title}
      takesFocus={takesFocus}
      text={
        isTrial && trial !== undefined
          ? `${wayBack} ${approved.left(days(trial.numberOfDaysRemaining))}`
          : wayBack
      }
      actions={
        <output className={classes.progress} data-is-done={activation.status === 'Completed' || undefined}>
          {progressText(activation, waiting, approved)}
        </output>
      }
    />
  );
}

function progressText(
  { status, product }: Activation,
  waiting: Waiting,
  texts: ActivationTexts['approved'],
): string {
  if (status === 'Completed') return texts.ready(product.name);
  switch (waiting) {
    case 'Usual':
      return texts.waiting(product.name);
    case 'Slow':
      return texts.slow(product.name);
    case 'Offline':
      return texts.offline;
    case 'GivenUp':
      return texts.missed(product.name);
  }
}
