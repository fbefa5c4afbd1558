import { Button } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { Checkout } from '../api/checkout.ts';
import { shopOf, vendorQuery } from '../api/vendor-query.ts';
import { BrokenLinkIcon, CartIcon, ClockIcon } from '../ui/icons.tsx';
import { MessagePage } from '../ui/message-page.tsx';
import { safeReturnUrl } from '../ui/return-url.ts';

/** The page leads to no order: wrong or no token, or no such order. */
export function UnknownOrderPage() {
  const { data: vendor } = useQuery(vendorQuery);
  const title = 'We cannot find this order';
  useDocumentTitle(vendor === undefined ? title : `${title} – ${vendor.name}`);
  return (
    <MessagePage
      owner={vendor}
      icon={<BrokenLinkIcon size={28} />}
      title={title}
      text="The link is incomplete, or the order no longer exists. Go back to the shop and start the checkout again."
      actions={<ShopButton url={shopOf(vendor)} vendorName={vendor?.name} />}
    />
  );
}

/** The link has expired. */
export function ExpiredLinkPage() {
  const { data: vendor } = useQuery(vendorQuery);
  const title = 'This checkout link has expired';
  useDocumentTitle(vendor === undefined ? title : `${title} – ${vendor.name}`);
  return (
    <MessagePage
      owner={vendor}
      icon={<ClockIcon size={28} />}
      title={title}
      text="Checkout links work for 24 hours. Go back to the shop and start the checkout again."
      actions={<ShopButton url={shopOf(vendor)} vendorName={vendor?.name} />}
    />
  );
}

interface TakenOrderPageProps {
  readonly checkout: Checkout;
  readonly takesFocus: boolean;
}

/** Somebody signed in and took the cart over after the link was created: a payment would buy for them. */
export function TakenOrderPage({ checkout, takesFocus }: TakenOrderPageProps) {
  const { vendor } = checkout;
  const title = 'This order belongs to an account now';
  useDocumentTitle(`${title} – ${vendor.name}`);
  return (
    <MessagePage
      owner={vendor}
      icon={<CartIcon size={28} />}
      title={title}
      takesFocus={takesFocus}
      text="Someone signed in and took over this cart, so you cannot pay for it with this link. Nothing was charged. If that was you, start the checkout again in the shop, where you are signed in. If not, fill a new cart there."
      actions={<ShopButton url={checkout.returnUrl} vendorName={vendor.name} />}
    />
  );
}

interface ShopButtonProps {
  readonly url: string | undefined;
  readonly vendorName: string | undefined;
}

function ShopButton({ url, vendorName }: ShopButtonProps) {
  const safeUrl = safeReturnUrl(url);
  if (safeUrl === undefined) return null;
  return (
    <Button component="a" href={safeUrl} target="_top">
      {vendorName === undefined ? 'Return to the shop' : `Return to ${vendorName}`}
    </Button>
  );
}
