import type { FastifyRequest } from 'fastify';
import { invalidInput, unsupportedMediaType } from '../../../kernel/problem.ts';
import { isStorable, isStorableValue, mayHoldUnstorable, UNSTORABLE_TEXT } from '../../storable-text.ts';
import type { App } from '../route/app.ts';

/** In `Content-Encoding`, where some clients name a character set instead. */
const COMPRESSIONS = /\b(?:gzip|deflate|br|zstd|compress)\b/i;

/** The media types of text bodies: text, and tokens under the name of their own. */
export const TEXT_MEDIA_TYPES: readonly string[] = ['text/plain', 'application/jwt'];

/**
 * Reads JSON and text bodies. An empty request body counts as none, regardless of its content type: deployed clients
 * send `Content-Type: application/json` on requests without one (wire contract section 1).
 *
 * Texts that no database column can hold, with NUL or half a surrogate pair in them, are refused here for all routes,
 * except in queries outside strict groups, where a link may contain anything (`withFirstTexts`), and in text bodies of
 * routes with `config.isLenient`, which check them themselves. Compressed bodies are refused, too, or an application
 * would be told that its license token is not valid.
 */
export function registerBodies(app: App): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    async (_request: FastifyRequest, body: string) => parseJson(body),
  );
  app.addContentTypeParser(
    [...TEXT_MEDIA_TYPES],
    { parseAs: 'string' },
    async ({ routeConfig }: FastifyRequest, body: string) => {
      if (routeConfig.isLenient !== true && !isStorable(body)) throw unstorable('body');
      return body === '' ? undefined : body;
    },
  );
  app.addHook('onRequest', ({ raw, url, routeConfig }, _reply, done) => {
    if (routeConfig.isLenient === true && routeConfig.validators?.bodyKind === 'text')
      raw.headers['content-type'] = 'text/plain';
    const { bodyKind = 'none' } = routeConfig.validators ?? {};
    if (bodyKind !== 'none' && COMPRESSIONS.test(raw.headers['content-encoding'] ?? ''))
      return done(unsupportedMediaType({ detail: 'The body must not be compressed.' }));
    const [path = ''] = url.split('?', 1);
    const isStrict = routeConfig.group?.isStrict === true;
    if ((isStrict ? url : path).includes('%00')) done(unstorable('request'));
    else done();
  });
}

function parseJson(text: string): unknown {
  if (text.trim() === '') return undefined;
  const value = valueOf(text);
  if (mayHoldUnstorable(text) && !isStorableValue(value)) throw unstorable('body');
  return value;
}

function valueOf(text: string): unknown {
  try {
    // Names such as `__proto__` become own properties here, plain data like any other.
    return JSON.parse(text);
  } catch {
    throw invalidInput({ errors: { body: ['is not valid JSON'] } });
  }
}

function unstorable(where: string) {
  return invalidInput({ errors: { [where]: [UNSTORABLE_TEXT] } });
}
