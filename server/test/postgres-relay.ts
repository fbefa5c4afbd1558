import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import type { Database } from '../src/platform/database/database.ts';
import { openTestDatabase } from './database.ts';
import { openLocation } from './open-location.ts';

/** What the relay does to the connection of a query. */
export interface Answers {
  /** Holds back the server's responses. */
  readonly pause: () => void;
  readonly resume: () => void;
  /** Ends the connection on both sides. */
  readonly destroy: () => void;
}

/** A test database behind a relay. */
export interface Relay {
  readonly open: (options?: Parameters<typeof openLocation>[1]) => Promise<Database>;
  /** Closes the connections there are; new ones lead to the database at another location. */
  readonly lead: (location: string) => void;
  /** The server no longer responds on the connections there are; new ones work, as after a failover. */
  readonly freeze: () => void;
  readonly close: () => Promise<void>;
}

/** A test database, or the one at `location`, behind a relay on loopback that sees each chunk that a client sends. */
export async function startRelay(
  options: {
    readonly location?: string;
    readonly onQuery?: (chunk: string, answers: Answers) => void;
    /** What a client gets instead of a chunk of the server, of the same length. */
    readonly replaceAnswer?: (chunk: string) => string;
  } = {},
): Promise<Relay> {
  const direct = options.location === undefined ? await openTestDatabase() : undefined;
  const source = new URL(options.location ?? direct?.location ?? '');
  let target = source;
  const sockets = new Set<Socket>();
  const upstreams = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    upstreams.add(upstream);
    for (const socket of [client, upstream]) sockets.add(socket.on('error', () => {}));
    const answers: Answers = {
      pause: () => void upstream.pause(),
      resume: () => void upstream.resume(),
      destroy: () => {
        client.destroy();
        upstream.destroy();
      },
    };
    client.on('data', (chunk) => {
      upstream.write(chunk);
      options.onQuery?.(chunk.toString('latin1'), answers);
    });
    const { replaceAnswer = (chunk: string) => chunk } = options;
    upstream.on('data', (chunk) => client.write(replaceAnswer(chunk.toString('latin1')), 'latin1'));
    client.on('close', () => upstream.destroy());
    upstream.on('close', () => client.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const location = new URL(source);
  location.hostname = '127.0.0.1';
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the relay has no port');
  location.port = String(address.port);
  const opened: Database[] = [];
  return {
    async open(databaseOptions) {
      const database = await openLocation(location.href, databaseOptions);
      opened.push(database);
      return database;
    },
    lead(next) {
      target = new URL(next);
      for (const socket of sockets) socket.destroy();
    },
    freeze() {
      for (const upstream of upstreams) upstream.pause();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      for (const database of opened) await database.close();
      server.close();
      await direct?.close();
    },
  };
}
