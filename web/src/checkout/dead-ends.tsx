import { Button } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { Checkout } from '../api/checkout.ts';
import { vendorQuery } from '../api/vendor-query.ts';
import { useTexts } from './checkout-texts.ts';
import { useOutcomeTexts } from './outcome-texts.ts';
import { BrokenLinkIcon, ClockIcon, LockIcon } from '../page/icons.tsx';
import { CartIcon } from '@latchkey/ui/icons.tsx';
import { useClosedTexts } from '../page/closed-texts.ts';
import { LoadingPage } from '../page/loading-page.tsx';
import { MessagePage } from '../page/message-page.tsx';
import { useSiteTexts } from '../page/site-texts.ts';
import { safeReturnUrl } from '@latchkey/ui/safe-url.ts';

/** The page leads to no order: wrong or no token, or no such order. */
export function UnknownOrderPage() {
  const { data: vendor } = useQuery(vendorQuery);
  const { checkout } = useTexts();
  const { dead } = useOutcomeTexts();
  const title = dead.unknown;
  useDocumentTitle(vendor === undefined ? title : checkout.titleOf(title, vendor.name));
  return (
    <MessagePage
      owner={vendor}
      icon={<BrokenLinkIcon size={28} />}
      title={title}
      text={dead.unknownText}
      actions={<ShopButton url={vendor?.shopUrl} vendorName={vendor?.name} />}
    />
  );
}

/** The link has expired. */
export function ExpiredLinkPage() {
  const { data: vendor } = useQuery(vendorQuery);
  const { checkout } = useTexts();
  const { dead } = useOutcomeTexts();
  const title = dead.expired;
  useDocumentTitle(vendor === undefined ? title : checkout.titleOf(title, vendor.name));
  return (
    <MessagePage
      owner={vendor}
      icon={<ClockIcon size={28} />}
      title={title}
      text={dead.expiredText}
      actions={<ShopButton url={vendor?.shopUrl} vendorName={vendor?.name} />}
    />
  );
}

/** The store was closed before the order was paid. */
export function ClosedStorePage() {
  const { data: vendor } = useQuery(vendorQuery);
  const { products, orders } = useSiteTexts();
  const closed = useClosedTexts();
  useDocumentTitle(closed.title);
  const closure = vendor?.closure;
  if (closure === undefined) return <LoadingPage title={closed.title} width="narrow" />;
  const isReleased = closure === 'Released';
  return (
    <MessagePage
      owner={vendor}
      icon={<LockIcon size={28} />}
      title={closed.title}
      text={closed[closure](vendor?.name ?? '')}
      actions={
        <Button component="a" href={isReleased ? '/account' : '/account/orders'} target="_top">
          {isReleased ? products : orders}
        </Button>
      }
    />
  );
}

interface TakenOrderPageProps {
  readonly checkout: Checkout;
  readonly takesFocus: boolean;
}

/** Somebody signed in and took over the cart after the link was created: a payment would buy for them. */
export function TakenOrderPage({ checkout, takesFocus }: TakenOrderPageProps) {
  const { vendor } = checkout;
  const texts = { ...useTexts(), ...useOutcomeTexts() };
  const title = texts.dead.taken;
  useDocumentTitle(texts.checkout.titleOf(title, vendor.name));
  return (
    <MessagePage
      owner={vendor}
      icon={<CartIcon size={28} />}
      title={title}
      takesFocus={takesFocus}
      text={texts.dead.takenText}
      actions={<ShopButton url={checkout.returnUrl ?? checkout.links.shop} vendorName={vendor.name} />}
    />
  );
}

interface ShopButtonProps {
  readonly url: string | undefined;
  readonly vendorName: string | undefined;
}

/** The way back to the shop, if its address is safe. */
export function ShopButton({ url, vendorName }: ShopButtonProps) {
  const { checkout } = useTexts();
  const safeUrl = safeReturnUrl(url);
  if (safeUrl === undefined) return null;
  return (
    <Button component="a" href={safeUrl} target="_top">
      {vendorName === undefined ? checkout.backToTheShop : checkout.backToShop(vendorName)}
    </Button>
  );
}
