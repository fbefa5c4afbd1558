import type { IncomingHttpHeaders } from 'node:http';
import type { App } from '../route/app.ts';

/** The parts of a request for a page that the responses in the page depend on. */
export interface AskedPage {
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly socket: { readonly remoteAddress?: string | undefined };
}

/** The response to a request that a page makes first. */
export interface FirstAnswer {
  /** The body, a JSON text. */
  readonly json: string;
  /** The revision of what it is about, if that has one. */
  readonly etag: string | undefined;
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
): Promise<FirstAnswer | undefined> {
  const ofBrowser = Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_THE_PAGE.test(name)));
  const { remoteAddress = '127.0.0.1' } = socket;
  const response = await app.inject({
    method: 'GET',
    url,
    headers: { ...ofBrowser, ...own },
    remoteAddress,
  });
  const { etag } = response.headers;
  if (response.statusCode !== 200) return undefined;
  return { json: response.body, etag: typeof etag === 'string' ? etag : undefined };
}
