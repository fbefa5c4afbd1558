import { createHmac } from 'node:crypto';
import type { Vault } from '../crypto/vault.ts';

/** The parts of a request that distinguish it from others with the same idempotency key. */
interface RequestContent {
  readonly method: string;
  /** The path with the query. */
  readonly url: string;
  /** The revision that the request expects, as in its `If-Match`. */
  readonly ifMatch?: string | undefined;
  /** The parsed JSON of the request, or its text or bytes; undefined when there is none. */
  readonly body?: unknown;
}

/**
 * The identity of a request: HMAC-SHA256 as base64url under the instance secret. Without that secret nobody can check
 * a guess at a password or another secret in a body against it.
 */
export function requestFingerprint(
  vault: Pick<Vault, 'derive'>,
  { method, url, ifMatch, body }: RequestContent,
): string {
  const hash = createHmac('sha256', vault.derive('idempotency-fingerprints'));
  // As JSON, so that the parts cannot run into each other.
  hash.update(JSON.stringify([method.toUpperCase(), url, ifMatch ?? null]));
  if (typeof body === 'string' || body instanceof Uint8Array) hash.update(body);
  else if (body !== undefined) hash.update(JSON.stringify(body));
  return hash.digest('base64url');
}
