import type { App } from './app.ts';

/** What routes with a text body read: text, and tokens under the name of their own. */
export const TEXT_MEDIA_TYPES: readonly string[] = ['text/plain', 'application/jwt'];

/**
 * Reads JSON and text bodies. An empty body is no body, whatever its content type says: deployed clients send
 * `Content-Type: application/json` on requests without one (wire contract section 1).
 */
export function registerBodies(app: App): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    const text = String(body);
    if (text.trim() === '') return done(null, undefined);
    try {
      // Names such as `__proto__` become own properties here, plain data like any other.
      return done(null, JSON.parse(text));
    } catch {
      const error = Object.assign(new Error('the body is not valid JSON'), {
        statusCode: 400,
        code: 'FST_ERR_CTP_INVALID_JSON_BODY',
      });
      return done(error);
    }
  });
  app.addContentTypeParser([...TEXT_MEDIA_TYPES], { parseAs: 'string' }, (_request, body, done) => {
    done(null, body === '' ? undefined : body);
  });
}
