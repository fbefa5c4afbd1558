const LOOPBACK_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * The reasons against a return URL: it must be absolute, https (http on loopback), and on one of the account's
 * whitelisted origins, so that a checkout never sends its buyer to a stranger (wire contract section 4).
 */
export function returnUrlErrors(text: string, origins: readonly string[]): string[] {
  const url = URL.parse(text);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:'))
    return ['must be an absolute https URL'];
  if (url.protocol === 'http:' && !LOOPBACK_HOSTS.has(url.hostname)) return ['must be an https URL'];
  if (url.username !== '' || url.password !== '') return ['must not carry credentials'];
  return origins.includes(url.origin)
    ? []
    : ['must be on an origin that is whitelisted in the account settings'];
}

/** The URL as browsers parse it, if a checkout may lead there; `undefined` otherwise. */
export function safeReturnUrl(text: string | undefined, origins: readonly string[]): string | undefined {
  return text === undefined || returnUrlErrors(text, origins).length > 0 ? undefined : new URL(text).href;
}
