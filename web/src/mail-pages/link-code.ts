/** The content of a link in a mail. */
export interface LinkCode {
  readonly email: string;
  readonly code: string;
  /** The account had no password when the mail was written. */
  readonly isFirst?: boolean;
  /** Where its page leads back to: a web address, from before the `#`. */
  readonly returnUrl?: string;
}

/** Email and code of a link, from behind its `#`; undefined when either is missing. */
export function readLinkCode(hash: string): LinkCode | undefined {
  const parameters = new URLSearchParams(hash.replace(/^#/, ''));
  const email = parameters.get('email')?.trim() ?? '';
  const code = parameters.get('code')?.trim() ?? '';
  if (email === '' || code === '') return undefined;
  return { email, code, ...(parameters.get('first') === 'true' && { isFirst: true }) };
}

/** The browser functions that `takeLinkCode` needs. */
export interface AddressBar {
  readonly location: Pick<Location, 'hash' | 'pathname' | 'search'>;
  readonly history: Pick<History, 'replaceState' | 'state'>;
}

/**
 * Removes email and code from the address: from then on they are in no address bar, history, bookmark or screenshot,
 * and last as long as the page. The previous page's history entry stays unchanged.
 */
export function takeLinkCode({ location, history }: AddressBar): LinkCode | undefined {
  const link = readLinkCode(location.hash);
  if (link === undefined) return undefined;
  const returnUrl = URL.parse(new URLSearchParams(location.search).get('return') ?? '');
  history.replaceState(history.state, '', location.pathname);
  const isWeb = returnUrl?.protocol === 'https:' || returnUrl?.protocol === 'http:';
  return isWeb ? { ...link, returnUrl: returnUrl.href } : link;
}
