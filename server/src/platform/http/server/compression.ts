import compress from '@fastify/compress';
import type { onSendAsyncHookHandler } from 'fastify';
import { constants } from 'node:zlib';
import type { App } from '../route/app.ts';

/** A smaller response fits into few packets anyway. */
const LEAST_BYTES = 1_024;

/** What is compressed while it is sent: files, pictures and archives are compressed already. */
const TEXT =
  /^(?:application\/(?:problem\+)?json|application\/xml|text\/(?:html|plain|xml|css|javascript))(?:;|$)/;

/**
 * Compresses what GET requests read, in an encoding that `Accept-Encoding` names; clients of any age that name none get
 * the bytes as they are. Its entity tag is weak then, because other encodings have the same one. What is kept, such as
 * the storefront, is kept compressed, too, and not compressed here for each request (`compressed-body.ts`).
 *
 * A response is not compressed where it could be measured for a secret in it (BREACH), which also needs a page of
 * another site that makes the request with the visitor's credentials, and words of the attacker in the response. No
 * credential of ours is sent by itself but the cookie of an operator, which other pages cannot use
 * (`operator-session.ts`). Even so, tokens and codes are only in responses to POST and PATCH, and routes of one person's secrets (sign-in, sessions, the address of a checkout) stay plain.
 */
export async function registerCompression(app: App): Promise<void> {
  app.addHook('onRoute', (route) => {
    const isRead = route.method === 'GET' || (Array.isArray(route.method) && route.method.includes('GET'));
    if (!isRead || SECRETS.test(route.url)) route.compress = false;
  });
  await app.register(compress, {
    global: true,
    globalDecompression: false,
    threshold: LEAST_BYTES,
    encodings: ['br', 'gzip'],
    customTypes: TEXT,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
    zlibOptions: { level: 6 },
  });
  // After the hook of the plugin, which is one of each route, too.
  app.addHook('onRoute', (route) => {
    if (route.compress !== false) route.onSend = [...[route.onSend ?? []].flat(), weakenTag];
  });
}

const weakenTag: onSendAsyncHookHandler = async (_request, reply, payload) => {
  const tag = reply.getHeader('etag');
  if (reply.hasHeader('content-encoding') && typeof tag === 'string' && tag.startsWith('"'))
    reply.header('etag', `W/${tag}`);
  return payload;
};

const SECRETS =
  /^\/api\/(?:customer\/(?:identity|activations|communications|inventory\/license-files)|client|checkout|public\/documents|settings\/api-keys|operators?)(?:\/|$)/;
