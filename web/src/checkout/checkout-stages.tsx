import { lazy, Suspense, use, useEffect, useState } from 'react';
import type { Checkout, CheckoutKey } from '../api/checkout.ts';
import { isUnderWay } from '../api/order-progress.ts';
import { ConnectionLost } from '@latchkey/ui/failures/failures.ts';
import { LoadingPage } from '../page/loading-page.tsx';
import { billingRules } from './billing.ts';
import { useTexts } from './checkout-texts.ts';
import { formContinuation } from './continuation.ts';
import { LanguageOfPage } from '@latchkey/ui/texts/language.ts';
import { outcomeTexts } from './outcome-texts.ts';
import { PayPage } from './pay-page.tsx';
import { useFieldErrors, usePaymentForm } from './use-payment-form.ts';
import { usePayment } from './use-payment.ts';
import { useProgress } from './use-progress.ts';
import { useQuote } from './use-quote.ts';

// Pages instead of the form load when they are needed; those that may follow the payment, once it begins.
const loadCompletedPage = () => import('./completed-page.tsx');
const CompletedPage = lazy(() => loadCompletedPage().then((module) => ({ default: module.CompletedPage })));
const loadStatusPages = () => import('./status-pages.tsx');
const ProcessingPage = lazy(() => loadStatusPages().then((module) => ({ default: module.ProcessingPage })));
const EmbeddedPage = lazy(() =>
  import('./embedded-page.tsx').then((module) => ({ default: module.EmbeddedPage })),
);
const PaidElsewherePage = lazy(() =>
  loadStatusPages().then((module) => ({ default: module.PaidElsewherePage })),
);
const CancelledPage = lazy(() => loadStatusPages().then((module) => ({ default: module.CancelledPage })));
const EmptyCartPage = lazy(() => loadStatusPages().then((module) => ({ default: module.EmptyCartPage })));

const loadDeadEnds = () => import('./dead-ends.tsx');
const TakenOrderPage = lazy(() => loadDeadEnds().then((module) => ({ default: module.TakenOrderPage })));

export interface CheckoutStagesProps {
  readonly checkoutKey: CheckoutKey;
  readonly checkout: Checkout;
  /** The error of the latest read, if it failed; `checkout` is then the last known state. */
  readonly failure: Error | null;
}

/** A checkout from the form to the outcome of its payment. */
export function CheckoutStages(props: CheckoutStagesProps) {
  const { checkout: texts } = useTexts();
  return (
    <Suspense fallback={<LoadingPage title={texts.title} width="narrow" />}>
      <Stage {...props} />
    </Suspense>
  );
}

function Stage({ checkoutKey, checkout: cart, failure }: CheckoutStagesProps) {
  const entry = usePaymentForm(cart);
  const { checkout, isUpdating, failure: quoteFailure } = useQuote(checkoutKey, cart, entry.fields.values);
  useFieldErrors(entry, quoteFailure);
  const payment = usePayment(checkoutKey);
  const [arrivalStatus] = useState(checkout.status);
  const isProcessing = isUnderWay(checkout);
  const { isSlow } = useProgress(checkoutKey, isProcessing);
  const { language } = use(LanguageOfPage);
  const hasBegun = payment.wasSent || entry.isTouched;
  useEffect(() => {
    // They are available when needed, even if the network is down by then.
    if (!hasBegun) return;
    Promise.all([
      outcomeTexts.load(language),
      billingRules.load(language),
      loadCompletedPage(),
      loadStatusPages(),
      loadDeadEnds(),
    ]).catch(() => undefined);
  }, [hasBegun, language]);
  const isNews = payment.wasSent || checkout.status !== arrivalStatus;

  if (checkout.status === 'Completed') {
    return <CompletedPage checkoutKey={checkoutKey} checkout={checkout} takesFocus={isNews} />;
  }
  if (checkout.cancelledAt !== undefined) {
    return <CancelledPage checkoutKey={checkoutKey} checkout={checkout} takesFocus={isNews} />;
  }
  if (isProcessing && checkout.taken) {
    return <PaidElsewherePage checkoutKey={checkoutKey} checkout={checkout} takesFocus={isNews} />;
  }
  const form = formContinuation(checkout);
  if (isProcessing && form !== undefined) {
    return (
      <EmbeddedPage
        checkoutKey={checkoutKey}
        checkout={checkout}
        form={form}
        wasSent={payment.wasSent}
        takesFocus={isNews}
        onElsewhere={payment.payElsewhere}
        isLeaving={payment.isSending}
        failure={payment.failure}
      />
    );
  }
  if (isProcessing) {
    return (
      <ProcessingPage
        checkoutKey={checkoutKey}
        checkout={checkout}
        wasSent={payment.wasSent}
        takesFocus={isNews}
        isSlow={isSlow}
        isConnectionLost={failure instanceof ConnectionLost}
      />
    );
  }
  if (checkout.taken) return <TakenOrderPage checkout={checkout} takesFocus={payment.wasSent} />;
  if (checkout.lines.length === 0) return <EmptyCartPage checkout={checkout} />;
  return (
    <PayPage
      checkoutKey={checkoutKey}
      checkout={checkout}
      form={entry}
      payment={payment}
      isOutcomeNews={isNews}
      isUpdating={isUpdating}
    />
  );
}
