import { Anchor, Text } from '@mantine/core';
import { use } from 'react';
import type { Promotion } from '../api/storefront.ts';
import { LanguageOfPage } from '@latchkey/ui/texts/language.ts';
import { useShopTexts } from './shop-texts.ts';
import { safeReturnUrl } from '@latchkey/ui/safe-url.ts';
import { useDiscountText } from './price.tsx';
import classes from './promotion-banners.module.css';

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
    <section className={classes.banner} aria-label={name}>
      {imageUrl === undefined ? null : (
        <img src={imageUrl} alt="" decoding="async" className={classes.image} />
      )}
      <div className={classes.words}>
        <Text fw={650} size="xl">
          {name}
        </Text>
        {description === undefined ? null : <Text>{description}</Text>}
        <Text size="sm">{facts.join(' · ')}</Text>
      </div>
      {cta === undefined || ctaUrl === undefined ? null : (
        <Anchor href={ctaUrl} underline="always" c="inherit" fw={650} className={classes.more}>
          {cta.label}
        </Anchor>
      )}
    </section>
  );
}
