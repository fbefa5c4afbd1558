import { Anchor, Button, Paper, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Checkout, CheckoutKey } from '../api/checkout.ts';
import { vendorQuery } from '../api/vendor-query.ts';
import { cartRecord } from '../cart/cart-record.ts';
import { useTexts } from './checkout-texts.ts';
import { lazyPart } from '@latchkey/ui/lazy-part.tsx';
import { PageFrame } from '../page/page-frame.tsx';
import { PageHeading } from '@latchkey/ui/page-heading.tsx';
import { safeReturnUrl } from '@latchkey/ui/safe-url.ts';
import classes from './checkout-page.module.css';
import layout from '../page/columns.module.css';
import { CurrencyChoice } from './currency-choice.tsx';
import { isFramed } from '../embedding/embedder.ts';
import { CartSums } from './cart-sums.tsx';
import { BackIcon } from '../page/icons.tsx';
import { LineChange } from './line-change.tsx';
import { OrderSummary } from './order-summary.tsx';
import { PaymentForm } from './payment-form.tsx';
import type { PaymentFormState } from './use-payment-form.ts';
import type { PaymentSending } from './use-payment.ts';

// Few buyers sign in here: its code loads when they do.
const SignInPart = lazyPart(
  () => import('./sign-in.tsx').then(({ SignIn }) => SignIn),
  null,
  ({ onLeave }) => <AsGuest onLeave={onLeave} />,
);

interface PayPageProps {
  readonly checkoutKey: CheckoutKey;
  readonly checkout: Checkout;
  readonly form: PaymentFormState;
  readonly payment: PaymentSending;
  readonly isOutcomeNews: boolean;
  /** New totals are being loaded. */
  readonly isUpdating: boolean;
}

/** The order, and the form that pays it. */
export function PayPage(props: PayPageProps) {
  const { checkoutKey, checkout, form, payment, isOutcomeNews, isUpdating } = props;
  const { data: vendor } = useQuery(vendorQuery);
  const texts = useTexts();
  const [isSigningIn, setSigningIn] = useState(false);
  const { vendor: owner, buyer, forOwner } = checkout;
  useDocumentTitle(texts.checkout.titleOf(texts.checkout.title, owner.name));
  const openSignIn = () => {
    setSigningIn(true);
  };
  const closeSignIn = () => {
    setSigningIn(false);
  };
  const formOfPage = canBePaid(checkout) ? (
    <PaymentForm
      checkout={checkout}
      form={form}
      payment={payment}
      isOutcomeNews={isOutcomeNews}
      isUpdating={isUpdating}
      onSignIn={buyer.locked || forOwner ? undefined : openSignIn}
    />
  ) : (
    <NoPayments vendorName={owner.name} />
  );
  return (
    <PageFrame owner={{ ...vendor, ...owner }} width="wide">
      <div className={layout.columns}>
        <div className={layout.column}>
          <div>
            <WayBack orderId={checkoutKey.orderId} shopUrl={checkout.links.shop} />
            <div className={classes.heading}>
              <PageHeading>{texts.summary.heading}</PageHeading>
              <CurrencyChoice
                checkoutKey={checkoutKey}
                checkout={checkout}
                isDisabled={payment.isSending || checkout.taken}
              />
            </div>
          </div>
          <OrderSummary
            checkout={checkout}
            {...(checkout.fixed !== true && {
              renderChange: (line) => (
                <LineChange
                  checkoutKey={checkoutKey}
                  line={line}
                  isDisabled={payment.isSending || checkout.taken}
                />
              ),
              sums: (
                <CartSums
                  checkoutKey={checkoutKey}
                  checkout={checkout}
                  earlierDue={payment.earlierDue}
                  isUpdating={isUpdating}
                  isDisabled={payment.isSending}
                />
              ),
            })}
          />
        </div>
        <Paper className={classes.form}>
          {isSigningIn ? (
            <SignInPart checkoutKey={checkoutKey} vendorName={owner.name} onLeave={closeSignIn} />
          ) : (
            formOfPage
          )}
        </Paper>
      </div>
    </PageFrame>
  );
}

function AsGuest({ onLeave }: { readonly onLeave: () => void }) {
  const { details } = useTexts();
  return (
    <Button variant="subtle" mt="sm" onClick={onLeave}>
      {details.asGuest}
    </Button>
  );
}

interface WayBackProps {
  readonly orderId: string;
  readonly shopUrl: string | undefined;
}

/** The way back without paying: to this browser's cart, or else to the shop; a frame of the shop has its own. */
function WayBack({ orderId, shopUrl }: WayBackProps) {
  const { links } = useTexts();
  const isCart = cartRecord()?.orderId === orderId;
  const url = isCart ? '/cart' : safeReturnUrl(shopUrl);
  if (url === undefined || isFramed()) return null;
  return (
    <Anchor href={url} size="sm" className={classes.back}>
      <BackIcon size={18} />
      {isCart ? links.cart : links.shop}
    </Anchor>
  );
}

function canBePaid(checkout: Checkout): boolean {
  return checkout.payment.provider !== 'none' || checkout.total?.due.amount === 0;
}

function NoPayments({ vendorName }: { readonly vendorName: string }) {
  const { checkout } = useTexts();
  return (
    <>
      <Title order={2} size="h4" mb="sm">
        {checkout.noPayments}
      </Title>
      <Text>{checkout.noPaymentsText(vendorName)}</Text>
    </>
  );
}
