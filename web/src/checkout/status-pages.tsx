import { Button, Loader, Paper, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { Checkout } from '../api/checkout.ts';
import { useEffect } from 'react';
import { CartIcon, CheckIcon, ClockIcon } from '../ui/icons.tsx';
import { MessagePage } from '../ui/message-page.tsx';
import { safeReturnUrl } from '../ui/return-url.ts';
import { OrderSummary } from './order-summary.tsx';
import { ReturnToShop } from './return-to-shop.tsx';
import classes from './status-pages.module.css';
import { withdrawalText } from './summary-rows.ts';
import { tellOfOrder } from './use-embedding.ts';

interface StatusPageProps {
  readonly checkout: Checkout;
}

/** An order without lines: there is nothing to pay. */
export function EmptyCartPage({ checkout }: StatusPageProps) {
  const { vendor, withdrawnLines } = checkout;
  const returnUrl = safeReturnUrl(checkout.returnUrl);
  useDocumentTitle(`Your cart is empty – ${vendor.name}`);
  return (
    <MessagePage
      owner={vendor}
      icon={<CartIcon size={28} />}
      title="Your cart is empty"
      text={[...withdrawnLines.map(withdrawalText), 'Add something in the shop, then come back to pay.'].join(
        ' ',
      )}
      actions={
        returnUrl === undefined ? null : (
          <Button component="a" href={returnUrl} target="_top">{`Return to ${vendor.name}`}</Button>
        )
      }
    />
  );
}

interface ProcessingPageProps extends StatusPageProps {
  readonly takesFocus: boolean;
  readonly isSlow: boolean;
  readonly isConnectionLost: boolean;
}

/** The payment is pending, or done and the licenses are being granted. */
export function ProcessingPage({ checkout, takesFocus, isSlow, isConnectionLost }: ProcessingPageProps) {
  const title = checkout.status === 'Paid' ? 'Preparing your licenses' : 'Processing your payment';
  useDocumentTitle(`${title} – ${checkout.vendor.name}`);
  return (
    <MessagePage
      owner={checkout.vendor}
      icon={<Loader size={28} aria-hidden="true" />}
      title={title}
      takesFocus={takesFocus}
      text="Please keep this page open. It continues by itself as soon as the order is complete."
      actions={
        <output className={classes.progress}>
          {progressText(checkout.status, isSlow, isConnectionLost)}
        </output>
      }
    >
      <OrderPaper checkout={checkout} />
    </MessagePage>
  );
}

interface PaidElsewherePageProps extends StatusPageProps {
  readonly takesFocus: boolean;
}

/** The order is being paid by another link, which may be somebody else's: this page is not involved. */
export function PaidElsewherePage({ checkout, takesFocus }: PaidElsewherePageProps) {
  const title = 'This order is being paid on another page';
  useDocumentTitle(`${title} – ${checkout.vendor.name}`);
  return (
    <MessagePage
      owner={checkout.vendor}
      icon={<ClockIcon size={28} />}
      title={title}
      takesFocus={takesFocus}
      text="Nothing was charged on this page. If you are paying in another window, go back to that one. If that payment fails, you can pay here."
      actions={<output className={classes.progress}>Waiting for the other payment to finish.</output>}
    />
  );
}

function progressText(status: Checkout['status'], isSlow: boolean, isConnectionLost: boolean): string {
  if (isConnectionLost) return 'The connection is lost. This page keeps trying.';
  if (isSlow) {
    return 'This takes longer than usual. You can close this page; the receipt comes by email.';
  }
  return status === 'Paid' ? 'The payment has arrived.' : 'Waiting for the payment to be confirmed.';
}

interface CompletedPageProps extends StatusPageProps {
  readonly orderId: string;
  readonly takesFocus: boolean;
}

/** The order is paid and fulfilled. */
export function CompletedPage({ orderId, checkout, takesFocus }: CompletedPageProps) {
  useEffect(() => {
    // The order is complete whether or not the embedding page learns of it.
    tellOfOrder('completed', orderId).catch(() => undefined);
  }, [orderId]);
  const { vendor, buyer } = checkout;
  const returnUrl = safeReturnUrl(checkout.returnUrl);
  useDocumentTitle(`${buyer.name === null ? 'Order complete' : 'Thank you'} – ${vendor.name}`);
  return (
    <MessagePage
      owner={vendor}
      icon={<CheckIcon size={28} />}
      tone="good"
      title={buyer.name === null ? 'This order is complete' : `Thank you, ${buyer.name}`}
      takesFocus={takesFocus}
      text={paidText(checkout)}
      note={`Order ${orderId}`}
      actions={returnUrl === undefined ? null : <ReturnToShop url={returnUrl} vendorName={vendor.name} />}
    >
      <NextSteps checkout={checkout} />
      <OrderPaper checkout={checkout} />
    </MessagePage>
  );
}

/** The next steps, which are also in the receipt. */
function NextSteps({ checkout }: StatusPageProps) {
  const { vendor, buyer, forOwner, downloads } = checkout;
  return (
    <Paper component="section" className={classes.order} aria-labelledby="next-heading">
      <Title order={2} size="h4" id="next-heading" mb="md">
        What to do next
      </Title>
      <ol className={classes.steps}>
        {buyer.locked || forOwner ? null : <li>{GUEST_STEP}</li>}
        {downloads ? (
          <li>{`Download what you bought from ${forOwner ? 'that' : 'your'} account at ${vendor.name}.`}</li>
        ) : null}
        <li>Sign in with the same account in the application to activate it.</li>
      </ol>
    </Paper>
  );
}

function OrderPaper({ checkout }: StatusPageProps) {
  if (checkout.lines.length === 0) return null;
  return (
    <Paper component="section" className={classes.order} aria-labelledby="order-heading">
      <Title order={2} size="h4" id="order-heading" mb="md">
        Your order
      </Title>
      <OrderSummary checkout={checkout} />
    </Paper>
  );
}

/**
 * True for every guest, and the same for every address. A guest may have typed somebody else's address, so only the
 * receipt, which the owner of the address reads, says whether it has an account, a password or a proof.
 */
const GUEST_STEP =
  'Open the receipt in your email. If you still need to confirm your email address or choose a password, it has a link for that.';

function paidText({ buyer: { email, locked }, forOwner }: Checkout): string {
  if (forOwner)
    return 'Your order is complete. The licenses and the receipt went to the account that owns this cart.';
  if (email === null) return 'The receipt was sent by email to the buyer, and says where the licenses are.';
  return locked
    ? `Your order is complete. The licenses are in your account, and the receipt was sent to ${email}.`
    : `Your order is complete. The receipt was sent to ${email} and says how to get your licenses.`;
}
