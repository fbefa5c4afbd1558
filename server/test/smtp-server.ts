import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';

/** A message as the server received it. */
export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** Headers and body as sent, with unix line ends and dots unstuffed. */
  readonly source: string;
}

/** A mail server for tests, on loopback, which responds as instructed. */
export interface SmtpServer {
  /** For `SMTP_URL`. */
  readonly url: string;
  readonly mails: ReceivedMail[];
  /** The credentials with which clients signed in, as `user:password`. */
  readonly signedIn: string[];
  /**
   * Replies instead of the ordinary ones, by command (`EHLO`, `MAIL`, `RCPT`, `DATA`, `.` for the end of a message);
   * `hang` never replies.
   */
  readonly replies: Map<string, string>;
  /** Resolves when a client has connected. */
  readonly connected: Promise<void>;
  close(): Promise<void>;
}

interface Session {
  from: string;
  to: string[];
  lines: string[] | undefined;
}

export async function startSmtpServer(): Promise<SmtpServer> {
  const mails: ReceivedMail[] = [];
  const signedIn: string[] = [];
  const replies = new Map<string, string>();
  const connected = Promise.withResolvers<void>();
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    connected.resolve();
    serve(socket, { mails, signedIn, replies });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    mails,
    signedIn,
    replies,
    connected: connected.promise,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

type State = Pick<SmtpServer, 'mails' | 'signedIn' | 'replies'>;

function serve(socket: Socket, state: State): void {
  const session: Session = { from: '', to: [], lines: undefined };
  let waiting = '';
  socket.write('220 test ready\r\n');
  socket.setEncoding('utf8');
  socket.on('data', (chunk) => {
    waiting += String(chunk);
    for (let end = waiting.indexOf('\r\n'); end >= 0; end = waiting.indexOf('\r\n')) {
      const line = waiting.slice(0, end);
      waiting = waiting.slice(end + 2);
      const reply =
        session.lines === undefined ? command(line, session, state) : content(line, session, state);
      if (reply !== undefined && reply !== 'hang') socket.write(`${reply}\r\n`);
      if (reply?.startsWith('221')) socket.end();
    }
  });
}

function command(line: string, session: Session, { replies, signedIn }: State): string {
  const verb = line.slice(0, 4).toUpperCase();
  const reply = replies.get(verb);
  if (reply !== undefined) return reply;
  const mailbox = /<([^>]*)>/.exec(line)?.[1] ?? '';
  switch (verb) {
    case 'EHLO':
      return '250-test\r\n250-AUTH PLAIN\r\n250 8BITMIME';
    case 'AUTH':
      signedIn.push(
        Buffer.from(line.split(' ')[2] ?? '', 'base64')
          .toString()
          .split('\0')
          .slice(1)
          .join(':'),
      );
      return '235 welcome';
    case 'MAIL':
      Object.assign(session, { from: mailbox, to: [] });
      return '250 ok';
    case 'RCPT':
      session.to.push(mailbox);
      return '250 ok';
    case 'DATA':
      session.lines = [];
      return '354 go on';
    case 'QUIT':
      return '221 bye';
    default:
      return '250 ok';
  }
}

function content(line: string, session: Session, { mails, replies }: State): string | undefined {
  if (line !== '.') {
    session.lines?.push(line.startsWith('.') ? line.slice(1) : line);
    return undefined;
  }
  const reply = replies.get('.');
  if (reply === undefined) {
    mails.push({ from: session.from, to: [...session.to], source: session.lines?.join('\n') ?? '' });
  }
  session.lines = undefined;
  return reply ?? '250 taken';
}
