const LOOPBACK_HOST = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/**
 * The address of a page that the vendor links to, or undefined when the text is not one that a link may have: `http`
 * and `https` only, so never `javascript:` and the like.
 */
export function safeLinkUrl(text: string | null | undefined): string | undefined {
  const url = text ? URL.parse(text) : null;
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url.href : undefined;
}

/**
 * The address of a shop that a person may be sent back to, or undefined when the text is not one: https only (http on
 * loopback, for a shop under development), without credentials. The server has whitelisted the origin; this rejects
 * `javascript:` and the like, even if the server allows them.
 */
export function safeReturnUrl(text: string | null | undefined): string | undefined {
  const url = text ? URL.parse(text) : null;
  if (url === null || url.username !== '' || url.password !== '') return undefined;
  const isFollowed =
    url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK_HOST.test(url.hostname));
  return isFollowed ? url.href : undefined;
}
