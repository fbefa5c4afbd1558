import type { FastifyRequest } from 'fastify';
import { unauthorized } from '../../kernel/problem.ts';

/**
 * 401 for a call of the Core API without a usable key, with a sentence that explains what to send instead. For a
 * well-formed key the response is the same whether the key is unknown, expired, or of another account: nobody learns
 * where a key is valid.
 */
export function apiKeyRequired({ headers }: Pick<FastifyRequest, 'headers'>) {
  return unauthorized({ detail: helpFor(headers), headers: { 'www-authenticate': 'Api-Key' } });
}

const KEY_FORM = /^lk_[\w-]{43}$/;
/** With or without a scheme; an access token may contain these letters anywhere else. */
const KEY_IN_AUTHORIZATION = /^(?:\S+ +)?lk_/;

function helpFor(headers: FastifyRequest['headers']): string {
  const key = headers['api-key'];
  if (typeof key === 'string' && key.trim() !== '') {
    return KEY_FORM.test(key)
      ? 'No account at this host has this API key, or it has expired or was revoked. Check the key, and that the host is the one of its account.'
      : 'The Api-Key header does not hold an API key: a key is "lk_" and 43 characters. It may have been cut off.';
  }
  if (headers['x-api-key'] !== undefined)
    return 'Send the API key in the header Api-Key: the header X-Api-Key is not read.';
  const { authorization } = headers;
  if (authorization !== undefined && KEY_IN_AUTHORIZATION.test(authorization))
    return 'Send the API key in the header Api-Key: Authorization is for access tokens of customers.';
  if (authorization !== undefined)
    return 'This route takes an API key in the header Api-Key: an access token of a customer is not enough.';
  return 'This route needs an API key in the header Api-Key.';
}
