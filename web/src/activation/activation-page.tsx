import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import type { Activation } from '../api/activation.ts';
import { isProblem, Refusal } from '@latchkey/sdk';
import { type Vendor, vendorQuery } from '../api/vendor-query.ts';
import { useSession } from '../identity/use-session.ts';
import { useActivationTexts } from './activation-texts.ts';
import { FailurePage } from '../page/failure-page.tsx';
import { VendorAddress } from '../page/vendor-address.tsx';
import { LoadingPage } from '../page/loading-page.tsx';
import { activationQuery } from './activation-query.ts';
import { RequestPage } from './request-page.tsx';
import { useCompletion } from './use-completion.ts';
import { useDecision } from './use-decision.ts';
import { getRouteApi } from '@tanstack/react-router';

// Pages instead of the request load when they are needed, and when the visitor decides.
const loadStatusPages = () => import('./status-pages.tsx');
const ApprovedPage = lazy(() => loadStatusPages().then((module) => ({ default: module.ApprovedPage })));
const CancelledPage = lazy(() => loadStatusPages().then((module) => ({ default: module.CancelledPage })));
const ExpiredPage = lazy(() => loadStatusPages().then((module) => ({ default: module.ExpiredPage })));
const UnknownActivationPage = lazy(() =>
  loadStatusPages().then((module) => ({ default: module.UnknownActivationPage })),
);

const route = getRouteApi('/activate/$activationId');

/** The page of the route, with the parameters of its address. */
export function ActivationEntry() {
  const { activationId } = route.useParams();
  const { loading } = useActivationTexts();
  // Another activation is a separate page: no choice made for one may affect the other.
  return (
    <Suspense fallback={<LoadingPage title={loading} width="narrow" />}>
      <ActivationPage key={activationId} id={activationId} />
    </Suspense>
  );
}

interface ActivationPageProps {
  /** The secret in the address. */
  readonly id: string;
}

/** The page where a person approves the activation of a device: `/activate/{id}`. */
export function ActivationPage({ id }: ActivationPageProps) {
  const { signedIn } = useSession();
  const { loading } = useActivationTexts();
  const vendor = useQuery(vendorQuery);
  const activation = useQuery({
    ...activationQuery(id, signedIn?.id),
    placeholderData: keepPreviousData,
  });
  const { data, error, refetch } = activation;
  if (isProblem(error, 'ActivationRequestExpired'))
    return <ExpiredPage owner={vendor.data} takesFocus={data !== undefined} />;
  if (error instanceof Refusal && isForbidden(error)) {
    return (
      <FailurePage
        failure={error}
        onRetry={() => void refetch()}
        address={error.errorType === 'ProductInactive' ? <AskVendor vendor={vendor.data} /> : null}
      />
    );
  }
  if (error instanceof Refusal && isUnknown(error)) return <UnknownActivationPage owner={vendor.data} />;
  if (data !== undefined && vendor.data !== undefined) {
    return (
      <ActivationStages
        id={id}
        vendor={vendor.data}
        activation={data}
        isOfAnother={activation.isPlaceholderData}
        refetch={refetch}
      />
    );
  }
  const failure = data === undefined ? error : vendor.error;
  if (failure === null) return <LoadingPage title={loading} width="narrow" />;
  return (
    <FailurePage
      failure={failure}
      onRetry={() => {
        void refetch();
        void vendor.refetch();
      }}
    />
  );
}

/** Only the vendor can make the product available again. */
function AskVendor({ vendor }: { readonly vendor: Vendor | undefined }) {
  const { inactive } = useActivationTexts();
  if (vendor === undefined) return null;
  return (
    <>
      {inactive(vendor.name)} <VendorAddress />
    </>
  );
}

/** The request is no longer allowed; the vendor may allow it again. */
function isForbidden({ errorType }: Refusal): boolean {
  return errorType === 'ProductInactive' || errorType === 'OfflineActivationNotAllowed';
}

/** For a person who followed the link, a malformed id (400) is the same as an unknown one. */
function isUnknown({ status }: Refusal): boolean {
  return [400, 403, 404].includes(status);
}

interface ActivationStagesProps {
  readonly id: string;
  readonly vendor: Vendor;
  readonly activation: Activation;
  /** The activation is still the view of the previous customer; the new view is being loaded. */
  readonly isOfAnother: boolean;
  readonly refetch: () => Promise<unknown>;
}

function ActivationStages(props: ActivationStagesProps) {
  const { id, vendor, isOfAnother, refetch } = props;
  const { isCompleted, waiting } = useCompletion(id, props.activation.status === 'Fulfilled');
  const activation = isCompleted ? { ...props.activation, status: 'Completed' as const } : props.activation;
  const { status } = activation;
  const decision = useDecision(id);
  const [arrivalStatus] = useState(status);
  const { sending } = decision;
  useEffect(() => {
    if (sending !== undefined) loadStatusPages().catch(() => undefined);
  }, [sending]);
  useRefetchAt(status === 'Requested' ? activation.expiresAt : undefined, refetch);
  const shared = { owner: vendor, activation, takesFocus: decision.wasSent || status !== arrivalStatus };
  switch (status) {
    case 'Fulfilled':
    case 'Completed':
      return <ApprovedPage {...shared} waiting={waiting} />;
    case 'Cancelled':
      return <CancelledPage {...shared} />;
    case 'Requested':
      return (
        <RequestPage
          vendor={vendor}
          activation={activation}
          isOfAnother={isOfAnother}
          decision={decision}
          refetch={refetch}
        />
      );
  }
}

/** Fetches from the server again at this time; the server's clock decides, not the device's. */
function useRefetchAt(moment: string | undefined, refetch: () => Promise<unknown>): void {
  const time = moment === undefined ? undefined : Date.parse(moment);
  useEffect(() => {
    if (time === undefined) return undefined;
    const timer = window.setTimeout(() => void refetch(), Math.max(0, time - Date.now()) + 1_000);
    return () => {
      window.clearTimeout(timer);
    };
  }, [time, refetch]);
}
