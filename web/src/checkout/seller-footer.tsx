import { Anchor, Text } from '@mantine/core';
import { use } from 'react';
import type { Checkout } from '../api/checkout.ts';
import { LanguageSwitch } from '../page/language-switch.tsx';
import { useTexts } from './checkout-texts.ts';
import { LanguageOfPage } from '@latchkey/ui/texts/language.ts';
import { safeLinkUrl } from '@latchkey/ui/safe-url.ts';
import { countryName } from '../address/country.ts';
import { isFramed } from '../embedding/embedder.ts';
import classes from './seller-footer.module.css';

type SellerFooterProps = Pick<Checkout, 'seller' | 'links' | 'footer'>;

/**
 * The seller, in the same way as on the receipt, their pages, and, outside of a frame, the footer of all their pages
 * and the language.
 */
export function SellerFooter({ seller, links, footer }: SellerFooterProps) {
  const { links: texts } = useTexts();
  const { locale } = use(LanguageOfPage);
  const place = [
    seller.name,
    ...seller.address,
    ...(seller.country === undefined ? [] : [countryName(seller.country, locale)]),
  ];
  const legal = (['terms', 'privacy', 'refunds', 'imprint'] as const).map((name) => ({
    label: texts[name],
    url: links[name],
  }));
  // The embedding site has its own footer.
  const own: Checkout['footer'] = isFramed() ? { links: [] } : footer;
  const pages = [...own.links, ...legal].flatMap(({ label, url }) => {
    const safe = safeLinkUrl(url);
    return safe === undefined ? [] : [{ label, url: safe }];
  });
  return (
    <div className={classes.footer}>
      <Text size="sm" c="dimmed" component="address" className={classes.seller}>
        <span>{place.join(', ')}</span>
        {seller.taxId === undefined ? null : <span>{texts.taxId(seller.taxId)}</span>}
        {seller.email === undefined ? null : (
          <Anchor inherit c="inherit" underline="always" href={`mailto:${seller.email}`}>
            {seller.email}
          </Anchor>
        )}
      </Text>
      {pages.length === 0 ? null : (
        <nav aria-label={texts.label} className={classes.pages}>
          {pages.map(({ label, url }) => (
            <Anchor
              key={`${label} ${url}`}
              size="sm"
              c="dimmed"
              underline="hover"
              href={url}
              target="_blank"
              rel="noreferrer"
            >
              {label}
            </Anchor>
          ))}
        </nav>
      )}
      {own.text === undefined ? null : (
        <Text size="sm" c="dimmed" component="p" className={classes.text}>
          {own.text}
        </Text>
      )}
      {isFramed() ? null : <LanguageSwitch />}
    </div>
  );
}
