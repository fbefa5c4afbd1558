import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { fetchManaged } from '../api/subscription-links.ts';
import { isFramed, notifySubscriptionEmbedder } from '../embedding/embedder.ts';
import { type FrameMessage, useFrame } from '../embedding/use-frame.ts';
import { FailurePage } from '../page/failure-page.tsx';
import { LoadingPage } from '../page/loading-page.tsx';
import { ChangeMethod } from './change-method.tsx';
import type { LinkCode } from './link-code.ts';
import { CardPage, ExpiredPage, isExpired } from './mail-page.tsx';
import { useMailTexts } from './mail-texts.ts';

/**
 * `/account/payment-method`: changes the payment method of a subscription, without signing in. In a frame, it tells the
 * page around it when the method is saved, and when its reader is done (extended API, section C).
 */
export function MethodPage({ link: { code, returnUrl } }: { readonly link: LinkCode }) {
  const { subscription: texts } = useMailTexts();
  const [isSaved, setSaved] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: ['managed-subscription', code],
    queryFn: ({ signal }) => fetchManaged(code, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
  useFrame({ isReady: data !== undefined, isCompleted: isSaved, tell });
  if (isExpired(error)) return <ExpiredPage text={texts.expired} />;
  if (error !== null) return <FailurePage failure={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <LoadingPage title={texts.methodTitle} width="narrow" />;
  const { content, paymentMethod, endedAt, status } = data.subscription;
  const { name } = content.type === 'Product' ? content.product : content.bundle;
  return (
    <CardPage title={texts.methodTitle}>
      <Text fw={600}>{name}</Text>
      <Text>
        {paymentMethod === undefined
          ? texts.noMethod
          : texts.method(paymentMethod.brand, paymentMethod.last4 ?? '')}
      </Text>
      {endedAt !== undefined || status === 'Completed' ? (
        <Text>{texts.ended}</Text>
      ) : (
        <ChangeMethod
          token={code}
          returnUrl={returnUrl}
          onSaved={() => {
            setSaved(true);
            notifySubscriptionEmbedder({ event: 'updated-payment-method' });
          }}
        />
      )}
      <Leave isSaved={isSaved} returnUrl={returnUrl} />
    </CardPage>
  );
}

/** Deployed shops know no other messages of this page. */
function tell(message: FrameMessage): void {
  if (message.event === 'close') notifySubscriptionEmbedder(message);
}

interface LeaveProps {
  readonly isSaved: boolean;
  readonly returnUrl: string | undefined;
}

/** In a frame, asks the page around it to close it; elsewhere, leads back. */
function Leave({ isSaved, returnUrl }: LeaveProps) {
  const { subscription: texts } = useMailTexts();
  if (isFramed())
    return (
      <Button
        variant="subtle"
        fullWidth
        onClick={() => {
          notifySubscriptionEmbedder({ event: 'close', completed: isSaved });
        }}
      >
        {texts.close}
      </Button>
    );
  if (returnUrl === undefined) return null;
  return (
    <Button variant="subtle" fullWidth component="a" href={returnUrl}>
      {texts.back}
    </Button>
  );
}
