import { Text } from '@mantine/core';
import { useFooterLinks } from './footer-links.ts';
import { LanguageSwitch } from './language-switch.tsx';
import { useTexts } from '@latchkey/ui/texts/language.ts';
import { useSiteTexts } from './site-texts.ts';
import type { PageOwner } from './page-frame.tsx';
import classes from './vendor-footer.module.css';

/** The vendor's text at the foot of a page, their links, and the language. Without an owner, only the language. */
export function VendorFooter({ owner }: { readonly owner: PageOwner | undefined }) {
  const { frame } = useTexts();
  const texts = useSiteTexts();
  const links = useFooterLinks(owner);
  return (
    <div className={classes.footer}>
      {links.length === 0 ? null : (
        <nav aria-label={texts.about} className={classes.links}>
          {links.map(({ label, url }) => (
            <a key={`${label} ${url}`} href={url}>
              {label}
            </a>
          ))}
        </nav>
      )}
      <div className={classes.closing}>
        <Text size="sm" component="p" className={classes.text}>
          {owner === undefined ? null : (owner.brand?.footerText ?? frame.soldBy(owner.name))}
        </Text>
        <LanguageSwitch />
      </div>
    </div>
  );
}
