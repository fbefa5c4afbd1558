import { Refusal } from '@latchkey/sdk';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { storefrontQuery } from '../api/storefront.ts';
import { useSession } from '../identity/use-session.ts';
import { FailureState } from '@latchkey/ui/failures/failure-state.tsx';
import { SiteFrame } from '../site/site-frame.tsx';
import { useShopTexts } from '../shop/shop-texts.ts';
import { PageHeading } from '@latchkey/ui/page-heading.tsx';
import { browserCart } from '../cart/browser-cart.ts';
import { InPieces } from '../page/in-pieces.tsx';
import { CartSkeleton } from './cart-skeleton.tsx';
import { CancelledCart, EmptyCart, ExpiredCart, OtherCart, PaidCart, PayingCart } from './cart-states.tsx';
import { CartView } from './cart-view.tsx';
import type { Removal } from './removed-line.tsx';
import { useCart } from './use-cart.ts';

/** The cart: `/cart`. */
export function CartPage() {
  const { cart } = useShopTexts();
  return (
    <SiteFrame title={cart.title} width="wide" purpose="sale">
      <CartStages />
    </SiteFrame>
  );
}

function CartStages() {
  const { cart: texts } = useShopTexts();
  const { signedIn } = useSession();
  const { record, ...state } = useCart();
  const { order, failure, isChanging, lines, changes } = state;
  const { data: storefront } = useQuery(storefrontQuery(signedIn?.id));
  const [removal, setRemoval] = useState<Removal>();
  // A removed line can be restored, even if it was the last one.
  const empty = (
    <EmptyCart
      changes={changes}
      withdrawnLines={order?.withdrawnLines ?? []}
      removal={removal}
      onRemoval={setRemoval}
    />
  );
  const loading = (
    <>
      <PageHeading>{texts.title}</PageHeading>
      <CartSkeleton label={texts.loading} lines={record?.lines.length ?? 1} />
    </>
  );
  if (record === undefined && lines.length === 0) return empty;
  if (failure instanceof Refusal && failure.status === 404) {
    // The SDK chooses an id before there is an order.
    return (record?.lines.length ?? 0) === 0 ? empty : <ExpiredCart />;
  }
  if (failure instanceof Refusal && failure.status === 403) return <OtherCart />;
  if (order === undefined) {
    if (failure === undefined) return loading;
    return (
      <>
        <PageHeading>{texts.title}</PageHeading>
        <FailureState failure={failure} onRetry={() => void browserCart.refresh()} />
      </>
    );
  }
  if (order.status === 'Completed') return <PaidCart />;
  if (order.cancelledAt !== undefined) return <CancelledCart />;
  if (order.status !== 'Open') return <PayingCart orderId={order.id} />;
  if (lines.length === 0 && !isChanging && order.items.length === 0) return empty;
  return (
    <InPieces placeholder={loading}>
      <CartView
        order={order}
        state={state}
        storefront={storefront}
        removal={removal}
        onRemoval={setRemoval}
      />
    </InPieces>
  );
}
