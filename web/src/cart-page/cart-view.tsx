import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Cart, LineInput } from '../api/cart.ts';
import type { Storefront } from '../api/storefront.ts';
import { useShopTexts } from '../shop/shop-texts.ts';
import { useTexts } from '@latchkey/ui/texts/language.ts';
import { failureMessage } from '@latchkey/ui/failures/failure-message.ts';
import { BackIcon } from '../page/icons.tsx';
import { Notice } from '@latchkey/ui/notice.tsx';
import { PageHeading } from '@latchkey/ui/page-heading.tsx';
import { bundleWith, hasItem, nameOf, removeLine } from '../cart/cart-lines.ts';
import type { CartState } from '../cart/cart-store.ts';
import { openOffers } from './cart-offers.ts';
import { CartLineRow } from './cart-line-row.tsx';
import { CartOfferList } from './cart-offer-list.tsx';
import { CartSummary } from './cart-summary.tsx';
import { ChangesNotice } from './changes-notice.tsx';
import { RemovedLine, type RemovalProps } from './removed-line.tsx';
import { useCartEditor } from './use-cart.ts';
import classes from './cart-page.module.css';

interface CartViewProps extends RemovalProps {
  readonly order: Cart;
  readonly state: CartState;
  readonly storefront: Storefront | undefined;
}

/** An open cart: its lines, offers, and total. */
export function CartView({ order, state, storefront, removal, onRemoval }: CartViewProps) {
  const { cart } = useShopTexts();
  const { failure: texts } = useTexts();
  const { lines, isChanging, changes, pendingLineIds } = state;
  const editor = useCartEditor();
  const { currency } = order;
  const offers = storefront && openOffers(lines, { storefront, currency });
  const restOf = (bundleId: string) =>
    storefront?.bundles
      .find(({ id }) => id === bundleId)
      ?.products.flatMap(({ id, included }) => (included ? [id] : [])) ?? [];
  const remove = (line: LineInput, name: string) => {
    const index = lines.findIndex(({ id }) => id === line.id);
    onRemoval({ line, index, name });
    editor.edit(removeLine(line.id));
  };
  return (
    <>
      <PageHeading>{cart.title}</PageHeading>
      <div className={classes.columns}>
        <div className={classes.main}>
          <ChangesNotice changes={changes} withdrawnLines={order.withdrawnLines ?? []} editor={editor} />
          {lines.some(({ id }) => pendingLineIds.includes(id)) ? (
            <Notice title={cart.pending} about="Change">
              {cart.pendingText}
            </Notice>
          ) : null}
          {editor.failure === undefined ? null : (
            <Notice title={cart.failed} takesFocus>
              {failureMessage(editor.failure, texts).text}
            </Notice>
          )}
          <ul className={classes.lines} aria-label={cart.lines}>
            {lines.map((line) => {
              const entry = order.items.find(({ id }) => id === line.id);
              return entry === undefined ? null : (
                <CartLineRow
                  key={line.id}
                  entry={entry}
                  line={line}
                  lines={lines}
                  currency={currency}
                  offer={offers?.forLines.find(({ lineId }) => lineId === line.id)?.offer}
                  bundleName={
                    entry.type === 'Product' ? bundleWith(entry.productId, order.items, restOf) : undefined
                  }
                  editor={editor}
                  onRemove={() => {
                    remove(line, nameOf(entry));
                  }}
                />
              );
            })}
          </ul>
          {removal === undefined || hasItem(lines, removal.line) ? null : (
            <RemovedLine removal={removal} onRemoval={onRemoval} />
          )}
        </div>
        <CartSummary order={order} storefront={storefront} isChanging={isChanging} editor={editor} />
        <div className={classes.main}>
          {offers === undefined ? null : (
            <CartOfferList offers={offers} order={order} currency={currency} editor={editor} />
          )}
          <div>
            <Anchor
              size="sm"
              className={classes.continue}
              renderRoot={(props) => <Link to="/shop" {...props} />}
            >
              <BackIcon size={18} />
              {cart.continue}
            </Anchor>
          </div>
        </div>
      </div>
    </>
  );
}
