import { execFile, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { chown, mkdtemp, readFile, rm, statfs, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import pg from 'pg';

/** A private PostgreSQL server, removed completely after `stop` or when this process ends. */
export interface Cluster {
  /** Connection address of a superuser in the empty database `postgres`; contains the password. */
  readonly url: string;
  /** Stops the server as `pg_ctl stop -m …` does: `fast` rolls back politely, `immediate` is a crash. */
  readonly halt: (mode: 'fast' | 'immediate') => Promise<void>;
  /** Starts it again on the same address, with the data it had. */
  readonly resume: () => Promise<void>;
  /** Ends the server and removes everything that it wrote. Safe to call twice. */
  readonly stop: () => Promise<void>;
}

/** A cluster that follows another one. */
export interface Replica extends Cluster {
  /** Ends that: from now on it accepts writes. */
  readonly promote: () => Promise<void>;
}

export interface ClusterOptions {
  /**
   * Whether a commit survives a crash of the machine. Disabling it makes tests about three times faster; the losses of
   * a killed PostgreSQL are only tested with it. Default: enabled when `LATCHKEY_TEST_DURABLE` is `1`.
   */
  readonly durable?: boolean;
  /** Default 300: several test processes with a pool each. */
  readonly maxConnections?: number;
}

interface Account {
  readonly uid: number;
  readonly gid: number;
}

interface Machine {
  readonly binaries: string;
  readonly folder: string;
  readonly account: Account | undefined;
}

const run = promisify(execFile);
const START_ATTEMPTS = 3;
/** The in-memory file system of Linux. */
const MEMORY = '/dev/shm';
const GIBIBYTE = 2 ** 30;
const SUPERUSER = 'latchkey';

/**
 * Finds the folder with `initdb` and `pg_ctl`: on the PATH, where Debian, Homebrew and installers from source put
 * them; of several versions the newest.
 */
export function findPostgres(environment: NodeJS.ProcessEnv = process.env): string | undefined {
  const onPath = (environment.PATH ?? '').split(path.delimiter).filter((folder) => folder !== '');
  const homebrew = ['/opt/homebrew/opt', '/usr/local/opt', '/home/linuxbrew/.linuxbrew/opt'];
  const candidates = [
    ...onPath,
    ...versionsBelow('/usr/lib/postgresql', ''),
    ...homebrew.flatMap((folder) => versionsBelow(folder, 'postgresql@')),
    ...versionsBelow('/Applications/Postgres.app/Contents/Versions', ''),
    '/usr/local/pgsql/bin',
    '/usr/local/bin',
    '/opt/homebrew/bin',
  ];
  return candidates.find((folder) =>
    ['initdb', 'pg_ctl', 'postgres'].every((program) => existsSync(path.join(folder, program))),
  );
}

/**
 * Starts a temporary cluster on a free loopback port, in a new folder: in memory if there is room and the cluster is
 * not durable. Text sorts by the rules of a language (ICU), as on most real servers, and not by bytes as on SQLite, so
 * that queries that rely on either are detected.
 *
 * A guard process holds the other end of a pipe: when this process ends for any reason, the guard stops the server and
 * removes the folder.
 *
 * @throws Error when no PostgreSQL is installed or it does not start; the message contains the server's output.
 */
export async function startCluster(options: ClusterOptions = {}): Promise<Cluster> {
  const { cluster } = await openCluster(options, async (machine) => {
    const password = await initialise(machine);
    const port = await startOnFreePort(machine, (free) => settings(machine, free, options));
    return `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/postgres`;
  });
  return cluster;
}

/** Starts a replica of a durable cluster, which stops for a moment. */
export async function startReplica({ url, halt, resume: resumeLeader }: Cluster): Promise<Replica> {
  const options = { durable: true };
  const { cluster, machine } = await openCluster(options, async (opened) => {
    const folder = dataFolder(opened);
    const source = await folderAt(url);
    await halt('fast');
    await run('cp', ['-R', source, folder], { cwd: opened.folder, ...opened.account });
    await resumeLeader();
    await writeFile(path.join(folder, 'standby.signal'), '');
    const following = `primary_conninfo = '${url.replace(/[^/]*$/, '')}'\n`;
    const port = await startOnFreePort(opened, (free) => settings(opened, free, options) + following);
    const own = new URL(url);
    own.port = String(port);
    return own.href;
  });
  return { ...cluster, promote: () => pgCtl(machine, ['promote']) };
}

async function folderAt(url: string): Promise<string> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    const { rows } = await client.query<{ folder: string }>(
      "select current_setting('data_directory') as folder",
    );
    return rows[0]?.folder ?? '';
  } finally {
    await client.end();
  }
}

/** Starts a server in a new folder by `start`, which resolves with its address. */
async function openCluster(
  options: ClusterOptions,
  start: (machine: Machine) => Promise<string>,
): Promise<{ readonly cluster: Cluster; readonly machine: Machine }> {
  const binaries = findPostgres();
  if (binaries === undefined) throw new Error('No PostgreSQL on this machine (initdb, pg_ctl, postgres).');
  const account = unprivilegedAccount();
  const folder = await mkdtemp(path.join(await folderOfClusters(options), 'latchkey-postgres-'));
  if (account !== undefined) await chown(folder, account.uid, account.gid);
  const machine = { binaries, folder, account };
  const guard = startGuard(machine);
  try {
    const url = await start(machine);
    const cluster: Cluster = {
      url,
      halt: (mode) => pgCtl(machine, ['stop', '-m', mode]),
      resume: () => resume(machine),
      stop: guard.release,
    };
    return { cluster, machine };
  } catch (error) {
    await guard.release();
    throw error;
  }
}

/**
 * A test database is a thousand files that exist for seconds. A journaling file system such as ext4 does not reuse the
 * place of a file for minutes, and skips all of them when it creates one, which took most of the time of tests.
 */
async function folderOfClusters(options: ClusterOptions): Promise<string> {
  if (isDurable(options)) return tmpdir();
  try {
    const { bavail, bsize } = await statfs(MEMORY);
    const hasRoom = bavail * bsize > GIBIBYTE && process.availableMemory() > 8 * GIBIBYTE;
    return hasRoom ? MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
}

function isDurable({ durable }: ClusterOptions): boolean {
  return durable ?? process.env.LATCHKEY_TEST_DURABLE === '1';
}

function versionsBelow(folder: string, prefix: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.startsWith(prefix) && /^\d+$/.test(name.slice(prefix.length)))
    .toSorted((a, b) => Number(b.slice(prefix.length)) - Number(a.slice(prefix.length)))
    .map((name) => path.join(folder, name, 'bin'));
}

/** PostgreSQL refuses to run as root: the account to use in that case, undefined when we are not root. */
function unprivilegedAccount(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of ['postgres', 'nobody']) {
    try {
      return { uid: idOf('-u', name), gid: idOf('-g', name) };
    } catch {
      continue;
    }
  }
  throw new Error(
    'PostgreSQL does not run as root, and there is no account postgres or nobody to run it as.',
  );
}

function idOf(flag: '-u' | '-g', name: string): number {
  return Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: 'pipe' }));
}

function startGuard({ binaries, folder, account }: Machine): { readonly release: () => Promise<void> } {
  const script = 'cat > /dev/null; "$1/pg_ctl" -D "$2/data" -m immediate -w stop; cd /; rm -rf "$2"';
  const child = spawn('/bin/sh', ['-c', script, 'guard', binaries, folder], {
    ...account,
    cwd: folder,
    // A session of its own: Ctrl-C in the terminal must reach the guard only through the pipe.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  child.unref();
  return {
    release: async () => {
      child.ref();
      child.stdin.end();
      await ended;
      // The guard cannot remove the folder itself if the temporary folder belongs to another user.
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function initialise(machine: Machine): Promise<string> {
  const password = randomBytes(18).toString('base64url');
  const passwordFile = path.join(machine.folder, 'password');
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (machine.account !== undefined) await chown(passwordFile, machine.account.uid, machine.account.gid);
  // With SCRAM, a server derives the keys again on every connection, which takes longer than everything else.
  const access = ['--username', SUPERUSER, '--pwfile', passwordFile, '--auth', 'md5'];
  const locale = ['--encoding', 'UTF8', '--locale', 'C', '--locale-provider', 'icu', '--icu-locale', 'en-US'];
  await execute(machine, 'initdb', ['--pgdata', dataFolder(machine), '--no-sync', ...access, ...locale]);
  await rm(passwordFile);
  return password;
}

async function startOnFreePort(machine: Machine, settingsAt: (port: number) => string): Promise<number> {
  for (let attempt = 1; ; attempt += 1) {
    const port = await freePort();
    await writeFile(path.join(dataFolder(machine), 'postgresql.auto.conf'), settingsAt(port));
    try {
      await resume(machine);
      return port;
    } catch (error) {
      // Another process may have taken the port between the check and the start.
      if (attempt === START_ATTEMPTS) throw error;
    }
  }
}

function settings({ folder }: Machine, port: number, options: ClusterOptions): string {
  const switches = isDurable(options) ? 'on' : 'off';
  return [
    `port = ${port}`,
    "listen_addresses = '127.0.0.1'",
    `unix_socket_directories = '${folder.replaceAll("'", "''")}'`,
    `max_connections = ${options.maxConnections ?? 300}`,
    `fsync = ${switches}`,
    `synchronous_commit = ${switches}`,
    `full_page_writes = ${switches}`,
    // A new process maps all of it, and dropping a database scans all of it.
    'shared_buffers = 32MB',
    // It would look after hundreds of databases that live for seconds, and compile queries over a few rows.
    'autovacuum = off',
    'jit = off',
    // Races run into deadlocks, each of which would last a second; what waits is idle.
    'deadlock_timeout = 50ms',
    // Its files may be in memory.
    'max_wal_size = 256MB',
    'log_min_messages = warning',
    'log_min_error_statement = panic',
    '',
  ].join('\n');
}

async function resume(machine: Machine): Promise<void> {
  const log = path.join(machine.folder, 'server.log');
  try {
    await pgCtl(machine, ['start', '-l', log, '-t', '60']);
  } catch (error) {
    const output = await readFile(log, 'utf8').catch(() => '');
    throw new Error(`PostgreSQL did not start.\n${output}`, { cause: error });
  }
}

async function pgCtl(machine: Machine, command: readonly string[]): Promise<void> {
  await execute(machine, 'pg_ctl', ['-D', dataFolder(machine), '-w', ...command]);
}

async function execute(machine: Machine, program: string, parameters: readonly string[]): Promise<void> {
  await run(path.join(machine.binaries, program), parameters, { cwd: machine.folder, ...machine.account });
}

function dataFolder({ folder }: Machine): string {
  return path.join(folder, 'data');
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  try {
    await new Promise((resolve, reject) => server.once('listening', resolve).once('error', reject));
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('No free port.');
    return address.port;
  } finally {
    server.close();
  }
}
