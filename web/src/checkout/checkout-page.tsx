import { Paper, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Checkout, CheckoutKey } from '../api/checkout.ts';
import { isProblem, Refusal } from '@latchkey/sdk';
import { ConnectionLost } from '../api/failures.ts';
import { vendorQuery } from '../api/vendor-query.ts';
import { FailurePage } from '../ui/failure-page.tsx';
import { LoadingPage } from '../ui/loading-page.tsx';
import { FramedBy, PageFrame } from '../ui/page-frame.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { checkoutQuery } from './checkout-query.ts';
import { CloseButton } from './close-button.tsx';
import { isFramed } from './embedder.ts';
import classes from './checkout-page.module.css';
import { OrderSummary } from './order-summary.tsx';
import { PaymentForm, usePaymentForm } from './payment-form.tsx';
import { CompletedPage, EmptyCartPage, PaidElsewherePage, ProcessingPage } from './status-pages.tsx';
import { ExpiredLinkPage, TakenOrderPage, UnknownOrderPage } from './dead-ends.tsx';
import { useEmbedding } from './use-embedding.ts';
import { type EarlierDue, usePayment } from './use-payment.ts';
import { useProgress } from './use-progress.ts';

/** The page where a customer pays for an order: `/checkout/{orderId}/{token}`, on its own or in a frame of the shop. */
export function CheckoutPage({ checkoutKey }: { readonly checkoutKey: CheckoutKey }) {
  const { data, error } = useQuery(checkoutQuery(checkoutKey));
  const isCompleted = data?.status === 'Completed';
  useEmbedding({ isReady: data !== undefined || error !== null, isCompleted });
  const page = <CheckoutView checkoutKey={checkoutKey} />;
  if (!isFramed()) return page;
  return <FramedBy value={{ closing: <CloseButton isCompleted={isCompleted} /> }}>{page}</FramedBy>;
}

function CheckoutView({ checkoutKey: key }: { readonly checkoutKey: CheckoutKey }) {
  const { data, error, refetch } = useQuery(checkoutQuery(key));
  if (isProblem(error, 'CheckoutLinkExpired')) return <ExpiredLinkPage />;
  if (error instanceof Refusal && isUnknownOrder(error)) return <UnknownOrderPage />;
  if (data !== undefined) {
    return <CheckoutStages checkoutKey={key} checkout={data} failure={error} />;
  }
  if (error === null) return <LoadingPage title="Checkout" width="wide" />;
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

function CheckoutStages({ checkoutKey, checkout, failure }: CheckoutStagesProps) {
  const form = usePaymentForm(checkout.buyer);
  const payment = usePayment(checkoutKey);
  const [arrivalStatus] = useState(checkout.status);
  const isProcessing = checkout.status === 'PaymentProcessing' || checkout.status === 'Paid';
  const { isSlow } = useProgress(checkoutKey, isProcessing);
  const isNews = payment.wasSent || checkout.status !== arrivalStatus;

  if (checkout.status === 'Completed') {
    return <CompletedPage orderId={checkoutKey.orderId} checkout={checkout} takesFocus={isNews} />;
  }
  if (isProcessing && checkout.taken) {
    return <PaidElsewherePage checkout={checkout} takesFocus={isNews} />;
  }
  if (isProcessing) {
    return (
      <ProcessingPage
        checkout={checkout}
        takesFocus={isNews}
        isSlow={isSlow}
        isConnectionLost={failure instanceof ConnectionLost}
      />
    );
  }
  if (checkout.taken) return <TakenOrderPage checkout={checkout} takesFocus={payment.wasSent} />;
  if (checkout.lines.length === 0) return <EmptyCartPage checkout={checkout} />;
  return (
    <PayPage checkout={checkout} earlierDue={payment.earlierDue}>
      {canBePaid(checkout) ? (
        <PaymentForm checkout={checkout} form={form} payment={payment} isOutcomeNews={isNews} />
      ) : (
        <NoPayments vendorName={checkout.vendor.name} />
      )}
    </PayPage>
  );
}

function canBePaid(checkout: Checkout): boolean {
  return checkout.payment.provider !== 'none' || checkout.total?.due.amount === 0;
}

interface PayPageProps {
  readonly checkout: Checkout;
  readonly earlierDue: EarlierDue | undefined;
  readonly children: React.ReactNode;
}

function PayPage({ checkout, earlierDue, children }: PayPageProps) {
  const { data: vendor } = useQuery(vendorQuery);
  useDocumentTitle(`Checkout – ${checkout.vendor.name}`);
  return (
    <PageFrame owner={{ ...vendor, ...checkout.vendor }} width="wide">
      <div className={classes.columns}>
        <div className={classes.order}>
          <PageHeading>Your order</PageHeading>
          <OrderSummary checkout={checkout} earlierDue={earlierDue} />
        </div>
        <Paper className={classes.form}>{children}</Paper>
      </div>
    </PageFrame>
  );
}

function NoPayments({ vendorName }: { readonly vendorName: string }) {
  return (
    <>
      <Title order={2} size="h4" mb="sm">
        Payment is not possible yet
      </Title>
      <Text>{`${vendorName} has not set up payments. Please ask the shop, then reload this page.`}</Text>
    </>
  );
}
