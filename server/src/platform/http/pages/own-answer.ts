import type { IncomingHttpHeaders } from 'node:http';
import type { App } from '../route/app.ts';

/** The parts of a request for a page that the responses in the page depend on. */
export interface AskedPage {
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly socket: { readonly remoteAddress?: string | undefined };
}

/** These headers are about the page itself, or about its browser's connection. */
const OF_THE_PAGE =
  /^(?:authorization|cookie|accept-encoding|if-|range|content-|transfer-|connection|upgrade|sec-|origin|referer)/;

/**
 * The response that the browser would get to its first request after the page, as nobody or with the credentials in
 * `own`; undefined for a refusal.
 */
export async function answerTo(
  app: App,
  { headers, socket }: AskedPage,
  url: string,
  own: Readonly<Record<string, string>> = {},
): Promise<string | undefined> {
  const ofBrowser = Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_THE_PAGE.test(name)));
  const { remoteAddress = '127.0.0.1' } = socket;
  const { statusCode, body } = await app.inject({
    method: 'GET',
    url,
    headers: { ...ofBrowser, ...own },
    remoteAddress,
  });
  return statusCode === 200 ? body : undefined;
}
