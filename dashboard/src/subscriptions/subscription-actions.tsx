import { useState } from 'react';
import { PageActions } from '../parts/page-actions.tsx';
import { mayDo, useSession } from '../session/session.ts';
import { CancelDialog } from './cancel-dialog.tsx';
import { ChangeDialog } from './change-dialog.tsx';
import { CompDialog, ExtendDialog } from './gift-dialog.tsx';
import { MergeDialog } from './merge-dialog.tsx';
import { PauseDialog } from './pause-dialog.tsx';
import { StepDialog } from './step-dialog.tsx';
import type { Subscription } from './subscription-queries.ts';
import { possibleSteps, type Step } from './subscription-steps.ts';
import { useSubscriptionTexts } from './subscription-texts.ts';

/** What support does with a subscription. */
export function SubscriptionActions({ subscription }: { readonly subscription: Subscription }) {
  const texts = useSubscriptionTexts();
  const [step, setStep] = useState<Step>();
  if (!mayDo(useSession(), 'subscriptions:write')) return null;
  return (
    <>
      <PageActions
        actions={possibleSteps(subscription)}
        labels={texts}
        dangerous={['cancel', 'end']}
        onChoose={setStep}
      />
      {step === undefined ? null : (
        <DialogOf
          subscription={subscription}
          step={step}
          onClose={() => {
            setStep(undefined);
          }}
        />
      )}
    </>
  );
}

interface DialogOfProps {
  readonly subscription: Subscription;
  readonly step: Step;
  readonly onClose: () => void;
}

function DialogOf({ subscription, step, onClose }: DialogOfProps) {
  const { id } = subscription;
  switch (step) {
    case 'change':
      return <ChangeDialog subscription={subscription} onClose={onClose} />;
    case 'pause':
      return <PauseDialog id={id} onClose={onClose} />;
    case 'extend':
      return <ExtendDialog id={id} onClose={onClose} />;
    case 'comp':
      return <CompDialog id={id} onClose={onClose} />;
    case 'merge':
      return <MergeDialog subscription={subscription} onClose={onClose} />;
    case 'cancel':
    case 'end':
      return <CancelDialog subscription={subscription} step={step} onClose={onClose} />;
    default:
      return <StepDialog id={id} step={step} onClose={onClose} />;
  }
}
