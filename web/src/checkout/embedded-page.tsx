import { Button, Loader } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { type Checkout, type CheckoutKey, returnToCheckout } from '../api/checkout.ts';
import { useTexts } from './checkout-texts.ts';
import { useOutcomeTexts } from './outcome-texts.ts';
import { LockIcon } from '../page/icons.tsx';
import { WarningIcon } from '@latchkey/ui/icons.tsx';
import { ErrorLine } from '@latchkey/ui/error-line.tsx';
import { MessagePage } from '../page/message-page.tsx';
import type { FormContinuation } from './continuation.ts';
import classes from './embedded-page.module.css';
import { GiveUp } from './give-up.tsx';
import { notStoppedText } from './not-stopped.ts';
import { OrderPaper } from './order-paper.tsx';
import { useReturn } from './status-pages.tsx';
import { showForm } from './stripe-script.ts';
import { useCartChange } from './use-cart-change.ts';

interface EmbeddedPageProps {
  readonly checkoutKey: CheckoutKey;
  readonly checkout: Checkout;
  readonly form: FormContinuation;
  /** This page sent the payment; if not, the buyer has returned from a bank, or reloaded the page. */
  readonly wasSent: boolean;
  readonly takesFocus: boolean;
  /** Cancels this payment, and pays on the page of the provider. */
  readonly onElsewhere: () => void;
  readonly isLeaving: boolean;
  /** The reason why that failed. */
  readonly failure: Error | null;
}

/** The payment form of the provider as a part of this page; without it, a link to the provider's own page. */
export function EmbeddedPage(props: EmbeddedPageProps) {
  const { checkoutKey, checkout, form, wasSent, takesFocus, isLeaving } = props;
  const texts = { ...useTexts(), ...useOutcomeTexts() };
  const { embedded } = texts;
  const done = useCartChange(checkoutKey, () => returnToCheckout(checkoutKey));
  const [isComplete, setComplete] = useState(false);
  const isReturning = useReturn(checkoutKey, !wasSent);
  const { place, state } = useForm(isReturning ? undefined : form, () => {
    setComplete(true);
    done.change(undefined);
  });
  useDocumentTitle(texts.checkout.titleOf(embedded.title, checkout.vendor.name));
  if (state === 'Failed') return <FailedForm {...props} />;
  const waiting = isComplete ? texts.progress.waiting : embedded.loading;
  return (
    <MessagePage
      owner={checkout.vendor}
      icon={isComplete ? <Loader size={28} aria-hidden="true" /> : <LockIcon size={28} />}
      title={isComplete ? texts.progress.processing : embedded.title}
      takesFocus={takesFocus}
      text={isComplete ? texts.progress.text : embedded.text}
      actions={
        <>
          <div ref={place} className={classes.form} hidden={isComplete} />
          {isComplete || state === 'Loading' ? <output>{waiting}</output> : null}
          {isComplete ? null : (
            <GiveUp checkoutKey={checkoutKey} isDisabled={isLeaving}>
              {texts.progress.giveUp}
            </GiveUp>
          )}
        </>
      }
    >
      <OrderPaper checkout={checkout} />
    </MessagePage>
  );
}

/** The form cannot be shown here: the buyer goes to the page of the provider. */
function FailedForm(props: EmbeddedPageProps) {
  const { checkoutKey, checkout, onElsewhere, isLeaving, failure } = props;
  const texts = { ...useTexts(), ...useOutcomeTexts() };
  const { embedded, progress } = texts;
  return (
    <MessagePage
      owner={checkout.vendor}
      icon={<WarningIcon size={28} />}
      tone="bad"
      title={embedded.failed}
      takesFocus
      text={embedded.failedText}
      actions={
        <>
          <Button size="lg" loading={isLeaving} onClick={onElsewhere}>
            {embedded.elsewhere}
          </Button>
          {failure === null || isLeaving ? null : <ErrorLine>{notStoppedText(failure, texts)}</ErrorLine>}
          <GiveUp checkoutKey={checkoutKey} isDisabled={isLeaving}>
            {progress.giveUp}
          </GiveUp>
        </>
      }
    >
      <OrderPaper checkout={checkout} />
    </MessagePage>
  );
}

/** Shows the form in `place` as long as the page exists. */
function useForm(form: FormContinuation | undefined, onComplete: () => void) {
  const place = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<'Loading' | 'Shown' | 'Failed'>('Loading');
  const completed = useRef(onComplete);
  useEffect(() => {
    completed.current = onComplete;
  });
  const { script, parameters: { clientSecret = '', publishableKey = '' } = {} } = form ?? {};
  useEffect(() => {
    if (place.current === null || script === undefined) return undefined;
    const life = new AbortController();
    const settle = (next: 'Shown' | 'Failed') => {
      if (!life.signal.aborted) setState(next);
    };
    const options = {
      script,
      parameters: { clientSecret, publishableKey },
      onComplete: () => {
        completed.current();
      },
    };
    showForm(place.current, options, life.signal).then(
      () => {
        settle('Shown');
      },
      () => {
        settle('Failed');
      },
    );
    return () => {
      life.abort();
    };
  }, [script, clientSecret, publishableKey]);
  return { place, state };
}
