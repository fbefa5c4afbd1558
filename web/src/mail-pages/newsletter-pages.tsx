import '@latchkey/ui/fields/fields.css';
import { Button, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  confirmSubscription,
  fetchChoice,
  type MailChoice,
  saveChoice,
  unsubscribe,
} from '../api/mail-links.ts';
import { FailurePage } from '../page/failure-page.tsx';
import { LoadingPage } from '../page/loading-page.tsx';
import { useMailTexts } from './mail-texts.ts';
import { CheckField } from '@latchkey/ui/fields/check-field.tsx';
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

/** `/newsletter/confirm` */
export function ConfirmNewsletterPage({ link }: LinkPageProps) {
  const { newsletter: texts } = useMailTexts();
  const action = useAction(() => confirmSubscription(link));
  if (action.result !== undefined) {
    return <DonePage title={texts.subscribed} text={texts.subscribedText(link.email)} />;
  }
  if (isExpired(action.failure)) {
    return <ExpiredPage text={texts.confirmExpired} />;
  }
  return (
    <ActionPage
      title={texts.confirmTitle}
      text={texts.confirmText(link.email)}
      label={texts.confirmLabel}
      action={action}
    />
  );
}

/** `/newsletter/unsubscribe` */
export function UnsubscribePage({ link }: LinkPageProps) {
  const { newsletter: texts } = useMailTexts();
  const action = useAction(() => unsubscribe(link));
  if (action.result !== undefined) {
    return <DonePage title={texts.unsubscribed} text={texts.unsubscribedText(link.email)} />;
  }
  if (isExpired(action.failure)) return <ExpiredPage text={texts.wrongLink} />;
  return (
    <ActionPage
      title={texts.unsubscribe}
      text={texts.unsubscribeText(link.email)}
      label={texts.unsubscribe}
      action={action}
    />
  );
}

/** `/newsletter/preferences` */
export function PreferencesPage({ link }: LinkPageProps) {
  const { newsletter: texts } = useMailTexts();
  const { data, error, refetch } = useQuery({
    queryKey: ['mail-choice', link.email],
    queryFn: ({ signal }) => fetchChoice(link, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (data !== undefined) return <ChoiceForm link={link} initial={data} />;
  if (isExpired(error)) return <ExpiredPage text={texts.wrongLink} />;
  if (error !== null) return <FailurePage failure={error} onRetry={() => void refetch()} />;
  return <LoadingPage title={texts.choiceTitle} width="narrow" />;
}

function ChoiceForm({ link, initial }: LinkPageProps & { readonly initial: MailChoice }) {
  const { newsletter: texts } = useMailTexts();
  const [choice, setChoice] = useState(initial);
  const action = useAction((next: MailChoice) => saveChoice(link, next));
  const { isSending, failure, result } = action;
  const isSaved =
    result?.newsletter === choice.newsletter && result.productUpdates === choice.productUpdates && !isSending;
  return (
    <CardPage title={texts.choiceTitle}>
      <Text>{texts.emailsTo(link.email)}</Text>
      <Stack gap="sm">
        <CheckField
          label={texts.newsletter}
          checked={choice.newsletter}
          onChange={({ currentTarget: { checked } }) => {
            setChoice({ ...choice, newsletter: checked });
          }}
        />
        <CheckField
          label={texts.productUpdates}
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
        {texts.save}
      </Button>
      <Text component="output" size="sm" ta="center" mih="1lh">
        {isSaved ? texts.saved : ''}
      </Text>
      <VisuallyHidden component="output">{isSending ? texts.saving : ''}</VisuallyHidden>
    </CardPage>
  );
}
