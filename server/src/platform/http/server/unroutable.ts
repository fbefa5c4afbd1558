import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { defineProblem, notFound } from '../../../kernel/problem.ts';
import { API_HEADERS } from './headers.ts';
import { sendProblem } from './problem-answer.ts';
import {
  incompleteRequest,
  malformedRequest,
  PROBLEM_MEDIA_TYPE,
  problemBody,
} from '../route/problem-body.ts';

/** The time a client gets to read the reason for the refusal. */
const LINGER_MS = 1_000;

const tooLarge = defineProblem({
  status: 431,
  errorType: 'HeadersTooLarge',
  title: 'The headers are too large',
});

/**
 * Responds to requests whose URL cannot be routed, before any hook has run. The response does not repeat the URL, which
 * may contain codes.
 */
export function answerUnroutable(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const problem =
    error.code === 'FST_ERR_MAX_PARAM_LENGTH'
      ? notFound({ detail: 'Part of the path is too long to be an id.' })
      : malformedRequest({ detail: 'The path is not percent-encoded UTF-8.' });
  sendProblem(request, reply.headers(API_HEADERS), problem);
}

/** Responds to input that is not an HTTP request, or not a complete one, and closes the connection. */
export function answerUnparsable(error: Error & { readonly code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const problem = unparsable(error.code);
  const body = JSON.stringify(problemBody(problem, randomUUID()));
  const head = [
    `HTTP/1.1 ${problem.status} ${problem.title}`,
    `content-type: ${PROBLEM_MEDIA_TYPE}`,
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  closeConnection(socket);
}

/**
 * Destroys a connection that this side has ended: the other side may never end its own, and would keep it half open
 * forever. Until then its input is read and dropped, or the response could be lost with it.
 */
function closeConnection(socket: Socket): void {
  socket.resume();
  const end = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('end', () => socket.destroy()).once('close', () => clearTimeout(end));
}

function unparsable(code: string | undefined) {
  if (code === 'HPE_HEADER_OVERFLOW') return tooLarge();
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT' || code === 'HPE_INVALID_EOF_STATE') return incompleteRequest();
  return malformedRequest({ detail: 'This is not an HTTP request.' });
}
