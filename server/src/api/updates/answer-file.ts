import type { FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '../../kernel/problem.ts';
import type { ReleaseDownload } from '../../modules/releases/index.ts';
import { sendFile, storageFileLink } from '../wire/file-answer.ts';

/**
 * Sends a file to an updater: the bytes themselves, because not every updater keeps its headers across a redirect; or,
 * where the storage has links, a redirect to one, which needs no headers.
 */
export async function answerFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: ReleaseDownload | undefined,
): Promise<FastifyReply> {
  if (file === undefined) throw notFound({ detail: 'There is no such file.' });
  const location = await storageFileLink(request.context, file);
  if (location === undefined) return sendFile(request, reply, file);
  return reply.code(302).header('location', location).send(undefined);
}
