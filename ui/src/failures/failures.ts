import { Refusal } from '@latchkey/sdk';

/** No response arrived: no connection, or none in time. Whether the request was carried out is unknown. */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost';
}

/** The response is not from the API version that this page supports. */
export class UnexpectedAnswer extends Error {
  override readonly name = 'UnexpectedAnswer';
}

/** Whether the same request may succeed a moment later. */
export function isTransient(failure: Error): boolean {
  if (failure instanceof ConnectionLost) return true;
  return failure instanceof Refusal && (failure.status >= 500 || failure.status === 429);
}
