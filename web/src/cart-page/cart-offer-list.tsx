import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { type Cart, patchCart } from '../api/cart.ts';
import type { ShopOffer, ShopVariation } from '../api/storefront.ts';
import { useDiscountText, Price } from '../shop/price.tsx';
import { offerPrice } from '../shop/prices.ts';
import { useShopTexts } from '../shop/shop-texts.ts';
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
      label={cart.takeOffer(offer.discount.name)}
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

function OfferRow({ offer, currency, variation, label, onTake, onDecline }: OfferRowProps) {
  const { cart } = useShopTexts();
  const discountText = useDiscountText(currency);
  const { target, discount } = offer;
  const unit = variation && offerPrice(variation, discount, currency);
  return (
    <li className={classes.offerRow}>
      {target === undefined ? null : (
        <Thumbnail
          name={target.name}
          iconUrl={target.iconUrl}
          pictureUrl={target.image?.smaller[0]?.webp}
          width={72}
        />
      )}
      <div className={classes.offerText}>
        <Text fw={600}>{discount.name}</Text>
        <Text size="sm" c="dimmed">
          {discount.description ?? discountText(discount)}
        </Text>
        {unit === undefined ? null : <Price unit={unit} currency={currency} />}
      </div>
      <div className={classes.offerActions}>
        <Button variant="light" onClick={onTake}>
          {label}
        </Button>
        <Button
          variant="subtle"
          color="gray"
          onClick={() => {
            onDecline(offer.id);
          }}
        >
          {cart.noThanks}
        </Button>
      </div>
    </li>
  );
}
