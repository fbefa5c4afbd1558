import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { closeSync, openSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { findPostgres } from '../postgres-cluster.ts';
import { freePorts, postgresAccount, type Program, programPath, startProgram } from './machine.ts';

const run = promisify(execFile);
export const DEPLOY = join(import.meta.dirname, '../../../deploy/cluster');
const ADDRESS = '127.0.0.1';
const MEMBERS = [0, 1, 2];
const PATIENCE_MS = 120_000;

/** One PostgreSQL with its Patroni. */
export interface Member {
  readonly name: string;
  readonly restPort: number;
  /** Stops everything on the machine, as when a virtual machine freezes. */
  freeze(): Promise<void>;
  thaw(): void;
  /** Kills PostgreSQL; Patroni stays. */
  killPostgres(): Promise<void>;
  /** Kills everything, as when a machine is lost. */
  lose(): Promise<void>;
  /** Starts a lost member again. */
  resume(): void;
}

/** Three members under Patroni and etcd, behind the HAProxy of `deploy/cluster`, on this machine. */
export interface DatabaseCluster {
  /** Leads to the leader. */
  readonly databaseUrl: string;
  /** Leads past HAProxy and a pooler that pools transactions. */
  readonly poolerUrl: string;
  /** Leads to the servers. */
  readonly publicUrl: string;
  /** Where HAProxy expects the servers. */
  readonly serverPorts: readonly number[];
  readonly folder: string;
  leader(): Promise<Member>;
  /** Hands the leadership to another member, as an operator does before maintenance. */
  switchover(): Promise<void>;
  /** Resolves when all members run and one of them is a synchronous standby. */
  healthy(): Promise<void>;
  /** Runs statements on the leader, one after the other, as superuser. */
  execute(...statements: readonly string[]): Promise<void>;
  stop(): Promise<void>;
}

interface Layout {
  readonly folder: string;
  readonly log: number;
  readonly password: string;
  readonly etcd: number;
  readonly database: number;
  readonly pooler: number;
  readonly open: number;
  readonly postgres: readonly number[];
  readonly rest: readonly number[];
  readonly servers: readonly number[];
}

/** Starts the cluster in a new folder. Needs packages of Debian; installs Patroni from PyPI into the folder. */
export async function startDatabaseCluster(say: (text: string) => void): Promise<DatabaseCluster> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-cluster-'));
  await chmod(folder, 0o755);
  const started: { end(): Promise<void> }[] = [];
  const stop = async (): Promise<void> => {
    for (const program of started.toReversed()) await program.end();
    if (process.env['LATCHKEY_KEEP'] === undefined) await rm(folder, { recursive: true, force: true });
  };
  try {
    const layout = await layOut(folder);
    started.push({ end: async () => closeSync(layout.log) });
    say('installing Patroni');
    const patroni = await installPatroni(folder);
    started.push(startEtcd(layout));
    const members = await Promise.all(MEMBERS.map((index) => openMember(layout, index, patroni)));
    started.push(...members);
    started.push(await startHaproxy(layout));
    say('waiting for the cluster');
    const cluster = controlOf(layout, members, stop);
    await cluster.healthy();
    await cluster.execute(
      `create role latchkey login password '${layout.password}'`,
      'create database latchkey owner latchkey',
    );
    started.push(await startPooler(layout));
    return cluster;
  } catch (error) {
    const log = await readFile(join(folder, 'cluster.log'), 'utf8').catch(() => '');
    await stop();
    throw new Error(`The cluster did not start.\n${log.slice(-4_000)}`, { cause: error });
  }
}

async function layOut(folder: string): Promise<Layout> {
  const ports = await freePorts(13);
  const [etcd = 0, database = 0, pooler = 0, open = 0] = ports;
  return {
    folder,
    log: openSync(join(folder, 'cluster.log'), 'a'),
    password: randomBytes(18).toString('hex'),
    etcd,
    database,
    pooler,
    open,
    postgres: ports.slice(4, 7),
    rest: ports.slice(7, 10),
    servers: ports.slice(10, 13),
  };
}

/** Installs the versions that the container file names. */
async function installPatroni(folder: string): Promise<string> {
  const home = join(folder, 'patroni');
  const text = await readFile(join(DEPLOY, 'Dockerfile'), 'utf8');
  const packages = [...text.matchAll(/'(\S+==\S+)'/g)].flatMap(([, name = '']) => name);
  await run(programPath('/usr/bin/python3'), ['-m', 'venv', home]);
  await run(join(home, 'bin/pip'), ['install', '--quiet', ...packages]);
  return join(home, 'bin/patroni');
}

function startEtcd({ folder, log, etcd }: Layout): Program {
  const url = `http://${ADDRESS}:${etcd}`;
  const peers = 'http://127.0.0.1:0';
  const command = [programPath('/usr/bin/etcd'), '--data-dir', join(folder, 'etcd'), '--enable-v2=false'];
  const urls = ['--listen-client-urls', url, '--advertise-client-urls', url, '--listen-peer-urls', peers];
  return startProgram([...command, ...urls], { log, cwd: folder });
}

/** A file of `deploy/cluster` with the values that it asks for; raises an error for a value that is missing. */
export async function fillSample(
  file: string,
  values: Readonly<Record<string, string | number>>,
): Promise<string> {
  const text = await readFile(join(DEPLOY, file), 'utf8');
  return text.replaceAll(/^(?!\s*#)(.*)$/gm, (line) =>
    line.replaceAll(/<([\w-]+)>/g, (_, name: string) => {
      const value = values[name];
      if (value === undefined) throw new Error(`${file} asks for <${name}>`);
      return String(value);
    }),
  );
}

async function openMember(
  layout: Layout,
  index: number,
  patroni: string,
): Promise<Member & { end(): Promise<void> }> {
  const { folder, log, password, etcd, postgres, rest } = layout;
  const name = `member-${index + 1}`;
  const home = join(folder, name);
  const config = join(home, 'patroni.yml');
  const account = postgresAccount();
  await mkdir(home, { mode: 0o700 });
  const text = await fillSample('patroni.yml', {
    member: name,
    address: ADDRESS,
    'rest-port': rest[index] ?? 0,
    etcd: `${ADDRESS}:${etcd}`,
    'postgres-port': postgres[index] ?? 0,
    data: join(home, 'data'),
    sockets: home,
    binaries: findPostgres({ PATH: '' }) ?? programPath('/usr/lib/postgresql'),
    'superuser-password': password,
    'replication-password': password,
    'rewind-password': password,
    network: '127.0.0.1/32',
  });
  await writeFile(config, text);
  if (account !== undefined) for (const path of [home, config]) await chown(path, account.uid, account.gid);
  const start = (): Program => startProgram([patroni, config], { log, account, cwd: home });
  let program = start();
  let stopped: readonly number[] = [];
  return {
    name,
    restPort: rest[index] ?? 0,
    freeze: async () => {
      program.signal('SIGSTOP');
      stopped = await postgresProcesses(home);
      signalAll(stopped, 'SIGSTOP');
    },
    thaw: () => {
      signalAll(stopped, 'SIGCONT');
      program.signal('SIGCONT');
    },
    killPostgres: async () => signalAll((await postgresProcesses(home)).slice(0, 1), 'SIGKILL'),
    lose: async () => {
      const processes = await postgresProcesses(home);
      await program.end();
      signalAll(processes, 'SIGKILL');
    },
    resume: () => {
      program = start();
    },
    end: async () => {
      const processes = await postgresProcesses(home);
      await program.end();
      signalAll(processes, 'SIGKILL');
    },
  };
}

/** The postmaster and its children; none where PostgreSQL does not run. */
async function postgresProcesses(home: string): Promise<number[]> {
  try {
    const [postmaster = ''] = (await readFile(join(home, 'data/postmaster.pid'), 'utf8')).split('\n', 1);
    const children = await run('pgrep', ['-P', postmaster]).catch(() => ({ stdout: '' }));
    return [postmaster, ...children.stdout.split('\n')].filter((pid) => pid !== '').map(Number);
  } catch {
    return [];
  }
}

function signalAll(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch {
      // It has ended by itself.
    }
  }
}

async function startHaproxy({ folder, log, rest, postgres, servers, ...layout }: Layout): Promise<Program> {
  const config = join(folder, 'haproxy.cfg');
  const numbered = (name: string, value: (index: number) => string | number) =>
    MEMBERS.map((index) => [`${name}-${index + 1}`, value(index)]);
  const values = Object.fromEntries([
    ['address', ADDRESS],
    ['database-port', layout.database],
    ['public-port', layout.open],
    ...numbered('member', (index) => `member-${index + 1}`),
    ...numbered('postgres', (index) => `${ADDRESS}:${postgres[index]}`),
    ...numbered('rest-port', (index) => rest[index] ?? 0),
    ...numbered('server', (index) => `server-${index + 1}`),
    ...numbered('latchkey', (index) => `${ADDRESS}:${servers[index]}`),
  ]);
  await writeFile(config, await fillSample('haproxy.cfg', values));
  return startProgram([programPath('/usr/sbin/haproxy'), '-db', '-f', config], { log, cwd: folder });
}

/** PgBouncer with transaction pooling, which Latchkey must notice. */
async function startPooler({ folder, log, password, database, pooler }: Layout): Promise<Program> {
  const config = join(folder, 'pgbouncer.ini');
  const users = join(folder, 'pgbouncer.users');
  const account = postgresAccount();
  await writeFile(users, `"latchkey" "${password}"\n`);
  await writeFile(
    config,
    [
      '[databases]',
      `latchkey = host=${ADDRESS} port=${database} dbname=latchkey`,
      '[pgbouncer]',
      `listen_addr = ${ADDRESS}`,
      `listen_port = ${pooler}`,
      'auth_type = plain',
      `auth_file = ${users}`,
      'pool_mode = transaction',
      'ignore_startup_parameters = statement_timeout,lock_timeout,idle_in_transaction_session_timeout,options',
      'unix_socket_dir =',
      '',
    ].join('\n'),
  );
  if (account !== undefined) for (const path of [config, users]) await chown(path, account.uid, account.gid);
  return startProgram([programPath('/usr/sbin/pgbouncer'), config], { log, account, cwd: folder });
}

interface PatroniView {
  readonly members: readonly { readonly name: string; readonly role: string; readonly state: string }[];
}

function controlOf(layout: Layout, members: readonly Member[], stop: () => Promise<void>): DatabaseCluster {
  const { folder, password, database, pooler, open, servers } = layout;
  const urlAs = (user: string, port: number, name: string): string =>
    `postgres://${user}:${password}@${ADDRESS}:${port}/${name}`;
  const view = async (): Promise<PatroniView['members']> => {
    for (const { restPort } of members) {
      const signal = AbortSignal.timeout(2_000);
      const text = await fetch(`http://${ADDRESS}:${restPort}/cluster`, { signal })
        .then((response) => (response.ok ? response.text() : undefined))
        .catch(() => undefined);
      if (text === undefined) continue;
      const { members: states }: PatroniView = JSON.parse(text);
      return states;
    }
    return [];
  };
  const leader = async (): Promise<Member> => {
    const name = (await view()).find(({ role }) => role === 'leader')?.name;
    return members.find((member) => member.name === name) ?? (await delay(500).then(leader));
  };
  return {
    databaseUrl: urlAs('latchkey', database, 'latchkey'),
    poolerUrl: urlAs('latchkey', pooler, 'latchkey'),
    publicUrl: `http://${ADDRESS}:${open}`,
    serverPorts: servers,
    folder,
    leader,
    async switchover() {
      const { name, restPort } = await leader();
      const standby = (await view()).find(({ role }) => role === 'sync_standby')?.name;
      const body = JSON.stringify({ leader: name, candidate: standby });
      const headers = { 'content-type': 'application/json' };
      const url = `http://${ADDRESS}:${restPort}/switchover`;
      const response = await fetch(url, { method: 'POST', headers, body });
      if (!response.ok) throw new Error(`the switchover failed: ${await response.text()}`);
    },
    async healthy() {
      const deadline = performance.now() + PATIENCE_MS;
      for (;;) {
        const states = await view();
        const isReady =
          states.length === members.length &&
          states.every(({ state }) => state === 'running' || state === 'streaming') &&
          states.some(({ role }) => role === 'leader') &&
          states.some(({ role }) => role === 'sync_standby');
        if (isReady) return;
        if (performance.now() > deadline)
          throw new Error(`the cluster does not become healthy: ${JSON.stringify(states)}`);
        await delay(500);
      }
    },
    async execute(...statements) {
      const client = new pg.Client({ connectionString: urlAs('postgres', database, 'postgres') });
      await client.connect();
      try {
        for (const statement of statements) await client.query(statement);
      } finally {
        await client.end();
      }
    },
    stop,
  };
}
