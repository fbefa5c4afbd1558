import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { type CheckoutKey, checkoutQuery } from '../api/checkout.ts';
import { isProblem, Refusal } from '@latchkey/sdk';
import { useTexts } from './checkout-texts.ts';
import { InLanguage } from '@latchkey/ui/texts/language-page.tsx';
import { useSiteLanguage } from '@latchkey/ui/texts/site-language.ts';
import { FailurePage } from '../page/failure-page.tsx';
import { InPieces } from '../page/in-pieces.tsx';
import { LoadingPage } from '../page/loading-page.tsx';
import { FooterOfPage, FramedBy } from '../page/page-frame.tsx';
import type { CheckoutStagesProps } from './checkout-stages.tsx';
import { CloseButton } from './close-button.tsx';
import { isFramed } from '../embedding/embedder.ts';
import { SellerFooter } from './seller-footer.tsx';
import { useEmbedding } from './use-embedding.ts';

const loadDeadEnds = () => import('./dead-ends.tsx');
const ExpiredLinkPage = lazy(() => loadDeadEnds().then((module) => ({ default: module.ExpiredLinkPage })));
const ClosedStorePage = lazy(() => loadDeadEnds().then((module) => ({ default: module.ClosedStorePage })));
const UnknownOrderPage = lazy(() => loadDeadEnds().then((module) => ({ default: module.UnknownOrderPage })));
const CompletedPage = lazy(() =>
  import('./completed-page.tsx').then((module) => ({ default: module.CompletedPage })),
);
// Whoever returns to an order that is paid needs no form.
const CheckoutStages = lazy(() =>
  import('./checkout-stages.tsx').then((module) => ({ default: module.CheckoutStages })),
);

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
  const loading = <LoadingPage title={texts.title} width="wide" />;
  if (isProblem(error, 'CheckoutLinkExpired')) return <ExpiredLinkPage />;
  if (isProblem(error, 'StoreClosed')) return <ClosedStorePage />;
  if (error instanceof Refusal && isUnknownOrder(error)) return <UnknownOrderPage />;
  if (data !== undefined) {
    return (
      <Suspense fallback={loading}>
        <InPieces placeholder={loading}>
          <FormOrOutcome checkoutKey={key} checkout={data} failure={error} />
        </InPieces>
      </Suspense>
    );
  }
  if (error === null) return loading;
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

function FormOrOutcome(props: CheckoutStagesProps) {
  const [wasCompleted] = useState(props.checkout.status === 'Completed');
  if (!wasCompleted) return <CheckoutStages {...props} />;
  return <CompletedPage checkoutKey={props.checkoutKey} checkout={props.checkout} takesFocus={false} />;
}
