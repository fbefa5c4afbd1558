import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { type Cart, patchCart } from '../api/cart.ts';
import type { ShopOffer, ShopVariation } from '../api/storefront.ts';
import { useDiscountText, Price } from '../shop/price.tsx';
import { offerPrice, type UnitPrice } from '../shop/prices.ts';
import { useShopTexts } from '../shop/shop-texts.ts';
import { useMoney } from '@latchkey/ui/texts/money.ts';
import { CrossIcon } from '../page/icons.tsx';
import { Thumbnail } from '@latchkey/ui/product-icon.tsx';
import { randomGuid } from '@latchkey/sdk';
import { addLine } from '../cart/cart-lines.ts';
import type { CartOffer, ItemOffer, OpenOffers } from './cart-offers.ts';
import type { CartEditor } from './use-cart.ts';
import classes from './cart-page.module.css';

interface CartOfferListProps {
  readonly offers: OpenOffers;
  readonly order: Pick<Cart, 'offerId'>;
  readonly currency: string;
  readonly editor: CartEditor;
}

/** The offers that the cart qualifies for: accept or decline them. */
export function CartOfferList({ offers, order, currency, editor }: CartOfferListProps) {
  const { cart } = useShopTexts();
  const [declined, setDeclined] = useState<readonly string[]>([]);
  const decline = (id: string) => {
    setDeclined([...declined, id]);
  };
  const toAdd = offers.toAdd.filter(({ offer }) => !declined.includes(offer.id));
  const forCart = offers.forCart.filter(({ id }) => id !== order.offerId && !declined.includes(id));
  if (toAdd.length + forCart.length === 0) return null;
  return (
    <section className={classes.offers} aria-labelledby="cart-offers">
      <h2 id="cart-offers" className={classes.heading}>
        {cart.offersHeading}
      </h2>
      <ul className={classes.offerList}>
        {toAdd.map(({ offer, variation }) => (
          <AddOffer
            key={offer.id}
            offer={offer}
            variation={variation}
            currency={currency}
            editor={editor}
            onDecline={decline}
          />
        ))}
        {forCart.map((offer) => (
          <WholeCartOffer
            key={offer.id}
            offer={offer}
            currency={currency}
            editor={editor}
            onDecline={decline}
          />
        ))}
      </ul>
    </section>
  );
}

interface OfferProps<Offer> {
  readonly offer: Offer;
  readonly currency: string;
  readonly editor: CartEditor;
  readonly onDecline: (id: string) => void;
}

function AddOffer({
  offer,
  variation,
  currency,
  editor,
  onDecline,
}: OfferProps<ItemOffer> & { readonly variation: ShopVariation }) {
  const { cart } = useShopTexts();
  const { target } = offer;
  const reference =
    target.type === 'Product'
      ? { type: target.type, productId: target.id }
      : { type: target.type, bundleId: target.id };
  const line = { ...reference, variationId: variation.id, quantity: 1, offerId: offer.id };
  return (
    <OfferRow
      offer={offer}
      currency={currency}
      variation={variation}
      label={cart.addWithOffer(target.name)}
      onTake={() => {
        editor.edit(addLine(randomGuid(), line));
      }}
      onDecline={onDecline}
    />
  );
}

function WholeCartOffer({ offer, currency, editor, onDecline }: OfferProps<CartOffer>) {
  const { cart } = useShopTexts();
  return (
    <OfferRow
      offer={offer}
      currency={currency}
      label={cart.take}
      onTake={() => {
        editor.act((orderId) => patchCart(orderId, { offerId: offer.id }));
      }}
      onDecline={onDecline}
    />
  );
}

interface OfferRowProps {
  readonly offer: ShopOffer;
  readonly currency: string;
  readonly variation?: ShopVariation;
  readonly label: string;
  readonly onTake: () => void;
  readonly onDecline: (id: string) => void;
}

/** An offer: its picture and price, or how much it takes off the whole cart, and the button for it. */
function OfferRow({ offer, currency, variation, label, onTake, onDecline }: OfferRowProps) {
  const { cart } = useShopTexts();
  const discountText = useDiscountText(currency);
  const { target, discount } = offer;
  const reduction = discountText(discount);
  return (
    <li className={classes.offerRow}>
      {target === undefined ? (
        <span className={classes.offerMark} aria-hidden="true">
          {reduction}
        </span>
      ) : (
        <Thumbnail
          name={target.name}
          iconUrl={target.iconUrl}
          pictureUrl={target.image?.smaller[0]?.webp}
          width={160}
        />
      )}
      <div className={classes.offerText}>
        {target === undefined ? null : <span className={classes.offerName}>{discount.name}</span>}
        <h3 className={classes.offerTitle}>{target?.name ?? discount.name}</h3>
        <Text size="sm" c="dimmed">
          {discount.description ?? reduction}
        </Text>
        <OfferPrice unit={variation && offerPrice(variation, discount, currency)} currency={currency} />
      </div>
      <Button variant="light" className={classes.offerButton} onClick={onTake}>
        {label}
      </Button>
      <button
        type="button"
        className={classes.decline}
        aria-label={cart.declineOf(discount.name)}
        onClick={() => {
          onDecline(offer.id);
        }}
      >
        <CrossIcon size={18} />
      </button>
    </li>
  );
}

interface OfferPriceProps {
  readonly unit: UnitPrice | undefined;
  readonly currency: string;
}

/** What an item costs with its offer, and what that saves. */
function OfferPrice({ unit, currency }: OfferPriceProps) {
  const { price } = useShopTexts();
  const money = useMoney();
  if (unit === undefined) return null;
  const saved = unit.original - unit.price;
  return (
    <div className={classes.offerPrice}>
      <Price unit={unit} currency={currency} />
      {saved > 0 ? <span className={classes.offerName}>{price.save(money(saved, currency))}</span> : null}
    </div>
  );
}
