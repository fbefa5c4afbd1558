import { connect, type Socket } from 'node:net';
import { once } from 'node:events';

/** The results of one connection's requests. */
export interface Outcome {
  readonly responses: number;
  /** Requests that were written to an open connection and got no complete response. */
  readonly dropped: number;
  readonly statuses: ReadonlySet<number>;
}

const ANSWER = /^HTTP\/1\.1 (\d{3})[^]*?\r\ncontent-length: (\d+)[^]*?\r\n\r\n/i;

/**
 * Sends the same request over one connection, the next as soon as the last is answered, like a client with keep-alive:
 * until a response announces that the connection is closed, or the server closes it between two requests. `onAnswer` is
 * called with each response.
 */
export async function sendSteadily(
  port: number,
  request: string,
  onAnswer: () => void = () => undefined,
): Promise<Outcome> {
  const socket = connect({ host: '127.0.0.1', port, noDelay: true });
  await once(socket, 'connect');
  // Errors without a pending request are the server closing; those with one are seen below.
  socket.on('error', () => undefined);
  const statuses = new Set<number>();
  let responses = 0;
  for (;;) {
    // Closed by the server without a pending request: a client opens another connection.
    if (socket.readableEnded || socket.destroyed) return { responses, dropped: 0, statuses };
    const answer = await answerTo(socket, request);
    if (answer === undefined) return { responses, dropped: 1, statuses };
    responses += 1;
    onAnswer();
    statuses.add(answer.status);
    if (answer.isLast) {
      socket.destroy();
      return { responses, dropped: 0, statuses };
    }
  }
}

interface Answer {
  readonly status: number;
  /** The server announced that it closes the connection. */
  readonly isLast: boolean;
}

/** The complete response to a request, or `undefined` when the connection ended without one. */
function answerTo(socket: Socket, request: string): Promise<Answer | undefined> {
  const { promise, resolve } = Promise.withResolvers<Answer | undefined>();
  let received = '';
  const onData = (chunk: Buffer): void => {
    received += chunk.toString('latin1');
    const head = ANSWER.exec(received);
    if (head === null || received.length < head[0].length + Number(head[2])) return;
    settle({ status: Number(head[1]), isLast: /\r\nconnection: close/i.test(head[0]) });
  };
  const onEnd = (): void => settle(undefined);
  const settle = (answer: Answer | undefined): void => {
    socket.off('data', onData).off('end', onEnd).off('error', onEnd).off('close', onEnd);
    resolve(answer);
  };
  socket.on('data', onData).on('end', onEnd).on('error', onEnd).on('close', onEnd);
  socket.write(request);
  return promise;
}
