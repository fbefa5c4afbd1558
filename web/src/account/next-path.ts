/** The default page after signing in. */
export const START_PATH = '/account';

const PAGES_TO_SIGN_IN = new Set(['/sign-in', '/sign-up']);

/** The pages that a site may show in a frame, where their reader stays inside. */
const PAGES_IN_FRAMES = /^\/(?:shop|cart|account|redeem)(?:\/|$)/;

/** A base that no path can leave without naming another host. */
const BASE = 'https://own.invalid';

/**
 * The path of this site that a link names for after signing in: `/account` if it is not valid. Another host, another
 * scheme and anything that a browser would parse as such (`//host`, `/\host`) is rejected. In a frame, it must be one
 * of the pages that a frame may show.
 */
export function nextPathOf(next: string | undefined, { isInFrame }: { readonly isInFrame: boolean }): string {
  if (next === undefined || !next.startsWith('/') || next.startsWith('//')) return START_PATH;
  // A browser reads a backslash as a slash, and leaves out control characters.
  if (/[\\\p{Cc}]/u.test(next)) return START_PATH;
  const url = URL.parse(next, BASE);
  if (url === null || url.origin !== BASE || url.username !== '') return START_PATH;
  // The parser may have resolved `/..//host`.
  if (url.pathname.startsWith('//') || PAGES_TO_SIGN_IN.has(url.pathname)) return START_PATH;
  if (isInFrame && !PAGES_IN_FRAMES.test(url.pathname)) return START_PATH;
  return url.pathname + url.search + url.hash;
}
