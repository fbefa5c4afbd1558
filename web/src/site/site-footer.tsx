import { Anchor, Text } from '@mantine/core';
import { use } from 'react';
import type { Vendor } from '../api/vendor-query.ts';
import { useTexts } from '@latchkey/ui/texts/language.ts';
import { useSiteTexts } from '../page/site-texts.ts';
import { FooterOfPage } from '../page/page-frame.tsx';
import { useFooterLinks } from '../page/footer-links.ts';
import { LanguageSwitch } from '../page/language-switch.tsx';
import classes from './site-footer.module.css';

interface SiteFooterProps {
  readonly vendor: Vendor | undefined;
}

/** The footer of the vendor's pages: its text, their own and legal pages, and the language. */
export function SiteFooter({ vendor }: SiteFooterProps) {
  const { frame } = useTexts();
  const footer = use(FooterOfPage);
  const links = useFooterLinks(vendor);
  const texts = useSiteTexts();
  return (
    <footer className={classes.footer}>
      <div className={classes.inner}>
        {footer}
        {links.length === 0 ? null : (
          <nav aria-label={texts.about} className={classes.links}>
            {links.map(({ label, url }) => (
              <Anchor key={`${label} ${url}`} href={url} c="inherit" size="sm" underline="hover">
                {label}
              </Anchor>
            ))}
          </nav>
        )}
        <div className={classes.closing}>
          <Text size="sm" component="p" className={classes.text}>
            {vendor === undefined ? null : (vendor.brand.footerText ?? frame.soldBy(vendor.name))}
          </Text>
          <LanguageSwitch />
        </div>
      </div>
    </footer>
  );
}
