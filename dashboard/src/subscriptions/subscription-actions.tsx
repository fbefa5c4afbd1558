import { Button } from '@mantine/core';
import { useState } from 'react';
import { mayDo, useSession } from '../session/session.ts';
import { ExtendDialog } from './extend-dialog.tsx';
import { MergeDialog } from './merge-dialog.tsx';
import { StepDialog } from './step-dialog.tsx';
import type { Subscription } from './subscription-queries.ts';
import { possibleSteps, type Step } from './subscription-steps.ts';
import { useSubscriptionTexts } from './subscription-texts.ts';

/** What support does with a subscription. */
export function SubscriptionActions({ subscription }: { readonly subscription: Subscription }) {
  const texts = useSubscriptionTexts();
  const [step, setStep] = useState<Step>();
  const close = () => {
    setStep(undefined);
  };
  if (!mayDo(useSession(), 'subscriptions:write')) return null;
  return (
    <>
      {possibleSteps(subscription).map((each) => (
        <Button
          key={each}
          variant="default"
          size="xs"
          onClick={() => {
            setStep(each);
          }}
        >
          {texts[each]}
        </Button>
      ))}
      {step === undefined ? null : step === 'extend' ? (
        <ExtendDialog id={subscription.id} onClose={close} />
      ) : step === 'merge' ? (
        <MergeDialog subscription={subscription} onClose={close} />
      ) : (
        <StepDialog id={subscription.id} step={step} onClose={close} />
      )}
    </>
  );
}
