import type { FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import { invalidInput } from '../../kernel/problem.ts';

/** The bytes of a request whose body is a file, as they arrive. */
interface SentBytes {
  readonly content: AsyncIterable<unknown>;
  readonly contentType: string | undefined;
  /** The size that the sender announces, in bytes. */
  readonly announcedSize: number | undefined;
}

/** The file in the body of a request, which a content type parser passed on as a stream. */
export function sentBy({ body, headers }: FastifyRequest): SentBytes {
  const length = headers['content-length'];
  return {
    content: body instanceof Readable ? chunksOf(body) : Readable.from([]),
    contentType: headers['content-type'],
    announcedSize: length === undefined ? undefined : Number(length),
  };
}

/** The chunks of a request, which must stay open for the response when the file is refused. */
function chunksOf(body: Readable): AsyncIterable<unknown> {
  // It may break off before anybody reads it.
  body.on('error', () => undefined);
  return body.iterator({ destroyOnReturn: false });
}

/** A broken connection is not a server error, and its response reaches nobody. */
export async function unlessBroken<T>(request: FastifyRequest, storing: Promise<T>): Promise<T> {
  try {
    return await storing;
  } catch (error) {
    if (request.raw.destroyed && !request.raw.complete)
      throw invalidInput({ detail: 'The upload broke off.' });
    throw error;
  }
}
