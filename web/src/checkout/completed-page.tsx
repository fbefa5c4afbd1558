import { Anchor, Button, Paper, Text, Title } from '@mantine/core';
import { useDocumentTitle, useDocumentVisibility, useIntersection } from '@mantine/hooks';
import { lazy, type ReactNode, type Ref, use, useEffect } from 'react';
import { type Checkout, type CheckoutKey, receiptUrl } from '../api/checkout.ts';
import { forgetCart } from '../cart/cart-record.ts';
import { useTexts } from './checkout-texts.ts';
import { useOutcomeTexts } from './outcome-texts.ts';
import { LanguageOfPage } from '@latchkey/ui/texts/language.ts';
import type { OutcomeTexts } from './outcome-en.ts';
import { CheckIcon } from '@latchkey/ui/icons.tsx';
import { Thumbnail } from '@latchkey/ui/product-icon.tsx';
import { MessagePage } from '../page/message-page.tsx';
import { safeReturnUrl } from '@latchkey/ui/safe-url.ts';
import { Downloads } from './downloads.tsx';
import { isFramed } from '../embedding/embedder.ts';
import { ReturnToShop } from './return-to-shop.tsx';
import { mergeLines } from './merge-lines.ts';
import { OrderPaper, type StatusPageProps } from './order-paper.tsx';
import classes from './status-pages.module.css';
import { notifyOfOrder } from './use-embedding.ts';

const LaterPart = lazy(() => import('./later-part.tsx').then((module) => ({ default: module.LaterPart })));

/** More do not fit beside each other on a phone. */
const MOST_PICTURES = 3;

interface CompletedPageProps extends StatusPageProps {
  readonly checkoutKey: CheckoutKey;
  readonly takesFocus: boolean;
}

/** The order is paid and fulfilled. */
export function CompletedPage({ checkoutKey, checkout, takesFocus }: CompletedPageProps) {
  const { orderId } = checkoutKey;
  useEffect(() => {
    forgetCart(orderId);
    // The order is complete whether or not the embedding page learns of it.
    notifyOfOrder('completed', orderId).catch(() => undefined);
  }, [orderId]);
  const texts = { ...useTexts(), ...useOutcomeTexts() };
  const { done } = texts;
  const { vendor, buyer } = checkout;
  const returnUrl = safeReturnUrl(checkout.returnUrl);
  const { ref, entry } = useIntersection<HTMLElement>({ threshold: 0.5 });
  const visibility = useDocumentVisibility();
  useDocumentTitle(texts.checkout.titleOf(buyer.name === null ? done.title : done.thanks, vendor.name));
  return (
    <MessagePage
      owner={vendor}
      icon={<CheckIcon size={28} />}
      tone="good"
      title={buyer.name === null ? done.complete : done.thanksTo(buyer.name)}
      takesFocus={takesFocus}
      text={paidText(checkout, done)}
      actions={
        <>
          <Artwork lines={checkout.lines} />
          {checkout.files === undefined ? null : (
            <>
              <Downloads files={checkout.files} />
              <NoDownloads checkout={checkout} />
            </>
          )}
          {buyer.locked && isOwnShop(checkout) ? (
            <Button
              component="a"
              href="/account"
              variant={checkout.files === undefined ? 'filled' : 'default'}
            >
              {done.toProducts}
            </Button>
          ) : null}
        </>
      }
    >
      {checkout.lines.some(({ renewal }) => renewal !== undefined) ? <LaterPart checkout={checkout} /> : null}
      <NextSteps checkout={checkout} ref={ref}>
        {returnUrl === undefined ? null : (
          <ReturnToShop
            url={returnUrl}
            vendorName={vendor.name}
            waits={checkout.files !== undefined && isHere(returnUrl)}
            isSeen={entry?.isIntersecting === true && visibility === 'visible'}
          />
        )}
      </NextSteps>
      <OrderPaper checkout={checkout}>
        <OrderFacts checkoutKey={checkoutKey} checkout={checkout} />
      </OrderPaper>
      {checkout.orderNumber === undefined ? null : (
        <Anchor
          size="sm"
          className={classes.withdraw}
          href={`/withdraw?order=${checkout.orderNumber}`}
          target="_blank"
        >
          {done.withdraw}
        </Anchor>
      )}
    </MessagePage>
  );
}

/** Products of an order with files that have none themselves, each with where its license is. */
function NoDownloads({ checkout: { lines, files, buyer } }: StatusPageProps) {
  const { done } = useOutcomeTexts();
  const names = new Set(lines.flatMap(({ name, contents }) => contents ?? [name]));
  for (const { product } of files ?? []) names.delete(product);
  if (!buyer.locked) return null;
  return [...names].map((name) => (
    <Text key={name} size="sm" c="dimmed">
      {done.noDownload(name)}
    </Text>
  ));
}

/** What was bought, in pictures. */
function Artwork({ lines }: Pick<Checkout, 'lines'>) {
  return (
    <div className={classes.artwork}>
      {mergeLines(lines)
        .slice(0, MOST_PICTURES)
        .map(({ id, name, iconUrl, pictureUrl }) => (
          <Thumbnail key={id} name={name} iconUrl={iconUrl} pictureUrl={pictureUrl} width={128} />
        ))}
    </div>
  );
}

interface NextStepsProps extends StatusPageProps {
  readonly ref: Ref<HTMLElement>;
  /** Where to go afterwards. */
  readonly children: ReactNode;
}

/**
 * The next steps, which are also in the receipt. Those of a guest are the same for every address: a guest may have typed
 * somebody else's, so only the receipt, which the owner of the address reads, says whether it has an account, a password
 * or a proof.
 */
function NextSteps({ checkout, ref, children }: NextStepsProps) {
  const { vendor, buyer, forOwner, downloads, files } = checkout;
  const { done } = useOutcomeTexts();
  return (
    <Paper component="section" ref={ref} className={classes.order} aria-labelledby="next-heading">
      <Title order={2} size="h4" id="next-heading" mb="md">
        {done.next}
      </Title>
      <ol className={classes.steps}>
        {buyer.locked || forOwner ? null : (
          <li>
            <Text span inherit fw={600}>
              {done.guestStep}
            </Text>{' '}
            {done.guestStepText}
          </li>
        )}
        {downloads && files === undefined ? (
          <li>{forOwner ? done.downloadOwnerStep(vendor.name) : done.downloadStep(vendor.name)}</li>
        ) : null}
        <li>{done.activateStep}</li>
      </ol>
      {children}
    </Paper>
  );
}

/** Whether the buyer's account has its pages here, where the buyer is: not behind a shop of the vendor's, nor in a frame. */
function isOwnShop({ links }: Checkout): boolean {
  return !isFramed() && isHere(links.shop);
}

/** Whether an address is one of this host. */
function isHere(url: string | undefined): boolean {
  return URL.parse(url ?? '')?.origin === window.location.origin;
}

/** The number and the date of the order, and its receipt for the payer. */
function OrderFacts({ checkoutKey, checkout }: Pick<CompletedPageProps, 'checkoutKey' | 'checkout'>) {
  const { done } = useOutcomeTexts();
  const { locale } = use(LanguageOfPage);
  const { orderNumber, completedAt, buyer, document } = checkout;
  return (
    <dl className={classes.facts}>
      <dt>{done.order}</dt>
      <dd>{orderNumber ?? checkoutKey.orderId}</dd>
      {completedAt === undefined ? null : (
        <>
          <dt>{done.date}</dt>
          <dd>{new Intl.DateTimeFormat(locale, { dateStyle: 'long' }).format(new Date(completedAt))}</dd>
        </>
      )}
      {buyer.name === null || checkout.forOwner ? null : (
        <>
          <dt>{done.documents[document?.kind ?? 'Receipt']}</dt>
          <dd>
            {document === undefined ? null : `${document.number} · `}
            <Anchor inherit href={receiptUrl(checkoutKey)} underline="always" target="_blank">
              {done.receipt}
            </Anchor>
          </dd>
        </>
      )}
    </dl>
  );
}

function paidText(
  { buyer: { email, locked }, forOwner, orderNumber }: Checkout,
  texts: OutcomeTexts['done'],
): string {
  const complete = texts.completeOf(orderNumber);
  if (forOwner) return `${complete} ${texts.forOwner}`;
  if (email === null) return texts.byAnother;
  return `${complete} ${locked ? texts.toCustomer(email) : texts.toGuest(email)}`;
}
