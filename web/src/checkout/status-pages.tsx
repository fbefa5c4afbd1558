import { Button, Loader } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { type Checkout, type CheckoutKey, returnToCheckout } from '../api/checkout.ts';
import { forgetCart } from '../cart/cart-record.ts';
import { useTexts } from './checkout-texts.ts';
import { useOutcomeTexts } from './outcome-texts.ts';
import type { OutcomeTexts } from './outcome-en.ts';
import { CartIcon } from '@latchkey/ui/icons.tsx';
import { ClockIcon } from '../page/icons.tsx';
import { MessagePage } from '../page/message-page.tsx';
import { continuationUrl } from './continuation.ts';
import { ShopButton } from './dead-ends.tsx';
import { GiveUp } from './give-up.tsx';
import { OrderPaper, type StatusPageProps } from './order-paper.tsx';
import classes from './status-pages.module.css';
import { useCartChange } from './use-cart-change.ts';

interface EndPageProps extends StatusPageProps {
  readonly checkoutKey: CheckoutKey;
  readonly takesFocus: boolean;
}

/** An order without lines: there is nothing to pay. */
export function EmptyCartPage({ checkout }: StatusPageProps) {
  const { vendor, withdrawnLines } = checkout;
  const texts = { ...useTexts(), ...useOutcomeTexts() };
  useDocumentTitle(texts.checkout.titleOf(texts.dead.empty, vendor.name));
  return (
    <MessagePage
      owner={vendor}
      icon={<CartIcon size={28} />}
      title={texts.dead.empty}
      text={[...withdrawnLines.map(({ name }) => texts.summary.withdrawn(name)), texts.dead.emptyText].join(
        ' ',
      )}
      actions={<ShopButton url={checkout.returnUrl ?? checkout.links.shop} vendorName={vendor.name} />}
    />
  );
}

interface ProcessingPageProps extends StatusPageProps {
  readonly checkoutKey: CheckoutKey;
  /** This page sent the payment; if not, the buyer has returned from the provider, or reloaded the page. */
  readonly wasSent: boolean;
  readonly takesFocus: boolean;
  readonly isSlow: boolean;
  readonly isConnectionLost: boolean;
}

/** The payment is pending, or done and the licenses are being granted. */
export function ProcessingPage(props: ProcessingPageProps) {
  const { checkoutKey, checkout, wasSent, takesFocus, isSlow, isConnectionLost } = props;
  const texts = { ...useTexts(), ...useOutcomeTexts() };
  const { progress } = texts;
  const isReturning = useReturn(checkoutKey, checkout.status === 'PaymentProcessing' && !wasSent);
  const title = checkout.status === 'Paid' ? progress.preparing : progress.processing;
  const url = isReturning ? undefined : continuationUrl(checkout);
  useDocumentTitle(texts.checkout.titleOf(title, checkout.vendor.name));
  return (
    <MessagePage
      owner={checkout.vendor}
      icon={<Loader size={28} aria-hidden="true" />}
      title={title}
      takesFocus={takesFocus}
      text={url === undefined ? progress.text : progress.continueText}
      actions={
        <>
          {url === undefined ? null : <NextStep checkoutKey={checkoutKey} url={url} />}
          <output className={classes.progress}>
            {progressText(checkout.status, { isSlow, isConnectionLost }, progress)}
          </output>
        </>
      }
    >
      <OrderPaper checkout={checkout} />
    </MessagePage>
  );
}

/**
 * Queries the provider, once, for the result of a payment that this page did not send. Returns whether that is in
 * progress.
 */
export function useReturn(key: CheckoutKey, isBack: boolean): boolean {
  const [wasBack] = useState(isBack);
  const { change, isChanging } = useCartChange(key, () => returnToCheckout(key));
  const isCalled = useRef(false);
  useEffect(() => {
    if (!wasBack || isCalled.current) return;
    isCalled.current = true;
    change(undefined);
  });
  return isChanging;
}

/** The buyer has another step to take at the provider, or cancels this payment to pay in another way. */
function NextStep({ checkoutKey, url }: { readonly checkoutKey: CheckoutKey; readonly url: string }) {
  const { progress } = useOutcomeTexts();
  return (
    <>
      <Button component="a" href={url} target="_top" size="lg">
        {progress.continue}
      </Button>
      <GiveUp checkoutKey={checkoutKey}>{progress.giveUp}</GiveUp>
    </>
  );
}

/** The order was paid and could not be delivered: the payer gets the money back. */
export function CancelledPage({ checkoutKey: { orderId }, checkout, takesFocus }: EndPageProps) {
  const { vendor, taken: isElsewhere } = checkout;
  const texts = { ...useTexts(), ...useOutcomeTexts() };
  const { dead } = texts;
  useEffect(() => {
    forgetCart(orderId);
  }, [orderId]);
  const title = isElsewhere ? dead.cancelledElsewhere : dead.cancelled;
  useDocumentTitle(texts.checkout.titleOf(title, vendor.name));
  return (
    <MessagePage
      owner={vendor}
      icon={<ClockIcon size={28} />}
      title={title}
      takesFocus={takesFocus}
      text={isElsewhere ? dead.cancelledElsewhereText : dead.cancelledText}
      actions={<ShopButton url={checkout.returnUrl ?? checkout.links.shop} vendorName={vendor.name} />}
    >
      {isElsewhere ? undefined : <OrderPaper checkout={checkout} />}
    </MessagePage>
  );
}

/** The order is being paid by another link, which may be somebody else's: this page is not involved. */
export function PaidElsewherePage({ checkoutKey, checkout, takesFocus }: EndPageProps) {
  const texts = { ...useTexts(), ...useOutcomeTexts() };
  const { progress } = texts;
  useDocumentTitle(texts.checkout.titleOf(progress.elsewhere, checkout.vendor.name));
  return (
    <MessagePage
      owner={checkout.vendor}
      icon={<ClockIcon size={28} />}
      title={progress.elsewhere}
      takesFocus={takesFocus}
      text={progress.elsewhereText}
      actions={
        <>
          {checkout.payment.cancellable === true ? (
            <GiveUp checkoutKey={checkoutKey}>{progress.giveUpElsewhere}</GiveUp>
          ) : null}
          <output className={classes.progress}>{progress.elsewhereWaiting}</output>
        </>
      }
    />
  );
}

function progressText(
  status: Checkout['status'],
  { isSlow, isConnectionLost }: Pick<ProcessingPageProps, 'isSlow' | 'isConnectionLost'>,
  texts: OutcomeTexts['progress'],
): string {
  if (isConnectionLost) return texts.lost;
  if (isSlow) return texts.slow;
  return status === 'Paid' ? texts.arrived : texts.waiting;
}
