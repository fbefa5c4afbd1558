import { CheckIcon } from '@latchkey/ui/icons.tsx';
import { PageHeading } from '@latchkey/ui/page-heading.tsx';
import { formatDay, formatMoment } from '@latchkey/ui/texts/dates.ts';
import { LanguageOfPage } from '@latchkey/ui/texts/language.ts';
import { formatMoney } from '@latchkey/ui/texts/money.ts';
import { Button, Paper, Stack, Text } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { use, useState } from 'react';
import classes from '../account/account.module.css';
import type { WithdrawableOrder, Withdrawal, WithdrawalClaim } from '../api/withdrawals.ts';
import { useSession } from '../identity/use-session.ts';
import { SiteFrame } from '../site/site-frame.tsx';
import { ShopButton } from '../site/shop-button.tsx';
import { ClaimForm } from './claim-form.tsx';
import { DeclarationForm } from './declaration-form.tsx';
import { useWithdrawalTexts } from './withdrawal-texts.ts';

const route = getRouteApi('/site/withdraw');

type Step =
  | { readonly kind: 'Claim' }
  | { readonly kind: 'Declare'; readonly claim: WithdrawalClaim; readonly order: WithdrawableOrder }
  | { readonly kind: 'Done'; readonly withdrawal: Withdrawal; readonly email: string };

/** `/withdraw`: first the order, then its lines and the button that withdraws. */
export function WithdrawalPage() {
  const texts = useWithdrawalTexts();
  const { order: number = '' } = route.useSearch();
  const [step, setStep] = useState<Step>({ kind: 'Claim' });
  return (
    <SiteFrame title={texts.title} width="narrow">
      {step.kind === 'Claim' ? (
        <Stack gap="md">
          <div>
            <PageHeading>{texts.title}</PageHeading>
            <Text mt={4}>{texts.intro}</Text>
          </div>
          <ClaimForm
            number={number}
            onFound={(claim, order) => {
              setStep({ kind: 'Declare', claim, order });
            }}
          />
        </Stack>
      ) : null}
      {step.kind === 'Declare' ? (
        <DeclarationForm
          claim={step.claim}
          order={step.order}
          onAnother={() => {
            setStep({ kind: 'Claim' });
          }}
          onDone={(withdrawal) => {
            setStep({ kind: 'Done', withdrawal, email: step.claim.email });
          }}
        />
      ) : null}
      {step.kind === 'Done' ? <Done withdrawal={step.withdrawal} email={step.email} /> : null}
    </SiteFrame>
  );
}

interface DoneProps {
  readonly withdrawal: Withdrawal;
  readonly email: string;
}

/** The withdrawal is recorded: what it is for, and the way back to the shop. */
function Done({ withdrawal, email }: DoneProps) {
  const texts = useWithdrawalTexts();
  const { locale } = use(LanguageOfPage);
  const { signedIn } = useSession();
  const { orderNumber, receivedAt, refundDueAt, lines } = withdrawal;
  const textOf = ({ entitlement, amount }: Withdrawal['lines'][number]) =>
    entitlement === 'Entitled'
      ? texts.moneyBack(formatMoney(amount.amount, amount.currency, [locale]), formatDay(refundDueAt, locale))
      : texts.entitlements[entitlement];
  return (
    <Paper className={classes.card} ta="center" style={{ justifyItems: 'center' }}>
      <span className={`${classes.mark} ${classes.good}`}>
        <CheckIcon size={28} />
      </span>
      <PageHeading takesFocus>{texts.done}</PageHeading>
      <Text style={{ overflowWrap: 'anywhere' }}>
        {texts.doneText(orderNumber, formatMoment(receivedAt, locale), email)}
      </Text>
      {lines.map((line) => (
        <div key={line.lineId}>
          <Text fw={600}>{texts.times(line.quantity, line.title)}</Text>
          <Text size="sm">{textOf(line)}</Text>
        </div>
      ))}
      <div className={classes.actions}>
        <ShopButton>{texts.toShop}</ShopButton>
        {signedIn === undefined ? null : (
          <Button variant="subtle" renderRoot={(props) => <Link to="/account/orders" {...props} />}>
            {texts.toOrders}
          </Button>
        )}
      </div>
    </Paper>
  );
}
