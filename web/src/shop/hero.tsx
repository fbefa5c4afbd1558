import { Button, Text } from '@mantine/core';
import { hueStyle, ProductIcon } from '@latchkey/ui/product-icon.tsx';
import { Link } from '@tanstack/react-router';
import type { ShopProduct } from '../api/storefront.ts';
import classes from './hero.module.css';
import { OpenProduct } from './item-card.tsx';
import { OwnedMark } from './owned-mark.tsx';
import { Picture } from './picture.tsx';
import { Price } from './price.tsx';
import { cheapestOf, isBoughtAgain, unitPrice, variationsIn } from './prices.ts';
import { isTried } from './trial-link.ts';
import { useShopTexts } from './shop-texts.ts';

interface HeroProps {
  readonly product: ShopProduct;
  readonly currency: string;
}

/** In characters: longer ones would take more than two or three lines. */
const LONG_NAME = 28;

/** The product that the shop shows first: a large picture, one sentence, the price, and the ways on; its owner opens it. */
export function Hero({ product, currency }: HeroProps) {
  const { shop } = useShopTexts();
  const { id, name, tagline, description, image, iconUrl } = product;
  const variations = variationsIn(product, currency);
  const cheapest = cheapestOf(variations, currency);
  const unit = cheapest && unitPrice(cheapest, 1, currency);
  return (
    <section className={classes.hero} aria-label={name}>
      <div className={classes.stage} style={hueStyle(name)}>
        {image === undefined ? (
          <ProductIcon name={name} iconUrl={iconUrl} size={112} />
        ) : (
          <Picture
            image={image}
            sizes="(width < 60rem) 94vw, 46rem"
            className={classes.picture}
            priority="early"
          />
        )}
      </div>
      <div className={classes.words}>
        <h2 className={classes.name} data-long={name.length > LONG_NAME || undefined}>
          {name}
        </h2>
        {product.owned ? <OwnedMark /> : null}
        {tagline === '' ? null : <Text size="xl">{tagline}</Text>}
        {description === undefined ? null : <Text c="dimmed">{description}</Text>}
        {cheapest === undefined || unit === undefined ? null : (
          <Price
            unit={unit}
            currency={currency}
            recurrence={cheapest.recurrence}
            isLowest={variations.length > 1}
            size="large"
          />
        )}
        <div className={classes.actions}>
          {product.owned && !isBoughtAgain(product, currency) ? (
            <OpenProduct product={product} variant="filled" size="lg" />
          ) : (
            <Button
              size="lg"
              aria-label={shop.discoverOf(name)}
              renderRoot={(props) => (
                <Link to="/shop/products/$productId" params={{ productId: id }} {...props} />
              )}
            >
              {shop.discover}
            </Button>
          )}
          {isTried(product) ? (
            <Button
              size="lg"
              variant="default"
              renderRoot={(props) => (
                <Link to="/shop/products/$productId" params={{ productId: id }} hash="try" {...props} />
              )}
            >
              {shop.tryFree}
            </Button>
          ) : null}
        </div>
      </div>
    </section>
  );
}
