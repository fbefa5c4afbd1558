import { Anchor, Skeleton, Text } from '@mantine/core';
import type { ItemDetails, ShopBundle, ShopProduct } from '../api/storefront.ts';
import { useShopTexts } from './shop-texts.ts';
import { safeReturnUrl } from '@latchkey/ui/safe-url.ts';
import classes from './item-texts.module.css';
import { Changelog } from './item-facts.tsx';
import { IllustratedText } from './illustrated-text.tsx';
import { SafeHtml } from '@latchkey/ui/safe-html.tsx';

interface ItemTextsProps {
  readonly item: ShopProduct | ShopBundle;
  readonly details: ItemDetails | undefined;
}

/** The vendor's texts about an item; what it has no text for has no heading. */
export function ItemTexts({ item, details }: ItemTextsProps) {
  const { product } = useShopTexts();
  return (
    <>
      <About item={item} details={details} />
      {details?.systemRequirementsHtml === undefined ? null : (
        <section className={classes.section} aria-labelledby="requirements">
          <h2 id="requirements" className={classes.heading}>
            {product.requirements}
          </h2>
          <SafeHtml html={details.systemRequirementsHtml} />
        </section>
      )}
      {details === undefined ? null : <Changelog {...details} />}
    </>
  );
}

function About({ item, details }: ItemTextsProps) {
  const { product } = useShopTexts();
  const websiteUrl = safeReturnUrl(item.website);
  const isEmpty =
    item.description === undefined && details !== undefined && details.longDescriptionHtml === undefined;
  if (isEmpty && websiteUrl === undefined) return null;
  return (
    <section className={classes.section} aria-labelledby={isEmpty ? undefined : 'about'}>
      {isEmpty ? null : (
        <h2 id="about" className={classes.heading}>
          {product.about}
        </h2>
      )}
      {item.description === undefined ? null : <Text className={classes.lead}>{item.description}</Text>}
      {details === undefined ? (
        <TextSkeleton />
      ) : (
        <IllustratedText html={details.longDescriptionHtml} images={details.images} />
      )}
      {websiteUrl === undefined ? null : (
        <Anchor href={websiteUrl} rel="noreferrer" underline="always">
          {product.website}
        </Anchor>
      )}
    </section>
  );
}

function TextSkeleton() {
  return (
    <div className={classes.section} aria-hidden="true" data-loading>
      <Skeleton height={16} />
      <Skeleton height={16} />
      <Skeleton height={16} width="70%" />
    </div>
  );
}
