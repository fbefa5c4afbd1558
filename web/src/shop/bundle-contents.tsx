import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ShopBundle, ShopProduct } from '../api/storefront.ts';
import { useShopTexts } from './shop-texts.ts';
import { ProductIcon } from '@latchkey/ui/product-icon.tsx';
import classes from './bundle-contents.module.css';

interface BundleContentsProps {
  readonly bundle: ShopProduct | ShopBundle;
}

/** The products in a bundle; those that the customer already owns, and does not buy again, are marked. */
export function BundleContents({ bundle }: BundleContentsProps) {
  const { product, shop } = useShopTexts();
  if (!('products' in bundle)) return null;
  return (
    <section className={classes.section} aria-labelledby="contents">
      <h2 id="contents" className={classes.heading}>
        {product.contents}
      </h2>
      <ul className={classes.list}>
        {bundle.products.map(({ id, name, tagline, iconUrl, included }) => (
          <li key={id} className={classes.row} data-excluded={!included || undefined}>
            <ProductIcon name={name} iconUrl={iconUrl} size={40} />
            <div>
              <Link to="/shop/products/$productId" params={{ productId: id }} className={classes.name}>
                {name}
              </Link>
              <Text size="sm" c="dimmed">
                {included ? tagline : shop.owned}
              </Text>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
