import { createLicensedProduct } from '../../src/modules/licensing/index.ts';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { openSystem } from '../../src/open-system.ts';
import { createAccount } from '../../src/modules/accounts/index.ts';
import { readConfig } from '../../src/platform/config.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { createLog } from '../../src/platform/log.ts';
import { testContext } from '../context.ts';
import { openTestDatabase } from '../database.ts';
import { openLocation } from '../open-location.ts';
import { type ServerProcess, startLatchkey } from '../server-process.ts';
import { times } from '../length.ts';

/** A shop whose server is a process that can be stopped, killed and started again on the same data. */
export interface ShopServer {
  readonly location: string;
  /** The environment of a process that serves the shop. */
  readonly environment: Readonly<Record<string, string>>;
  start(settings?: Readonly<Record<string, string>>): Promise<ServerProcess>;
  /** The shop's database, opened from outside its server. */
  look<Result>(work: (database: Database) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

/** The number of times a fault is triggered: few in every run of the tests, many with `npm test -- --long`. */
export function faultRuns(short: number, long: number): number {
  const setting = process.env['LATCHKEY_FAULT_RUNS'];
  if (setting !== undefined) return Number(setting);
  return times(short, long);
}

const NO_LIMITS = {
  signInPerMinute: 0,
  signUpPerMinute: 0,
  signInFailuresBeforeDelay: 0,
  cartsPerMinute: 0,
  paymentsPerMinute: 0,
};

/**
 * Fills a database of the engine under test, or the one at `databaseUrl`, with an account that sells `app` and `synth`.
 */
export async function openShop(databaseUrl?: string): Promise<ShopServer> {
  const stack = new AsyncDisposableStack();
  const test = databaseUrl === undefined ? await openTestDatabase() : undefined;
  if (test !== undefined) stack.defer(test.close);
  const location = databaseUrl ?? test?.location ?? '';
  const dataDir = await mkdtemp(join(tmpdir(), 'latchkey-shop-'));
  stack.defer(() => rm(dataDir, { recursive: true, force: true }));
  const isPostgres = location.startsWith('postgres');
  const environment = {
    LATCHKEY_SECRET: randomBytes(32).toString('base64url'),
    LATCHKEY_DATA_DIR: isPostgres ? dataDir : join(location, '..'),
    LATCHKEY_REQUESTS_PER_MINUTE: '0',
    ...(isPostgres && { DATABASE_URL: location }),
  };
  await stock(environment);
  return {
    location,
    environment,
    start: async (settings = {}) => {
      const server = await startLatchkey({ ...environment, ...settings }, '--no-demo');
      // A failed test leaves its server running; killing one that has ended does nothing.
      stack.defer(async () => {
        server.signal('SIGKILL');
        await server.ended;
      });
      return server;
    },
    look: async (work) => {
      const database = await openLocation(location);
      try {
        return await work(database);
      } finally {
        await database.close();
      }
    },
    close: () => stack.disposeAsync(),
  };
}

async function stock(environment: Record<string, string>): Promise<void> {
  const { system, close } = await openSystem(readConfig(environment), createLog('silent'));
  try {
    const account = await createAccount(system, {
      id: 'demo',
      name: 'Demo Audio',
      isDefault: true,
      settings: { limits: NO_LIMITS },
    });
    for (const id of ['app', 'synth']) {
      const variations = [{ id: `${id}-once`, name: 'Perpetual', prices: { EUR: 1_000 } }];
      await createLicensedProduct(testContext(system, account), {
        id,
        name: id,
        maxActivations: 3,
        variations,
      });
    }
  } finally {
    await close();
  }
}
