import { Text, Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ReactNode, use } from 'react';
import type { Promotion, ShopBundle, ShopOffer, ShopProduct, Storefront } from '../api/storefront.ts';
import { useShopTexts } from './shop-texts.ts';
import { Cover } from './cover.tsx';
import { ItemOptions } from './item-card.tsx';
import { Price, useDiscountText } from './price.tsx';
import { cheapestOf, offerPrice, variationsIn } from './prices.ts';
import classes from './shop-page.module.css';
import { LanguageOfPage } from '@latchkey/ui/texts/language.ts';
import { safeReturnUrl } from '@latchkey/ui/safe-url.ts';
import banner from './promotion-banners.module.css';

interface PromotionBannersProps {
  readonly promotions: readonly Promotion[];
  readonly currency: string;
}

/** The promotions that the vendor shows in the shop. */
export function PromotionBanners({ promotions, currency }: PromotionBannersProps) {
  return promotions
    .filter(({ display }) => display.includes('Banner'))
    .map((promotion) => <Banner key={promotion.id} promotion={promotion} currency={currency} />);
}

function Banner({ promotion, currency }: { readonly promotion: Promotion; readonly currency: string }) {
  const { name, description, imageUrl, cta, discount, validUntil } = promotion;
  const { price } = useShopTexts();
  const { locale } = use(LanguageOfPage);
  const discountText = useDiscountText(currency);
  const ctaUrl = safeReturnUrl(cta?.url);
  const facts = [
    discountText(discount),
    ...(validUntil === undefined
      ? []
      : [
          price.until(
            new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short' }).format(
              new Date(validUntil),
            ),
          ),
        ]),
  ].filter((fact) => fact !== '');
  return (
    <section className={banner.banner} aria-label={name}>
      {imageUrl === undefined ? null : (
        <img src={imageUrl} alt="" decoding="async" className={banner.image} />
      )}
      <div className={banner.words}>
        <Text fw={650} size="xl">
          {name}
        </Text>
        {description === undefined ? null : <Text>{description}</Text>}
        <Text size="sm">{facts.join(' · ')}</Text>
      </div>
      {cta === undefined || ctaUrl === undefined ? null : (
        <Anchor href={ctaUrl} underline="always" c="inherit" fw={650}>
          {cta.label}
        </Anchor>
      )}
    </section>
  );
}

interface OfferListProps {
  readonly storefront: Storefront;
  readonly currency: string;
}

/** The offers that the cart will make, so that nobody misses them. */
export function OfferList({ storefront, currency }: OfferListProps) {
  const { shop } = useShopTexts();
  const { offers } = storefront;
  if (offers.length === 0) return null;
  return (
    <section className={classes.section} aria-labelledby="offers">
      <Text component="h2" id="offers" size="xl" fw={650} m={0}>
        {shop.offers}
      </Text>
      <ul className={classes.grid}>
        {offers.map((offer) => (
          <OfferCard key={offer.id} offer={offer} item={targetOf(offer, storefront)} currency={currency} />
        ))}
      </ul>
    </section>
  );
}

function targetOf({ target }: ShopOffer, { products, bundles }: Storefront) {
  const items = target?.type === 'Bundle' ? bundles : products;
  return items.find(({ id }) => id === target?.id);
}

interface OfferCardProps {
  readonly offer: ShopOffer;
  /** What it reduces. */
  readonly item: ShopProduct | ShopBundle | undefined;
  readonly currency: string;
}

function OfferCard({ offer, item, currency }: OfferCardProps) {
  const { target, discount } = offer;
  const discountText = useDiscountText(currency);
  const cheapest = item && cheapestOf(variationsIn(item, currency), currency);
  const unit = cheapest && offerPrice(cheapest, discount, currency);
  return (
    <li className={`${classes.card} ${classes.offer}`}>
      {item === undefined ? null : <Cover item={item} isEarly={false} />}
      <div className={classes.head}>
        <h3 className={classes.name}>
          {target === undefined ? discount.name : <TargetLink target={target}>{discount.name}</TargetLink>}
        </h3>
      </div>
      <div className={classes.text}>
        <Text>{discount.description ?? discountText(discount)}</Text>
      </div>
      {item === undefined || cheapest === undefined || unit === undefined ? null : (
        <div className={classes.foot}>
          <Price unit={unit} currency={currency} recurrence={cheapest.recurrence} />
          <div className={classes.action}>
            <ItemOptions item={item} />
          </div>
        </div>
      )}
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
