import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from '../../kernel/schema.ts';
import { staleRevision } from '../../kernel/revision.ts';

/** The header of routes that change a resource which the caller has read. */
export const RevisionHeaders = Type.Object({
  'if-match': Type.Optional(
    Type.String({
      title: 'IfMatch',
      description:
        'The `ETag` that you read: 412 `StaleRevision` if there was a change since. Without it, or with `*`, the change ' +
        'is always made.',
    }),
  ),
});

/**
 * The revision that the caller has seen, from `If-Match`; `undefined` when the header is absent or accepts any. A tag
 * in another format was never sent by this server: raises `StaleRevision`. A tag that was weakened, as everything that
 * compresses responses does, names the same revision.
 */
export function expectedRevision(request: FastifyRequest): number | undefined {
  const header = request.headers['if-match'];
  if (header === undefined || header.trim() === '*') return undefined;
  const revision = /^\s*(?:W\/)?"r(\d{1,15})"\s*$/.exec(header)?.[1];
  if (revision === undefined) throw staleRevision({ detail: 'If-Match is not an ETag of this resource.' });
  return Number(revision);
}

/** Sends the revision in the response as its `ETag`. */
export function tagRevision(reply: FastifyReply, row: { readonly revision: number }): void {
  reply.header('etag', revisionTag(row));
}

/** The `ETag` of a revision. */
export function revisionTag({ revision }: { readonly revision: number }): string {
  return `"r${revision}"`;
}
