import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ShopOffer } from '../api/storefront.ts';
import { useShopTexts } from './shop-texts.ts';
import { ProductIcon } from '@latchkey/ui/product-icon.tsx';
import { useDiscountText } from './price.tsx';
import classes from './shop-page.module.css';

interface OfferListProps {
  readonly offers: readonly ShopOffer[];
  readonly currency: string;
}

/** The offers that the cart will make, so that nobody misses them. */
export function OfferList({ offers, currency }: OfferListProps) {
  const { shop } = useShopTexts();
  if (offers.length === 0) return null;
  return (
    <section className={classes.section} aria-labelledby="offers">
      <Text component="h2" id="offers" size="xl" fw={650} m={0}>
        {shop.offers}
      </Text>
      <ul className={classes.grid}>
        {offers.map((offer) => (
          <OfferCard key={offer.id} offer={offer} currency={currency} />
        ))}
      </ul>
    </section>
  );
}

function OfferCard({ offer, currency }: { readonly offer: ShopOffer; readonly currency: string }) {
  const { target, discount } = offer;
  const discountText = useDiscountText(currency);
  return (
    <li className={classes.offer}>
      {target === undefined ? (
        <span />
      ) : (
        <ProductIcon name={target.name} iconUrl={target.iconUrl} size={40} />
      )}
      <div>
        <Text fw={600}>
          {target === undefined ? discount.name : <TargetLink target={target}>{discount.name}</TargetLink>}
        </Text>
        <Text size="sm" c="dimmed">
          {discount.description ?? discountText(discount)}
        </Text>
      </div>
    </li>
  );
}

interface TargetLinkProps {
  readonly target: NonNullable<ShopOffer['target']>;
  readonly children: ReactNode;
}

function TargetLink({ target, children }: TargetLinkProps) {
  return target.type === 'Product' ? (
    <Link to="/shop/products/$productId" params={{ productId: target.id }} className={classes.link}>
      {children}
    </Link>
  ) : (
    <Link to="/shop/bundles/$bundleId" params={{ bundleId: target.id }} className={classes.link}>
      {children}
    </Link>
  );
}
