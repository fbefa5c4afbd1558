import { createHash, randomBytes } from 'node:crypto';
import { constants, existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { migrations } from '../migrations/index.ts';
import type { Clock } from '../src/kernel/clock.ts';
import type { Database, Engine } from '../src/platform/database/database.ts';
import { portableDdl } from '../src/platform/database/migrate.ts';
import type { Log } from '../src/platform/log.ts';
import { openLocation } from './open-location.ts';

/** A database that no other test sees: migrated and without rows, unless the options say otherwise. */
export interface TestDatabase {
  readonly database: Database;
  readonly engine: Engine;
  /** The argument with which `openDatabase` opens the same database again, for example in another process. */
  readonly location: string;
  /** Closes the database and removes it. Safe to call twice. */
  readonly close: () => Promise<void>;
}

export interface TestDatabaseOptions {
  /** Without any table, as at the first start of a server. */
  readonly isEmpty?: boolean;
  readonly clock?: Clock;
  readonly log?: Log;
  /** PostgreSQL connections, opened on demand. Default 10. */
  readonly poolSize?: number;
  /** Milliseconds a writer waits for a lock. Default as in production. */
  readonly lockTimeoutMs?: number;
  /** The time limit of one statement of a command on PostgreSQL. Default as in production. */
  readonly statementTimeoutMs?: number;
  /** The initial rows. Default none. */
  readonly content?: TestContent;
}

/** Rows that many databases of a process start with: written once and then copied. */
export interface TestContent {
  /** Identifies the rows: the same name means the same rows. */
  readonly name: string;
  readonly write: (database: Database) => Promise<void>;
}

/** The engine of this test run: `LATCHKEY_TEST_ENGINE`, SQLite when it is not set. */
export function testEngine(): Engine {
  const name = process.env['LATCHKEY_TEST_ENGINE'] ?? 'sqlite';
  if (name !== 'sqlite' && name !== 'postgres') {
    throw new Error(`LATCHKEY_TEST_ENGINE must be sqlite or postgres, not "${name}"`);
  }
  // On the other engine its transactions would wait for each other forever.
  const suffix = /\.(sqlite|postgres)\.test\.ts$/.exec(process.argv[1] ?? '')?.[1];
  if (suffix !== undefined && suffix !== name) {
    throw new Error(`this file is for ${suffix}: npm test -- --engine ${suffix} ${process.argv[1]}`);
  }
  return name;
}

/**
 * Opens a new database for a test, within milliseconds: a copy of one that was migrated once for all processes. The
 * template is named by a hash of the schema, so a changed migration creates a new one.
 */
export async function openTestDatabase(input: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const { isEmpty = false, content, ...options } = input;
  const engine = testEngine();
  const copy = await (isEmpty ? copyOf(engine, undefined) : migratedCopy(engine, content));
  const { location } = copy;
  const database = await openLocation(location, options);
  openDatabases.add(database);
  const closeAndRemove = async (): Promise<void> => {
    try {
      await database.close();
    } finally {
      openDatabases.delete(database);
      await copy.remove();
    }
  };
  let closed: Promise<void> | undefined;
  return { database, engine, location, close: () => (closed ??= closeAndRemove()) };
}

const openDatabases = new Set<Database>();

/** The number of open test databases of this process. */
export function openTestDatabases(): number {
  return openDatabases.size;
}

/** Removes the templates of databases with content: for the end of a process. */
export async function removeTestContents(): Promise<void> {
  const databases = [...contents.values()];
  contents.clear();
  for (const copy of databases) await (await copy).remove();
}

interface Copy {
  readonly location: string;
  remove(): Promise<void>;
}

const contents = new Map<string, Promise<Copy>>();

async function migratedCopy(engine: Engine, content: TestContent | undefined): Promise<Copy> {
  if (content === undefined) return copyOf(engine, await schemaTemplate(engine));
  const name = `${engine} ${content.name}`;
  const copy = contents.get(name) ?? makeContent(engine, content);
  contents.set(name, copy);
  return copyOf(engine, (await copy).location);
}

/** The result is no longer open anywhere, so it can be copied. */
async function makeContent(engine: Engine, { write }: TestContent): Promise<Copy> {
  const copy = await migratedCopy(engine, undefined);
  const { location } = copy;
  const database = await openLocation(location);
  try {
    await write(database);
  } finally {
    await database.close();
  }
  if (engine === 'sqlite') foldLogInto(location);
  else await administer(postgresServer(), END_CONNECTIONS, [nameIn(location)]);
  return copy;
}

function schemaTemplate(engine: Engine): Promise<string> {
  if (engine === 'sqlite') return (sqliteTemplate ??= makeSqliteTemplate());
  return (postgresTemplate ??= makePostgresTemplate(postgresServer()));
}

/** Copies the database at `source`, which must have no open connections; `undefined` creates an empty database. */
function copyOf(engine: Engine, source: string | undefined): Promise<Copy> {
  return engine === 'sqlite' ? copySqlite(source) : clonePostgres(source);
}

function schemaHash(engine: Engine): string {
  const schema = migrations.map(({ name, statements, worksWith, indexes = [] }) => [
    name,
    worksWith,
    ...[...statements, ...indexes].map((statement) => portableDdl(statement, engine)),
  ]);
  return createHash('sha256').update(JSON.stringify(schema)).digest('hex').slice(0, 16);
}

async function migrateAt(location: string): Promise<void> {
  const database = await openLocation(location);
  try {
    await database.migrate();
  } finally {
    await database.close();
  }
}

let sqliteTemplate: Promise<string> | undefined;

async function copySqlite(source: string | undefined): Promise<Copy> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-test-'));
  const location = join(folder, 'latchkey.db');
  if (source !== undefined) await copyFile(source, location, constants.COPYFILE_FICLONE);
  return { location, remove: () => rm(folder, { recursive: true, force: true }) };
}

async function makeSqliteTemplate(): Promise<string> {
  const folder = join(tmpdir(), `latchkey-templates-${process.getuid?.() ?? 'user'}`);
  const template = join(folder, `${schemaHash('sqlite')}.db`);
  if (existsSync(template)) return template;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // Created separately and renamed: another process never copies an incomplete one.
  const draft = join(folder, `${randomBytes(8).toString('hex')}.db`);
  await migrateAt(draft);
  foldLogInto(draft);
  await rename(draft, template);
  await Promise.all([rm(`${draft}-wal`, { force: true }), rm(`${draft}-shm`, { force: true })]);
  return template;
}

/** A copy takes only the main file, so all rows must be in it and none in the write-ahead log beside it. */
function foldLogInto(location: string): void {
  const file = new DatabaseSync(location);
  file.exec('pragma wal_checkpoint(truncate)');
  file.close();
}

const STALE_AFTER_HOURS = 6;
const TEMPLATE_LOCK = 4_242_001;

let postgresTemplate: Promise<string> | undefined;
let administration: pg.Pool | undefined;

async function clonePostgres(source: string | undefined): Promise<Copy> {
  const server = postgresServer();
  const template = source === undefined ? 'template0' : nameIn(source);
  const name = `latchkey_test_${hoursNow()}_${randomBytes(6).toString('hex')}`;
  // By default it would all go through the write-ahead log.
  await administer(server, `create database ${name} template ${template} strategy file_copy`);
  return { location: withDatabase(server, name), remove: () => dropDatabase(server, name) };
}

function postgresServer(): string {
  const url = process.env['TEST_DATABASE_URL'];
  if (url === undefined || url === '') throw new Error('TEST_DATABASE_URL must name a PostgreSQL server');
  return url;
}

async function makePostgresTemplate(server: string): Promise<string> {
  const template = `latchkey_template_${schemaHash('postgres')}`;
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    // Test files start at the same time: one of them creates the template, the others wait here.
    await client.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK]);
    await dropStale(server, client);
    const result = await client.query('select 1 from pg_database where datname = $1', [template]);
    if (result.rowCount === 0) await buildTemplate(server, client, template);
  } finally {
    await client.end();
  }
  return withDatabase(server, template);
}

async function buildTemplate(server: string, client: pg.Client, template: string): Promise<void> {
  const draft = `${template}_draft`;
  await client.query(`drop database if exists ${draft} with (force)`);
  await client.query(`create database ${draft} template template0`);
  await migrateAt(withDatabase(server, draft));
  await client.query(END_CONNECTIONS, [draft]);
  await client.query(`alter database ${draft} with allow_connections false`);
  await client.query(`alter database ${draft} rename to ${template}`);
}

/**
 * Closing a connection does not wait for the server to forget it, and a database in use is neither renamed nor copied.
 */
const END_CONNECTIONS =
  'select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()';

/** Databases that killed runs left behind are dropped when a later run starts. */
async function dropStale(server: string, client: pg.Client): Promise<void> {
  const result = await client.query<{ datname: string }>(
    String.raw`select datname from pg_database where datname ~ '^latchkey_test_\d+_[0-9a-f]+$'`,
  );
  const stale = result.rows.filter(
    ({ datname }) => Number(datname.split('_')[2]) < hoursNow() - STALE_AFTER_HOURS,
  );
  for (const { datname } of stale) await dropDatabase(server, datname);
}

function hoursNow(): number {
  return Math.floor(Date.now() / 3_600_000);
}

function dropDatabase(server: string, name: string): Promise<void> {
  return administer(server, `drop database if exists ${name} with (force)`);
}

/** One connection for creating and dropping, which does not keep the test process alive. */
async function administer(server: string, statement: string, values: readonly string[] = []): Promise<void> {
  administration ??= new pg.Pool({ connectionString: server, max: 1, allowExitOnIdle: true });
  await administration.query(statement, [...values]);
}

function withDatabase(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

function nameIn(location: string): string {
  return new URL(location).pathname.slice(1);
}
