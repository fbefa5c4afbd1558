import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { type Checkout, type CheckoutKey, checkoutQuery } from '../api/checkout.ts';
import { isUnderWay } from '../api/order-progress.ts';
import { isProblem, Refusal } from '@latchkey/sdk';
import { ConnectionLost } from '@latchkey/ui/failures/failures.ts';
import { useTexts } from './checkout-texts.ts';
import { InLanguage } from '@latchkey/ui/texts/language-page.tsx';
import { useSiteLanguage } from '@latchkey/ui/texts/site-language.ts';
import { FailurePage } from '../page/failure-page.tsx';
import { LoadingPage } from '../page/loading-page.tsx';
import { FooterOfPage, FramedBy } from '../page/page-frame.tsx';
import { loadBillingFields } from './add-address.tsx';
import { CloseButton } from './close-button.tsx';
import { formContinuation } from './continuation.ts';
import { isFramed } from '../embedding/embedder.ts';
import { PayPage } from './pay-page.tsx';
import { useFieldErrors, usePaymentForm } from './use-payment-form.ts';
import { SellerFooter } from './seller-footer.tsx';
import { ExpiredLinkPage, TakenOrderPage, UnknownOrderPage } from './dead-ends.tsx';
import { useEmbedding } from './use-embedding.ts';
import { usePayment } from './use-payment.ts';
import { useProgress } from './use-progress.ts';
import { useQuote } from './use-quote.ts';

// Parts that may follow the payment load after the first page.
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

interface CheckoutPageProps {
  readonly checkoutKey: CheckoutKey;
  /** The language that the shop requests. */
  readonly locale: string | undefined;
}

/** The page where a customer pays for an order: `/checkout/{orderId}/{token}`, on its own or in a frame of the shop. */
export function CheckoutPage({ checkoutKey, locale }: CheckoutPageProps) {
  const { data, error } = useQuery(checkoutQuery(checkoutKey));
  const isCompleted = data?.status === 'Completed';
  useEmbedding({ isReady: data !== undefined || error !== null, isCompleted });
  const choice = useSiteLanguage({ address: locale, account: data?.locale });
  const framing = isFramed() ? { closing: <CloseButton isCompleted={isCompleted} /> } : undefined;
  return (
    <InLanguage choice={choice}>
      <FramedBy value={framing}>
        <FooterOfPage value={data && <SellerFooter {...data} />}>
          <CheckoutView checkoutKey={checkoutKey} />
        </FooterOfPage>
      </FramedBy>
    </InLanguage>
  );
}

function CheckoutView({ checkoutKey: key }: { readonly checkoutKey: CheckoutKey }) {
  const { data, error, refetch } = useQuery(checkoutQuery(key));
  const { checkout: texts } = useTexts();
  if (isProblem(error, 'CheckoutLinkExpired')) return <ExpiredLinkPage />;
  if (error instanceof Refusal && isUnknownOrder(error)) return <UnknownOrderPage />;
  if (data !== undefined) {
    return (
      <Suspense fallback={<LoadingPage title={texts.title} width="narrow" />}>
        <CheckoutStages checkoutKey={key} checkout={data} failure={error} />
      </Suspense>
    );
  }
  if (error === null) return <LoadingPage title={texts.title} width="wide" />;
  return (
    <FailurePage
      failure={error}
      onRetry={() => {
        void refetch();
      }}
    />
  );
}

/** For a person who followed the link, a malformed id or token (400) is the same as an unknown one. */
function isUnknownOrder(problem: Refusal): boolean {
  return [400, 401, 403, 404].includes(problem.status);
}

interface CheckoutStagesProps {
  readonly checkoutKey: CheckoutKey;
  readonly checkout: Checkout;
  /** The error of the latest read, if it failed; `checkout` is then the last known state. */
  readonly failure: Error | null;
}

function CheckoutStages({ checkoutKey, checkout: cart, failure }: CheckoutStagesProps) {
  const entry = usePaymentForm(cart);
  const { checkout, isUpdating, failure: quoteFailure } = useQuote(checkoutKey, cart, entry.fields.values);
  useFieldErrors(entry, quoteFailure);
  const payment = usePayment(checkoutKey);
  const [arrivalStatus] = useState(checkout.status);
  const isProcessing = isUnderWay(checkout);
  const { isSlow } = useProgress(checkoutKey, isProcessing);
  const hasBegun = payment.wasSent || entry.isTouched;
  useEffect(() => {
    // They are available when needed, even if the network is down by then.
    if (!hasBegun) return;
    Promise.all([loadBillingFields(), loadCompletedPage(), loadStatusPages()]).catch(() => undefined);
  }, [hasBegun]);
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
