import type { SignedIn } from '@latchkey/sdk';
import { Button, Paper, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import classes from '../account/account.module.css';
import { ACCOUNT_KEY } from '../account/customer.ts';
import { Loading } from '../account/loading.tsx';
import { SignInPart } from '../account/sign-in-part.tsx';
import { fetchVoucher, redeemVoucher, type Voucher } from '../api/vouchers.ts';
import { useSession } from '../identity/use-session.ts';
import { SiteFrame } from '../site/site-frame.tsx';
import { useRedeemTexts } from './redeem-texts.ts';
import { useTexts } from '@latchkey/ui/texts/language.ts';
import { Notice } from '@latchkey/ui/notice.tsx';
import { PageHeading, SectionHeading } from '@latchkey/ui/page-heading.tsx';
import { CodeForm } from './code-form.tsx';
import { isTakenByWhom, voucherNotice } from './voucher-notice.ts';
import { VoucherContents } from './voucher-contents.tsx';

// It loads while the code is redeemed.
const loadRedeemed = () => import('./redeemed-voucher.tsx');
const RedeemedVoucher = lazy(() => loadRedeemed().then((module) => ({ default: module.RedeemedVoucher })));

/** The code belongs to this customer. */
interface Redemption {
  readonly customerId: string;
  readonly voucher: Voucher;
  readonly wasBefore: boolean;
}

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
    queryFn: ({ signal }) => fetchVoucher(code, signal),
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
          hasResult={data !== undefined}
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
      {data === undefined || isOwn ? null : <Offer voucher={data} sending={sending} />}
      {isTakenByWhom(error, isSignedIn) ? <SignIn /> : null}
    </>
  );
}

interface OfferProps {
  readonly voucher: Voucher;
  readonly sending: Sending;
}

/** The content of a code, and the button that redeems it; visitors first sign in here. */
function Offer({ voucher, sending }: OfferProps) {
  const texts = useRedeemTexts();
  const { signedIn } = useSession();
  return (
    <>
      <Paper component="section" className={classes.card}>
        <SectionHeading takesFocus>{texts.gives}</SectionHeading>
        <VoucherContents voucher={voucher} />
        {signedIn === undefined ? null : (
          <>
            <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {texts.toAccount(signedIn.email)}
            </Text>
            <RedeemButton
              sending={sending}
              onRedeem={() => {
                sending.mutate(signedIn);
              }}
            />
          </>
        )}
      </Paper>
      {signedIn === undefined ? <SignIn /> : null}
    </>
  );
}

/** Also after the visitor was signed out meanwhile: the entered code stays. */
function SignIn() {
  const texts = useRedeemTexts();
  const { wasEnded, endedElsewhere } = useSession();
  return (
    <SignInPart
      start="SignIn"
      wasLost={wasEnded || endedElsewhere}
      isPage={false}
      reasons={{ signIn: texts.signInReason, signUp: texts.signUpReason }}
    />
  );
}

/** Redeems the code for the customer whom the page names at the click. */
function useRedemption(code: string, onRedeemed: (redemption: Redemption) => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (customer: SignedIn) => redeemVoucher(code, customer),
    onMutate: () => {
      loadRedeemed().catch(() => undefined);
    },
    onSuccess: (voucher, { id: customerId }) => {
      void queryClient.invalidateQueries({ queryKey: [ACCOUNT_KEY] });
      onRedeemed({ customerId, voucher, wasBefore: false });
    },
  });
}

type Sending = ReturnType<typeof useRedemption>;

interface RedeemButtonProps {
  readonly sending: Sending;
  readonly onRedeem: () => void;
}

function RedeemButton({ sending: { error, isPending }, onRedeem }: RedeemButtonProps) {
  const texts = useRedeemTexts();
  const { failure } = useTexts();
  const notice = error === null || isPending ? undefined : voucherNotice(error, texts, failure, true);
  return (
    <>
      {notice === undefined ? null : (
        <Notice title={notice.title} takesFocus>
          {notice.text}
        </Notice>
      )}
      <Button size="lg" fullWidth loading={isPending} onClick={onRedeem}>
        {texts.redeem}
      </Button>
      <Text component="output" size="sm" c="dimmed">
        {isPending ? texts.redeeming : ''}
      </Text>
    </>
  );
}
