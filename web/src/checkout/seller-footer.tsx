import { Anchor, Text } from '@mantine/core';
import { use } from 'react';
import type { Checkout } from '../api/checkout.ts';
import { useTexts } from '../texts/checkout-texts.ts';
import { LanguageOfPage } from '../texts/language.ts';
import { safeLinkUrl } from '../ui/return-url.ts';
import { countryName } from './countries.ts';
import classes from './seller-footer.module.css';

type SellerFooterProps = Pick<Checkout, 'seller' | 'links'>;

/** Who sells, as the receipt will name them, and their pages. */
export function SellerFooter({ seller, links }: SellerFooterProps) {
  const { links: texts } = useTexts();
  const { locale } = use(LanguageOfPage);
  const parts = [
    seller.name,
    ...seller.address,
    ...(seller.country === undefined ? [] : [countryName(seller.country, locale)]),
    ...(seller.taxId === undefined ? [] : [texts.taxId(seller.taxId)]),
  ];
  const pages = (['terms', 'privacy', 'refunds', 'imprint'] as const).flatMap((name) => {
    const url = safeLinkUrl(links[name]);
    return url === undefined ? [] : [{ name, url }];
  });
  return (
    <div className={classes.footer}>
      <Text size="sm" c="dimmed" component="p">
        {parts.join(' · ')}
        {seller.email === undefined ? null : (
          <>
            {' · '}
            <Anchor inherit c="inherit" underline="always" href={`mailto:${seller.email}`}>
              {seller.email}
            </Anchor>
          </>
        )}
      </Text>
      {pages.length === 0 ? null : (
        <nav aria-label={texts.label} className={classes.pages}>
          {pages.map(({ name, url }) => (
            <Anchor
              key={name}
              size="sm"
              c="dimmed"
              underline="always"
              href={url}
              target="_blank"
              rel="noreferrer"
            >
              {texts[name]}
            </Anchor>
          ))}
        </nav>
      )}
    </div>
  );
}
