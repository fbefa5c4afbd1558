import { Text } from '@mantine/core';
import { LanguageOfPage } from '@latchkey/ui/texts/language.ts';
import { formatDay } from '@latchkey/ui/texts/dates.ts';
import { use } from 'react';
import type { ItemDetails, ShopBundle, ShopProduct, Storefront } from '../api/storefront.ts';
import classes from './item-facts.module.css';
import { BundleCard, ProductCard } from './item-card.tsx';
import { SafeHtml } from '@latchkey/ui/safe-html.tsx';
import { holds, propertyTexts, relatedTo } from './shop-items.ts';
import grid from './shop-page.module.css';
import { useShopTexts } from './shop-texts.ts';

/** What a product runs in and on, as the vendor says it (its public properties `formats` and `systems`). */
export function Badges({ item }: { readonly item: ShopProduct | ShopBundle }) {
  const { product } = useShopTexts();
  const badges = ['formats', 'systems'].flatMap((name) => textsOf(item, name));
  if (badges.length === 0) return null;
  return (
    <ul className={classes.badges} aria-label={product.formats}>
      {badges.map((badge) => (
        <li key={badge} className={classes.badge}>
          {badge}
        </li>
      ))}
    </ul>
  );
}

/** Those of an item; of a bundle without its own, what all its products have. */
function textsOf(item: ShopProduct | ShopBundle, name: string): readonly string[] {
  const own = propertyTexts(item, name);
  if (own.length > 0 || !('products' in item)) return own;
  const [first = [], ...others] = item.products.map((part) => propertyTexts(part, name));
  return first.filter((text) => others.every((texts) => texts.includes(text)));
}

/** What is new in the newest releases. */
export function Changelog({ releases }: Pick<ItemDetails, 'releases'>) {
  const { product } = useShopTexts();
  const { locale } = use(LanguageOfPage);
  if (releases === undefined || releases.length === 0) return null;
  return (
    <section className={classes.section} aria-labelledby="changelog">
      <h2 id="changelog" className={classes.heading}>
        {product.changelog}
      </h2>
      {releases.map(({ version, publishedAt, notesHtml }) => (
        <div key={version}>
          <h3 className={classes.version}>
            {product.version(version)}{' '}
            <Text span size="sm" c="dimmed" fw={400}>
              {formatDay(publishedAt, locale)}
            </Text>
          </h3>
          <SafeHtml html={notesHtml} />
        </div>
      ))}
    </section>
  );
}

interface SuggestionsProps {
  readonly item: ShopProduct | ShopBundle;
  readonly storefront: Storefront;
  readonly currency: string;
}

/** A row of three. */
const MOST_RELATED = 3;

/** The bundles that hold a product, and products that go with it, or with those of a bundle. */
export function Suggestions({ item, storefront, currency }: SuggestionsProps) {
  const { product } = useShopTexts();
  const bundles = storefront.bundles.filter((bundle) => holds(bundle, item));
  const related = relatedTo(item, storefront, MOST_RELATED);
  return (
    <>
      {bundles.length === 0 ? null : (
        <section className={grid.section} aria-labelledby="bundles">
          <h2 id="bundles" className={classes.heading}>
            {product.inBundles}
          </h2>
          <ul className={grid.row}>
            {bundles.map((bundle) => (
              <BundleCard key={bundle.id} bundle={bundle} currency={currency} />
            ))}
          </ul>
        </section>
      )}
      {related.length === 0 ? null : (
        <section className={grid.section} aria-labelledby="related">
          <h2 id="related" className={classes.heading}>
            {product.related}
          </h2>
          <ul className={grid.row}>
            {related.map((each) => (
              <ProductCard key={each.id} product={each} currency={currency} />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
