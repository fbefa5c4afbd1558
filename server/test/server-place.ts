import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoSteps } from '../src/cli/serve.ts';
import { type RunningServer, startServer } from '../src/main.ts';
import { readConfig } from '../src/platform/config.ts';
import { createLog, type Log } from '../src/platform/log.ts';
import { openTestDatabase, testEngine } from './database.ts';
import { type Ended, type ServerProcess, startLatchkey } from './server-process.ts';

/** Encrypts what tests store; of no value to anyone. */
export const SECRET = 'a secret for tests only, of no value to anyone';

/** The content of the demo account's file beside the database. */
export interface Demo {
  readonly baseUrl: string;
  readonly accountId: string;
  readonly apiKey: string;
  readonly publicKeyPem: string;
  readonly customer: { readonly email: string; readonly password: string };
  readonly dashboard: { readonly url: string; readonly email: string; readonly password: string };
  readonly voucherCodes: readonly string[];
  readonly mailsUrl: string;
}

/** A place where servers run one after the other, or concurrently, on the same data. */
export interface ServerPlace {
  readonly dataDir: string;
  /** The environment of a command that works on the same data. */
  readonly environment: Readonly<Record<string, string>>;
  start(more?: Record<string, string>, ...parameters: string[]): Promise<ServerProcess>;
  /**
   * Serves in this process until the place is closed: for tests that are not about the process, whose start takes
   * longer.
   */
  serveHere(more?: Record<string, string>, log?: Log): Promise<RunningServer>;
  readDemo(): Promise<Demo>;
  /** Kills the started processes and removes the data. */
  close(): Promise<void>;
}

/** Creates a folder and, on PostgreSQL, a database. */
export async function makeServerPlace(): Promise<ServerPlace> {
  const opened = new AsyncDisposableStack();
  const dataDir = await mkdtemp(join(tmpdir(), 'latchkey-serve-'));
  opened.defer(() => rm(dataDir, { recursive: true, force: true }));
  const environment: Record<string, string> = { LATCHKEY_DATA_DIR: dataDir };
  if (testEngine() === 'postgres') {
    const database = await openTestDatabase();
    opened.defer(database.close);
    environment['DATABASE_URL'] = database.location;
  }
  return {
    dataDir,
    environment,
    start: async (more = {}, ...parameters) => {
      const server = await startLatchkey({ ...environment, ...more }, ...parameters);
      opened.defer(async () => {
        server.signal('SIGKILL');
        await server.ended;
      });
      return server;
    },
    serveHere: async (more = {}, log = createLog('silent')) => {
      const settings = { PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'silent', ...environment, ...more };
      const config = readConfig(settings);
      const server = await startServer(config, { log, ...demoSteps(config, true) });
      opened.defer(server.stop);
      return server;
    },
    readDemo: async () => JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8')),
    close: () => opened.disposeAsync(),
  };
}

/** Stops a server, and returns how it ended. */
export function stopServer(server: ServerProcess): Promise<Ended> {
  server.signal('SIGTERM');
  return server.ended;
}

/** The path where the customer with this email signs in; the password is the body, as text. */
export function signInPath(email: string): string {
  return `/api/customer/identity/sign-in?email=${encodeURIComponent(email)}`;
}
