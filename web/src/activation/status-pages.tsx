import { useDocumentTitle } from '@mantine/hooks';
import type { Activation } from '../api/activation.ts';
import { BrokenLinkIcon, CheckIcon, ClockIcon, CrossIcon } from '../ui/icons.tsx';
import { MessagePage } from '../ui/message-page.tsx';
import type { PageOwner } from '../ui/page-frame.tsx';
import { daysText } from './activation-ways.ts';
import classes from './status-pages.module.css';
import type { Waiting } from './use-completion.ts';

interface DeadEndProps {
  readonly owner: PageOwner | undefined;
}

/** The address leads to no activation. */
export function UnknownActivationPage({ owner }: DeadEndProps) {
  const title = 'We cannot find this activation';
  useDocumentTitle(title);
  return (
    <MessagePage
      owner={owner}
      icon={<BrokenLinkIcon size={28} />}
      title={title}
      text="The link is incomplete or no longer valid. Go back to the app and start the activation there again."
    />
  );
}

interface ExpiredPageProps extends DeadEndProps {
  /** It was open when its time was over. */
  readonly takesFocus: boolean;
}

/** Nobody approved the request in time. */
export function ExpiredPage({ owner, takesFocus }: ExpiredPageProps) {
  const title = 'This activation has expired';
  useDocumentTitle(title);
  return (
    <MessagePage
      owner={owner}
      icon={<ClockIcon size={28} />}
      title={title}
      text="For your security, these links work for one hour. Go back to the app and start the activation there again."
      takesFocus={takesFocus}
    />
  );
}

interface StatusPageProps {
  readonly owner: PageOwner;
  readonly activation: Activation;
  /** It became so on this page. */
  readonly takesFocus: boolean;
}

/** Somebody declined. */
export function CancelledPage({ owner, activation, takesFocus }: StatusPageProps) {
  const title = 'Activation cancelled';
  useDocumentTitle(`${title} – ${owner.name}`);
  return (
    <MessagePage
      owner={owner}
      icon={<CrossIcon size={28} />}
      title={title}
      text={`Nothing was activated, and you can close this page. If you change your mind, start the activation in ${activation.product.name} again.`}
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
  const title = isTrial ? `Your trial of ${product.name} is running` : `${product.name} is activated`;
  const wayBack = `Return to ${product.name} on “${deviceName}” to continue.`;
  useDocumentTitle(`${title} – ${owner.name}`);
  return (
    <MessagePage
      owner={owner}
      icon={<CheckIcon size={28} />}
      tone="good"
      title={title}
      takesFocus={takesFocus}
      text={
        isTrial && trial !== undefined
          ? `${wayBack} You have ${daysText(trial.numberOfDaysRemaining)}.`
          : wayBack
      }
      actions={
        <output className={classes.progress} data-is-done={activation.status === 'Completed' || undefined}>
          {progressText(activation, waiting)}
        </output>
      }
    />
  );
}

function progressText({ status, product }: Activation, waiting: Waiting): string {
  if (status === 'Completed') return `${product.name} is ready. You can close this page.`;
  switch (waiting) {
    case 'Usual':
      return `Waiting for ${product.name} to pick up its license…`;
    case 'Slow':
      return `${product.name} has not picked up its license yet. Make sure that it is running and connected to the internet.`;
    case 'Offline':
      return 'The connection is lost. This page keeps trying.';
    case 'GivenUp':
      return `${product.name} did not pick up its license in time. Start the activation there again; that takes no further activation.`;
  }
}
