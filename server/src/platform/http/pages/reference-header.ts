import { randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { isFromThisMachine } from '../network/this-machine.ts';

/** The origin that browsers send for pages in a sandbox, such as the API reference, and for files. */
export const OPAQUE_ORIGIN = 'null';

/**
 * Makes the name of the header by which requests of the API reference are known while this process runs. The secret is in
 * the name, for a preflight tells the names of headers alone: what does not know it is not let through to the request.
 */
export function createReferenceHeader(): string {
  return `x-latchkey-reference-${randomBytes(16).toString('hex')}`;
}

/** Whether the API reference makes this request, or asks before it, in a browser on this machine. */
export function isFromReference(request: FastifyRequest, header: string): boolean {
  const { headers } = request;
  if (headers.origin !== OPAQUE_ORIGIN || !isFromThisMachine(request)) return false;
  if (headers['access-control-request-method'] === undefined) return headers[header] !== undefined;
  const names = headers['access-control-request-headers'] ?? '';
  return names.split(',').some((name) => name.trim().toLowerCase() === header);
}
