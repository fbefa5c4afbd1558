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

/** The look of two forms while somebody types: what is not whole yet, such as half an address, is as if it were empty. */
export function lookOf(brand: ValuesOf<typeof BRAND>, footer: ValuesOf<typeof FOOTER>): Look {
  const { name, logoUrl, accentColor, colorScheme } = brand;
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

function isAddress(text: string): boolean {
  return /^https?:$/.test(URL.parse(text)?.protocol ?? '');
}
