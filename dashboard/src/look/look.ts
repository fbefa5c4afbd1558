import type { AccountSettings } from '../settings/settings-queries.ts';
import { type BRAND, type FOOTER, footerLinksIn, type ValuesOf } from '../settings/setting-values.ts';

/** A look as the pages for buyers take it in a preview; what is absent is its default. */
export interface Look {
  readonly name: string;
  readonly logoUrl?: string;
  readonly accentColor?: string;
  readonly colorScheme: string;
  readonly footerText?: string;
  readonly links: readonly { readonly label: string; readonly url: string }[];
}

const LONGEST_NAME = 200;
const COLOR = /^#[0-9a-f]{6}$/i;

/** The look of two forms while somebody types: what is not whole yet, such as half an address, is as if it were empty. `logo` is the address of one that was uploaded. */
export function lookOf(brand: ValuesOf<typeof BRAND>, footer: ValuesOf<typeof FOOTER>, logo?: string): Look {
  const { name, accentColor, colorScheme } = brand;
  const logoUrl = logo ?? brand.logoUrl;
  const footerText = footer.footerText.trim();
  return {
    name: name.trim().slice(0, LONGEST_NAME),
    ...(isAddress(logoUrl) && { logoUrl: new URL(logoUrl).href }),
    ...(COLOR.test(accentColor.trim()) && { accentColor: accentColor.trim() }),
    colorScheme,
    ...(footerText !== '' && { footerText }),
    links: footerLinksIn(footer.links).filter(({ label, url }) => label !== '' && isAddress(url)),
  };
}

/** The address of the logo that was uploaded; undefined for none. */
export function uploadedLogo({
  url,
  logoFile,
}: Pick<AccountSettings, 'url' | 'logoFile'>): string | undefined {
  return logoFile === undefined ? undefined : `${url}/api/public/logos/${logoFile}`;
}

function isAddress(text: string): boolean {
  return /^https?:$/.test(URL.parse(text)?.protocol ?? '');
}
