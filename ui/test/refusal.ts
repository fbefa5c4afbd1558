import { Refusal } from '@latchkey/sdk';

/** A refusal with this status, for tests. */
export function refusal(status: number, problem: object = {}, retryAfter?: string): Refusal {
  const headers = new Headers(retryAfter === undefined ? {} : { 'retry-after': retryAfter });
  return new Refusal({ status, headers }, problem);
}
