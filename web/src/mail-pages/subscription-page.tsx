import { Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { use, useState } from 'react';
import { formatDay } from '@latchkey/ui/texts/dates.ts';
import { LanguageOfPage } from '@latchkey/ui/texts/language.ts';
import { useMoney } from '@latchkey/ui/texts/money.ts';
import {
  cancelManaged,
  fetchManaged,
  type ManagedSubscription,
  renewManaged,
  resumeManaged,
} from '../api/subscription-links.ts';
import { FailurePage } from '../page/failure-page.tsx';
import { LoadingPage } from '../page/loading-page.tsx';
import { ChangeMethod } from './change-method.tsx';
import type { LinkCode } from './link-code.ts';
import { CardPage, ExpiredPage, FailureNotice, isExpired, useAction } from './mail-page.tsx';
import { useMailTexts } from './mail-texts.ts';

interface LinkPageProps {
  readonly link: LinkCode;
}

/** `/account/subscription`: what mails about a subscription lead to, without signing in. */
export function SubscriptionPage({ link: { code } }: LinkPageProps) {
  const { subscription: texts } = useMailTexts();
  const { data, error, refetch } = useQuery({
    queryKey: ['managed-subscription', code],
    queryFn: ({ signal }) => fetchManaged(code, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (data !== undefined) return <Managed token={code} initial={data} />;
  if (isExpired(error)) return <ExpiredPage text={texts.expired} />;
  if (error !== null) return <FailurePage failure={error} onRetry={() => void refetch()} />;
  return <LoadingPage title={texts.title} width="narrow" />;
}

interface ManagedProps {
  readonly token: string;
  readonly initial: ManagedSubscription;
}

function Managed({ token, initial }: ManagedProps) {
  const { subscription: texts } = useMailTexts();
  const [isCancelling, setCancelling] = useState(false);
  // The latest answer, of whatever was done last: both can be done again and again.
  const [current, setCurrent] = useState(initial);
  const show = (next: ManagedSubscription): ManagedSubscription => {
    setCurrent(next);
    setCancelling(false);
    return next;
  };
  const cancel = useAction<void, ManagedSubscription>(async () => show(await cancelManaged(token)));
  if (isCancelling)
    return (
      <CardPage title={texts.cancelTitle} takesFocus>
        <Text>{texts.cancelText}</Text>
        {cancel.isSending ? null : <FailureNotice failure={cancel.failure} />}
        <Button
          size="lg"
          fullWidth
          loading={cancel.isSending}
          onClick={() => {
            cancel.run(undefined);
          }}
        >
          {texts.cancelLabel}
        </Button>
        <Button
          variant="subtle"
          fullWidth
          onClick={() => {
            setCancelling(false);
          }}
        >
          {texts.keep}
        </Button>
      </CardPage>
    );
  const { cancellable } = current.subscription;
  return (
    <CardPage title={texts.title} takesFocus={current !== initial}>
      <Facts managed={current} />
      {current.payUrl === undefined ? null : (
        <Button size="lg" fullWidth component="a" href={current.payUrl}>
          {texts.pay}
        </Button>
      )}
      {cancellable ? <ChangeMethod token={token} /> : null}
      <Return token={token} managed={current} onDone={show} />
      {cancellable ? (
        <Button
          variant="subtle"
          fullWidth
          onClick={() => {
            setCancelling(true);
          }}
        >
          {texts.cancel}
        </Button>
      ) : null}
    </CardPage>
  );
}

interface ReturnProps {
  readonly token: string;
  readonly managed: ManagedSubscription;
  readonly onDone: (next: ManagedSubscription) => ManagedSubscription;
}

/** The way back from a cancellation: taken back until the end of what is paid; in the grace after it, only a payment goes on. */
function Return({ token, managed: { subscription, payUrl }, onDone }: ReturnProps) {
  const { subscription: texts } = useMailTexts();
  const isOver = useIsOver(subscription);
  const goOn = useAction<void, ManagedSubscription>(async () => {
    if (!isOver) return onDone(await resumeManaged(token));
    const next = await renewManaged(token);
    if (next.payUrl !== undefined) window.location.assign(next.payUrl);
    return onDone(next);
  });
  if (subscription.status !== 'Cancelled' || subscription.mergedInto !== undefined) return null;
  if (isOver && payUrl !== undefined) return null;
  return (
    <>
      {goOn.isSending ? null : <FailureNotice failure={goOn.failure} />}
      <Button
        fullWidth
        loading={goOn.isSending}
        onClick={() => {
          goOn.run(undefined);
        }}
      >
        {isOver ? texts.renew : texts.resume}
      </Button>
    </>
  );
}

/** Whether what is paid of a cancelled subscription is over. */
function useIsOver({ cancelAt }: ManagedSubscription['subscription']): boolean {
  const [now] = useState(() => Date.now());
  return cancelAt !== undefined && Date.parse(cancelAt) <= now;
}

function Facts({ managed: { subscription, payUrl } }: { readonly managed: ManagedSubscription }) {
  const { subscription: texts } = useMailTexts();
  const { locale } = use(LanguageOfPage);
  const { content, total, status, nextPaymentScheduledAt, expiresAt, cancelAt } = subscription;
  const { hasPaymentMethod, cancellable } = subscription;
  const isOver = useIsOver(subscription);
  const { name } = content.type === 'Product' ? content.product : content.bundle;
  const money = useMoney();
  const amount = money(total.due.amount, total.due.currency);
  return (
    <Stack gap={4}>
      <Text fw={600}>{name}</Text>
      {payUrl === undefined ? null : <Text>{texts.due}</Text>}
      {nextPaymentScheduledAt === null ? null : (
        <Text>{texts.renews(amount, formatDay(nextPaymentScheduledAt, locale))}</Text>
      )}
      {status === 'Cancelled' ? (
        <Text>{texts.ends(formatDay(isOver ? expiresAt : (cancelAt ?? expiresAt), locale))}</Text>
      ) : null}
      {status !== 'Cancelled' && !cancellable ? <Text>{texts.ended}</Text> : null}
      {cancellable && !hasPaymentMethod ? <Text>{texts.noMethod}</Text> : null}
    </Stack>
  );
}
