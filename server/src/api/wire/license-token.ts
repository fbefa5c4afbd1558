import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from '../../kernel/schema.ts';
import { licenseTokenMissing } from '../../modules/licensing/index.ts';
import { textAnswer } from '../../platform/http/route/responses.ts';

const TEXT = 'text/plain';
const JWT = 'application/jwt';

/** The maximum length of a token that is read: enough for the custom properties of four entities, 48 KB each. */
const MAX_TOKEN_CHARACTERS = 256 * 1024;

/** A license token as a request body. The licensing module refuses text that is not a token. */
export const TokenInput = Type.String({ maxLength: MAX_TOKEN_CHARACTERS, description: 'The license token.' });
export const TOKEN_MEDIA_TYPES = [TEXT, JWT];

export const TokenAnswer = textAnswer(
  'A license token: a JWT signed with the private license key of the account.',
  Type.String(),
  TEXT,
  JWT,
);

/**
 * The token in a request body, without the characters that storage, shells and languages add around and inside it: line
 * breaks, quotes, the NUL at the end of a C string, a byte order mark. Raises `LicenseTokenMissing` when nothing is
 * left: then the body was lost on its way.
 */
export function tokenIn(body: string | null | undefined): string {
  const token = body?.replaceAll(/[\s\0"'\uFEFF]/g, '') ?? '';
  if (token === '') throw licenseTokenMissing({ detail: 'The request has no license token in its body.' });
  return token;
}

/** Sends a token, as text unless the client requests a JWT by its media type. */
export function sendToken(request: FastifyRequest, reply: FastifyReply, token: string): FastifyReply {
  const wantsJwt = request.headers.accept?.includes(JWT) === true;
  return reply.type(wantsJwt ? JWT : `${TEXT}; charset=utf-8`).send(token);
}
