import '@mantine/core/styles/Checkbox.layer.css';
import { Button, Checkbox, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  confirmSubscription,
  fetchChoice,
  type MailChoice,
  saveChoice,
  unsubscribe,
} from '../api/mail-links.ts';
import { FailurePage } from '../ui/failure-page.tsx';
import { LoadingPage } from '../ui/loading-page.tsx';
import type { LinkCode } from './link-code.ts';
import {
  ActionPage,
  CardPage,
  DonePage,
  ExpiredPage,
  FailureNotice,
  isExpired,
  useAction,
} from './mail-page.tsx';

interface LinkPageProps {
  readonly link: LinkCode;
}

const WRONG_LINK = 'Use the link in our newest email instead.';

/** `/newsletter/confirm` */
export function ConfirmNewsletterPage({ link }: LinkPageProps) {
  const action = useAction(() => confirmSubscription(link));
  if (action.result !== undefined) {
    return (
      <DonePage
        title="You are subscribed"
        text={`We’ll write to ${link.email}. Each of our emails has a link to unsubscribe.`}
      />
    );
  }
  if (isExpired(action.failure)) {
    return (
      <ExpiredPage text="The link was already used or is older than 7 days. Subscribe again at the shop." />
    );
  }
  return (
    <ActionPage
      title="Confirm your subscription"
      text={`Do you want emails from us at ${link.email}?`}
      label="Confirm subscription"
      action={action}
    />
  );
}

/** `/newsletter/unsubscribe` */
export function UnsubscribePage({ link }: LinkPageProps) {
  const action = useAction(() => unsubscribe(link));
  if (action.result !== undefined) {
    return (
      <DonePage
        title="You are unsubscribed"
        text={`We’ll send no more newsletters or product updates to ${link.email}. You still get receipts and security emails.`}
      />
    );
  }
  if (isExpired(action.failure)) return <ExpiredPage text={WRONG_LINK} />;
  return (
    <ActionPage
      title="Unsubscribe"
      text={`Stop all newsletters and product updates to ${link.email}?`}
      label="Unsubscribe"
      action={action}
    />
  );
}

/** `/newsletter/preferences` */
export function PreferencesPage({ link }: LinkPageProps) {
  const { data, error, refetch } = useQuery({
    queryKey: ['mail-choice', link.email],
    queryFn: ({ signal }) => fetchChoice(link, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (data !== undefined) return <ChoiceForm link={link} initial={data} />;
  if (isExpired(error)) return <ExpiredPage text={WRONG_LINK} />;
  if (error !== null) return <FailurePage failure={error} onRetry={() => void refetch()} />;
  return <LoadingPage title="Choose what we send you" width="narrow" />;
}

function ChoiceForm({ link, initial }: LinkPageProps & { readonly initial: MailChoice }) {
  const [choice, setChoice] = useState(initial);
  const action = useAction((next: MailChoice) => saveChoice(link, next));
  const { isSending, failure, result } = action;
  const isSaved =
    result?.newsletter === choice.newsletter && result.productUpdates === choice.productUpdates && !isSending;
  return (
    <CardPage title="Choose what we send you">
      <Text>{`Emails to ${link.email}`}</Text>
      <Stack gap="sm">
        <Checkbox
          size="md"
          label="Newsletter"
          checked={choice.newsletter}
          onChange={({ currentTarget: { checked } }) => {
            setChoice({ ...choice, newsletter: checked });
          }}
        />
        <Checkbox
          size="md"
          label="Product updates"
          checked={choice.productUpdates}
          onChange={({ currentTarget: { checked } }) => {
            setChoice({ ...choice, productUpdates: checked });
          }}
        />
      </Stack>
      {isSending ? null : <FailureNotice failure={failure} />}
      <Button
        size="lg"
        fullWidth
        loading={isSending}
        onClick={() => {
          action.run(choice);
        }}
      >
        Save
      </Button>
      <Text component="output" size="sm" ta="center" mih="1lh">
        {isSaved ? 'Saved.' : ''}
      </Text>
      <VisuallyHidden component="output">{isSending ? 'Saving.' : ''}</VisuallyHidden>
    </CardPage>
  );
}
