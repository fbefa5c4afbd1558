import { Button, Paper, Text } from '@mantine/core';
import { Notice } from '@latchkey/ui/notice.tsx';
import { SectionHeading } from '@latchkey/ui/page-heading.tsx';
import { useTexts } from '@latchkey/ui/texts/language.ts';
import classes from '../account/account.module.css';
import type { Voucher } from '../api/vouchers.ts';
import { useSession } from '../identity/use-session.ts';
import { RedeemSignIn } from './redeem-sign-in.tsx';
import { useRedeemTexts } from './redeem-texts.ts';
import type { Sending } from './use-redemption.ts';
import { VoucherContents } from './voucher-contents.tsx';
import { voucherNotice } from './voucher-notice.ts';

interface OfferProps {
  readonly voucher: Voucher;
  readonly sending: Sending;
}

/** The content of a code, and the button that redeems it; visitors first sign in here. */
export function VoucherOffer({ voucher, sending }: OfferProps) {
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
      {signedIn === undefined ? <RedeemSignIn /> : null}
    </>
  );
}

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
