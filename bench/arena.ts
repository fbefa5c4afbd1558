import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import pg from 'pg';
import { randomBytes } from 'node:crypto';
import { findPostgres, startCluster } from '../server/test/postgres-cluster.ts';
import { type Seed, seed } from './seed.ts';
import { startTarget, type Target } from './target.ts';

export type Engine = 'sqlite' | 'postgres';

/** The environment of one engine's measurements: a data folder, a database, and its content. */
export interface Arena {
  readonly engine: Engine;
  readonly seeded: Seed;
  /** The environment of a server on the seeded database. */
  readonly environment: Readonly<Record<string, string>>;
  /** Requests of a bench that sends a fixed number instead of loading for a time. */
  readonly requests: number;
  /**
   * Starts the server on the seeded database, with settings as in production but no limit on requests, and with `more`
   * variables in its environment.
   */
  readonly start: (more?: Readonly<Record<string, string>>) => Promise<Target>;
  /**
   * Updates the planner's statistics, as PostgreSQL does by itself within a minute after many new rows, and writes the rows
   * to their files. Until then it scans a table that was empty from beginning to end.
   */
  readonly analyse: () => Promise<void>;
  /** The environment of a server with an empty database and data folder of its own. */
  readonly freshEnvironment: () => Promise<Record<string, string>>;
  readonly close: () => Promise<void>;
}

export interface ArenaOptions {
  readonly engine: Engine;
  /** Customers, each with a license and an activation. */
  readonly size: number;
  readonly requests: number;
  /** Folder for CPU profiles of the servers; none are taken without it. */
  readonly profileFolder?: string | undefined;
}

/** Whether this machine can run PostgreSQL for the bench. */
export function hasPostgres(): boolean {
  return findPostgres() !== undefined;
}

/** Fills a new database; on PostgreSQL in a temporary cluster whose commits are durable. */
export async function openArena({ engine, size, requests, profileFolder }: ArenaOptions): Promise<Arena> {
  const resources = new AsyncDisposableStack();
  try {
    const folder = await mkdtemp(join(tmpdir(), 'latchkey-bench-'));
    resources.defer(() => rm(folder, { recursive: true, force: true }));
    const cluster = engine === 'postgres' ? await startCluster({ durable: true }) : undefined;
    if (cluster !== undefined) resources.defer(cluster.stop);
    let count = 0;
    const freshEnvironment = async (): Promise<Record<string, string>> => {
      count += 1;
      return {
        ...PRODUCTION,
        LATCHKEY_SECRET: randomBytes(32).toString('base64url'),
        LATCHKEY_DATA_DIR: join(folder, String(count)),
        ...(cluster && { DATABASE_URL: await newDatabase(cluster.url, `bench_${count}`) }),
      };
    };
    const environment = await freshEnvironment();
    const seeded = await seed(environment, size);
    await analyse(environment);
    const nodeOptions =
      profileFolder === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${join(profileFolder, engine)}`];
    return {
      engine,
      seeded,
      environment,
      requests,
      start: (more = {}) => startTarget({ environment: { ...environment, ...more }, nodeOptions }),
      analyse: () => analyse(environment),
      freshEnvironment,
      close: () => resources.disposeAsync(),
    };
  } catch (error) {
    await resources.disposeAsync();
    throw error;
  }
}

const PRODUCTION = {
  NODE_ENV: 'production',
  HOST: '127.0.0.1',
  LOG_LEVEL: 'info',
  LATCHKEY_REQUESTS_PER_MINUTE: '0',
  ...(process.env['UV_THREADPOOL_SIZE'] !== undefined && {
    UV_THREADPOOL_SIZE: process.env['UV_THREADPOOL_SIZE'],
  }),
};

async function newDatabase(server: string, name: string): Promise<string> {
  await runStatement(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

async function analyse({ DATABASE_URL: url }: Readonly<Record<string, string>>): Promise<void> {
  if (url === undefined) return;
  await runStatement(url, 'vacuum analyze');
  await runStatement(url, 'checkpoint');
}

async function runStatement(url: string, statement: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
