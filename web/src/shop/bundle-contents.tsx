import { Text } from '@mantine/core';
import { Thumbnail } from '@latchkey/ui/product-icon.tsx';
import { useMoney } from '@latchkey/ui/texts/money.ts';
import { Link } from '@tanstack/react-router';
import type { ShopBundle, ShopVariation } from '../api/storefront.ts';
import classes from './bundle-contents.module.css';
import { Price } from './price.tsx';
import { savingOf, unitPrice, worthOf } from './prices.ts';
import { useShopTexts } from './shop-texts.ts';

interface BundleContentsProps {
  readonly bundle: ShopBundle;
  readonly currency: string;
}

/**
 * The products in a bundle, and what they cost without it; those that the customer already owns, and does not buy again,
 * are marked.
 */
export function BundleContents({ bundle, currency }: BundleContentsProps) {
  const { product, shop } = useShopTexts();
  return (
    <section className={classes.section} aria-labelledby="contents">
      <h2 id="contents" className={classes.heading}>
        {product.contents}
      </h2>
      <ul className={classes.list}>
        {bundle.products.map(({ id, name, tagline, iconUrl, image, included, defaultVariation }) => (
          <li key={id} className={classes.row} data-excluded={!included || undefined}>
            <Thumbnail name={name} iconUrl={iconUrl} pictureUrl={image?.smaller[0]?.webp} width={96} />
            <div>
              <Link to="/shop/products/$productId" params={{ productId: id }} className={classes.name}>
                {name}
              </Link>
              <Text size="sm" c="dimmed">
                {included ? tagline : shop.owned}
              </Text>
            </div>
            {included && defaultVariation !== undefined ? (
              <OwnPrice variation={defaultVariation} currency={currency} />
            ) : null}
          </li>
        ))}
      </ul>
      <Worth bundle={bundle} currency={currency} />
    </section>
  );
}

/** What a product costs without its bundle. */
function OwnPrice({ variation, currency }: { readonly variation: ShopVariation; readonly currency: string }) {
  const unit = unitPrice(variation, 1, currency);
  return unit === undefined ? null : (
    <Price unit={unit} currency={currency} recurrence={variation.recurrence} />
  );
}

/** The sum of these prices, where the bundle costs less. */
function Worth({ bundle, currency }: BundleContentsProps) {
  const { shop } = useShopTexts();
  const money = useMoney();
  const worth = worthOf(bundle, currency);
  return worth === undefined || savingOf(bundle, currency) === 0 ? null : (
    <p className={classes.worth}>{shop.worth(money(worth, currency))}</p>
  );
}
