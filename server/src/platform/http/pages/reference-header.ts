import { randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { isFromThisMachine } from '../network/this-machine.ts';

/** The origin that browsers send for pages in a sandbox, such as the API reference, and for files. */
export const OPAQUE_ORIGIN = 'null';

/**
 * Generates the name of the header that marks requests of the API reference while this process runs. The secret is in
 * the name, because a preflight contains only the names of headers: a page that does not know it never gets to send the
 * request.
 */
export function createReferenceHeader(): string {
  return `x-latchkey-reference-${randomBytes(16).toString('hex')}`;
}

/** Whether the API reference sends this request, or its preflight, in a browser on this machine. */
export function isFromReference(request: FastifyRequest, header: string): boolean {
  const { headers } = request;
  if (headers.origin !== OPAQUE_ORIGIN || !isFromThisMachine(request)) return false;
  if (headers['access-control-request-method'] === undefined) return headers[header] !== undefined;
  const names = headers['access-control-request-headers'] ?? '';
  return names.split(',').some((name) => name.trim().toLowerCase() === header);
}
