import { createHash } from 'node:crypto';

/**
 * The identity of a request: SHA-256 over method, path with query, and body, as base64url. A body is the parsed JSON of
 * the request, or its text or bytes; undefined when there is none.
 */
export function requestFingerprint(method: string, url: string, body: unknown): string {
  const hash = createHash('sha256');
  // As JSON, so that the parts cannot run into each other.
  hash.update(JSON.stringify([method.toUpperCase(), url]));
  if (typeof body === 'string' || body instanceof Uint8Array) hash.update(body);
  else if (body !== undefined) hash.update(JSON.stringify(body));
  return hash.digest('base64url');
}
