import { Paper, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import classes from '../account/account.module.css';
import { Loading } from '../account/loading.tsx';
import { fetchVoucher } from '../api/vouchers.ts';
import { useSession } from '../identity/use-session.ts';
import { SiteFrame } from '../site/site-frame.tsx';
import { useRedeemTexts } from './redeem-texts.ts';
import { useTexts } from '@latchkey/ui/texts/language.ts';
import { Notice } from '@latchkey/ui/notice.tsx';
import { PageHeading } from '@latchkey/ui/page-heading.tsx';
import { CodeForm } from './code-form.tsx';
import { RedeemSignIn } from './redeem-sign-in.tsx';
import { loadRedeemed, type Redemption, useRedemption } from './use-redemption.ts';
import { isTakenByWhom, voucherNotice } from './voucher-notice.ts';

// It loads while the server looks for the code.
const loadOffer = () => import('./voucher-offer.tsx');
const VoucherOffer = lazy(() => loadOffer().then((module) => ({ default: module.VoucherOffer })));
const RedeemedVoucher = lazy(() => loadRedeemed().then((module) => ({ default: module.RedeemedVoucher })));

const route = getRouteApi('/site/redeem');

/** `/redeem`: shows the content of a code, then redeems it. */
export function RedeemPage() {
  const texts = useRedeemTexts();
  const { code: linkCode } = route.useSearch();
  const [code, setCode] = useState(linkCode?.trim() ?? '');
  const { signedIn } = useSession();
  const [redemption, setRedemption] = useState<Redemption>();
  // A redeemed code is only for its customer; the code stays, so that they see it again when they come back.
  const isOwn = redemption !== undefined && redemption.customerId === signedIn?.id;
  return (
    <SiteFrame title={texts.title} width="narrow" purpose="sale">
      {!isOwn ? (
        <Stack gap="md">
          <div>
            <PageHeading>{texts.title}</PageHeading>
            <Text mt={4}>{texts.intro}</Text>
          </div>
          <Lookup code={code} onCode={setCode} onRedeemed={setRedemption} />
        </Stack>
      ) : (
        <Suspense fallback={<Loading heights={[320]} />}>
          <RedeemedVoucher
            voucher={redemption.voucher}
            wasBefore={redemption.wasBefore}
            onAnother={() => {
              setRedemption(undefined);
              setCode('');
            }}
          />
        </Suspense>
      )}
    </SiteFrame>
  );
}

interface LookupProps {
  readonly code: string;
  readonly onCode: (code: string) => void;
  readonly onRedeemed: (redemption: Redemption) => void;
}

/** The code, and below it its content, or the reason why it has none. */
function Lookup({ code, onCode, onRedeemed }: LookupProps) {
  const texts = useRedeemTexts();
  const { failure } = useTexts();
  const { signedIn } = useSession();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['voucher', code, signedIn?.id ?? 'nobody'],
    queryFn: ({ signal }) => {
      loadOffer().catch(() => undefined);
      return fetchVoucher(code, signal);
    },
    enabled: code !== '',
    retry: false,
  });
  // Above the offer, which is rendered again for whichever customer is then signed in.
  const sending = useRedemption(code, onRedeemed);
  const customerId = signedIn?.id;
  const isOwn = data?.redeemed === true;
  useEffect(() => {
    // The content of a redeemed code is only for this customer.
    if (isOwn && customerId !== undefined) onRedeemed({ customerId, voucher: data, wasBefore: true });
  }, [isOwn, customerId, data, onRedeemed]);
  const isSignedIn = customerId !== undefined;
  const notice = error === null || isFetching ? undefined : voucherNotice(error, texts, failure, isSignedIn);
  return (
    <>
      <Paper className={classes.card}>
        <CodeForm
          code={code}
          isLooking={isFetching}
          hasResult={data !== undefined || isTakenByWhom(error, isSignedIn)}
          onCode={(next) => {
            sending.reset();
            if (next === code) void refetch();
            else onCode(next);
          }}
        />
        {notice === undefined ? null : (
          <Notice key={`${code} ${notice.title}`} title={notice.title} takesFocus>
            {notice.text}
          </Notice>
        )}
      </Paper>
      {data === undefined || isOwn ? null : (
        <Suspense fallback={<Loading heights={[240]} />}>
          <VoucherOffer voucher={data} sending={sending} />
        </Suspense>
      )}
      {isTakenByWhom(error, isSignedIn) ? <RedeemSignIn /> : null}
    </>
  );
}
