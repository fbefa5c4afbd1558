import assert from 'node:assert/strict';
import type { InjectOptions } from 'fastify';
import type { Response } from 'light-my-request';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testClock, type TestClock } from './clock.ts';
import { buildApp } from '../src/app.ts';
import { randomIds } from '../src/kernel/ids.ts';
import {
  type Account,
  type Context,
  createAccount,
  createApiKey,
  findAccount,
} from '../src/modules/accounts/index.ts';
import { openStorage } from '../src/open-system.ts';
import { readConfig } from '../src/platform/config.ts';
import { openVault } from '../src/platform/crypto/vault.ts';
import type { Database } from '../src/platform/database/database.ts';
import type { App } from '../src/platform/http/route/app.ts';
import { createLog, type Log } from '../src/platform/log.ts';
import type { System } from '../src/platform/system.ts';
import { contractOf } from './contract.ts';
import { testContext } from './context.ts';
import { openTestDatabase, type TestDatabase } from './database.ts';
import { testPasswords } from './passwords.ts';
import { withGoodPlans, withOwnRows } from './query-plans.ts';
import { ORDER_PORTS, PAYMENT_PORTS } from './payments.ts';

/** The start of test time; from there it moves a millisecond with every reading. */
export const TEST_START = new Date('2026-03-01T12:00:00.000Z');
/** Encrypts what tests store; of no value to anyone. */
export const TEST_SECRET = 'a secret for tests only, of no value to anyone';

/** The whitelisted origin of the account `demo`. */
export const TEST_ORIGIN = 'https://shop.demo.test';

/** A system with its own database and a clock that the test moves on. */
export interface TestSystem extends System {
  readonly clock: TestClock;
}

/** The application under test, reached without a network. */
export interface TestApp {
  readonly system: TestSystem;
  readonly app: App;
  /** Hosts `demo.latchkey.test` (also the default account) and `other.latchkey.test`. */
  readonly demo: Account;
  readonly other: Account;
  /** The context of the account `demo`, for calls of use cases. */
  readonly ctx: Context;
  /** Sends a request to the account `demo`, and checks the response against the OpenAPI document. */
  inject(options: InjectOptions): Promise<Response>;
  /** The same to another account. */
  injectAs(account: Account, options: InjectOptions): Promise<Response>;
  /** Creates an API key of an account and returns it as request headers. */
  apiKey(account: Account, ...scopes: string[]): Promise<{ 'api-key': string }>;
  close(): Promise<void>;
}

/** An application and the document that its responses are checked against. */
interface Running {
  readonly app: App;
  readonly contract: ReturnType<typeof contractOf>;
}

/** A test system and its resources; `close` removes all of them. */
export interface OpenTestSystem {
  readonly system: TestSystem;
  readonly test: TestDatabase;
  close(): Promise<void>;
}

/** Nothing answers there: tests with a register start their own. */
const SILENT_VIES = 'http://127.0.0.1:9';

/**
 * Opens a test system; `write` creates its initial rows, whatever the environment, once for all systems of a process.
 */
export async function openTestSystem(
  environment: Record<string, string> = {},
  log: Log = createLog('silent'),
  write?: (system: System) => Promise<void>,
): Promise<OpenTestSystem> {
  const clock = testClock(TEST_START);
  const dataDir = await mkdtemp(join(tmpdir(), 'latchkey-data-'));
  const config = readConfig({
    LATCHKEY_SECRET: TEST_SECRET,
    LATCHKEY_PLATFORM_DOMAIN: 'latchkey.test',
    LATCHKEY_PUBLIC_URL: 'http://latchkey.test',
    LATCHKEY_EXPOSE_DEVELOPMENT_FEATURES: 'true',
    LATCHKEY_DATA_DIR: dataDir,
    LATCHKEY_VIES_URL: SILENT_VIES,
    ...environment,
  });
  const parts: Omit<TestSystem, 'database'> = {
    config,
    log,
    clock,
    ids: randomIds,
    vault: openVault(TEST_SECRET),
    passwords: testPasswords(),
    storage: await openStorage(config),
    payments: PAYMENT_PORTS,
    orders: ORDER_PORTS,
    mailsKey: 'test-key-of-the-mails',
  };
  const content = write && {
    name: write.name,
    write: (database: Database) => write({ ...parts, database }),
  };
  const test = await openTestDatabase({ clock, log, ...(content && { content }) });
  const close = async (): Promise<void> => {
    await test.close();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { system: { ...parts, database: test.database }, test, close };
}

/** Starts the whole application over a test system with two accounts. */
export async function startTestApp(environment: Record<string, string> = {}, log?: Log): Promise<TestApp> {
  const { system, close } = await openTestSystem(environment, log, writeAccounts);
  const demo = await existingAccount(system, 'demo');
  const other = await existingAccount(system, 'other');
  // Modules live as long as their process, which runs many files: they must not keep a closed application in memory.
  let running: Running | undefined = await start(system);
  const open = (): Running => {
    assert.ok(running, 'the test application is closed');
    return running;
  };
  const injectAs = async (account: Account, options: InjectOptions): Promise<Response> => {
    const server = open();
    const headers = { host: `${account.id}.latchkey.test`, ...options.headers };
    // What a machine shows to its developer or operator is of all accounts.
    const isOfMachine = typeof options.url === 'string' && /^\/(dev|metrics|health)\b/.test(options.url);
    const watch = isOfMachine ? withGoodPlans : withOwnRows;
    const response = await watch(() => server.app.inject({ ...options, headers }));
    server.contract.check(options, response);
    return response;
  };
  return {
    system,
    get app() {
      return open().app;
    },
    demo,
    other,
    ctx: testContext(system, demo),
    inject: (options) => injectAs(demo, options),
    injectAs,
    apiKey: async (account, ...scopes) => {
      const { key } = await createApiKey(testContext(system, account), {
        name: 'test',
        scopes: scopes.length === 0 ? ['*'] : scopes,
      });
      return { 'api-key': key };
    },
    close: async () => {
      if (running === undefined) return;
      const { app } = running;
      running = undefined;
      await app.close();
      await close();
    },
  };
}

async function start(system: System): Promise<Running> {
  const app = await buildApp(system);
  await app.ready();
  return { app, contract: contractOf(app) };
}

async function writeAccounts(system: System): Promise<void> {
  await createAccount(system, {
    id: 'demo',
    name: 'Demo Audio',
    isDefault: true,
    // A test creates more carts in a minute than people do.
    settings: { currencies: ['EUR', 'USD'], origins: [TEST_ORIGIN], limits: { cartsPerMinute: 0 } },
  });
  await createAccount(system, { id: 'other', name: 'Other Vendor' });
}

async function existingAccount(system: System, id: string): Promise<Account> {
  const account = await findAccount(system, id);
  assert.ok(account);
  return account;
}
