import { connect, type Socket } from 'node:net';

const HEAD_END = Buffer.from('\r\n\r\n');
const LENGTH_HEADER = /\r\ncontent-length: *(\d+)/i;
/** The position of the status in `HTTP/1.1 200`. */
const STATUS_AT = 9;

/** One keep-alive connection that sends one request at a time and counts the bytes of its response. */
export interface Connection {
  /** Sends a request unchanged and resolves with the status, once the whole response has arrived. */
  send(request: Uint8Array): Promise<number>;
  close(): void;
}

/**
 * Opens a connection. It parses no more of a response than it must, so that it costs a fraction of the server's work:
 * status and `Content-Length` of the head; the body is counted, not stored. A response without a length is an error,
 * because this client cannot detect its end.
 */
export async function openConnection(port: number): Promise<Connection> {
  const socket = await connected(port);
  let waiting: PromiseWithResolvers<number> | undefined;
  let status = 0;
  let missing = -1;
  let head: Buffer = Buffer.alloc(0);

  const fail = (error: Error): void => {
    waiting?.reject(error);
    waiting = undefined;
  };
  const finish = (): void => {
    const request = waiting;
    waiting = undefined;
    missing = -1;
    request?.resolve(status);
  };
  socket.on('data', (chunk: Buffer) => {
    if (missing >= 0) missing -= chunk.length;
    else {
      head = head.length === 0 ? chunk : Buffer.concat([head, chunk]);
      const end = head.indexOf(HEAD_END);
      if (end < 0) return;
      const text = head.toString('latin1', 0, end);
      const length = text.startsWith('204', STATUS_AT) ? '0' : LENGTH_HEADER.exec(text)?.[1];
      if (length === undefined) return fail(new Error(`an answer without Content-Length: ${text}`));
      status = Number(text.slice(STATUS_AT, STATUS_AT + 3));
      missing = Number(length) - (head.length - end - HEAD_END.length);
      head = Buffer.alloc(0);
    }
    if (missing === 0) finish();
    else if (missing < 0) fail(new Error('an answer is longer than it said'));
  });
  socket.on('error', fail);
  socket.on('close', () => fail(new Error('the server closed the connection')));

  return {
    send(request) {
      waiting = Promise.withResolvers<number>();
      socket.write(request);
      return waiting.promise;
    },
    close: () => socket.destroy(),
  };
}

async function connected(port: number): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => resolve(socket));
  socket.once('error', reject);
  return promise;
}

/** A request as the bytes on a keep-alive connection. */
export function requestBytes(
  method: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  body = '',
): Buffer {
  const length = Buffer.byteLength(body);
  const all = { host: '127.0.0.1', ...headers, ...(length > 0 && { 'content-length': String(length) }) };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
}
