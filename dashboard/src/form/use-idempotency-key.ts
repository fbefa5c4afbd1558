import type { Refusal } from '@latchkey/sdk';
import { useState } from 'react';

/** Refusals after which nothing has happened, and whose answer the server may keep for the key. */
const FINAL: ReadonlySet<number> = new Set([400, 403, 404, 409, 412]);

/** Whether a request was refused for good: after anything else, it may have been carried out. */
export function isRefusedForGood({
  status,
  retryAfterSeconds,
}: Pick<Refusal, 'status' | 'retryAfterSeconds'>): boolean {
  return FINAL.has(status) && retryAfterSeconds === undefined;
}

/**
 * The key with which a dialog sends its request, so that it happens once however often it is sent. `renewAfter` takes
 * another key once a request was refused for good: what is sent next is a request of its own. It explains nothing.
 */
export function useIdempotencyKey() {
  const [key, setKey] = useState(() => crypto.randomUUID());
  const renewAfter = (failure: Refusal): undefined => {
    if (isRefusedForGood(failure)) setKey(crypto.randomUUID());
  };
  return { key, renewAfter };
}
