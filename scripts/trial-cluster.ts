import assert from 'node:assert/strict';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { type DatabaseCluster, startDatabaseCluster } from '../server/test/cluster/database-cluster.ts';
import { type LoadReport, startLoad } from '../server/test/cluster/load.ts';
import { emptyLedger, type Ledger, lostWrites } from '../server/test/faults/ledger.ts';
import { openShop, type ShopServer } from '../server/test/faults/shop-server.ts';
import { brokenInvariants } from '../server/test/invariants.ts';
import { runLatchkey, type ServerProcess, startLatchkey } from '../server/test/server-process.ts';
import type { Reader } from '../server/src/platform/database/database.ts';
import { oldestDueAt } from '../server/src/platform/jobs/store.ts';
import type { JobTables } from '../server/src/platform/jobs/tables.ts';

interface Trial {
  readonly cluster: DatabaseCluster;
  readonly shop: ShopServer;
  readonly ledger: Ledger;
  readonly servers: ServerProcess[];
  readonly startServer: (index: number) => Promise<ServerProcess>;
}

/** One fault, while customers buy. What it resolves with is told beside its row. */
interface Fault {
  readonly name: string;
  readonly cause: (trial: Trial) => Promise<string | void>;
  /** No request may fail. */
  readonly isSmooth?: boolean;
}

const SETTLE_MS = 4_000;
const DETECTION_MS = 8_000;
const FROZEN_MS = 40_000;
const READ_ONLY_MS = 8_000;
const DRAIN_SECONDS = 4;
const SHORT_JOB_MS = 500;

const FAULTS: readonly Fault[] = [
  { name: 'nothing', cause: () => delay(10_000), isSmooth: true },
  {
    name: 'PostgreSQL of the leader killed',
    cause: async ({ cluster }) => (await cluster.leader()).killPostgres(),
  },
  { name: `leader frozen for ${FROZEN_MS / 1_000} s`, cause: freezeLeader },
  { name: 'switchover', cause: ({ cluster }) => cluster.switchover() },
  { name: 'machine of the leader lost', cause: loseLeader },
  { name: `database read-only for ${READ_ONLY_MS / 1_000} s`, cause: readOnly },
  { name: 'a server killed (kill -9)', cause: killServer },
  { name: 'rolling upgrade of three servers', cause: rollServers, isSmooth: true },
];

/** Runs every fault, prints a table, and returns the number of faults that lost or broke something. */
async function main(): Promise<number> {
  await using stack = new AsyncDisposableStack();
  const cluster = await startDatabaseCluster((text) => console.log(`${text} …`));
  stack.defer(() => cluster.stop());
  const shop = await openShop(cluster.databaseUrl);
  stack.defer(() => shop.close());
  const startServer = (index: number): Promise<ServerProcess> =>
    startLatchkey(environmentOf(cluster, shop, index), '--no-demo');
  const servers = await Promise.all([0, 1, 2].map(startServer));
  stack.defer(() => stopAll(servers));
  const trial: Trial = { cluster, shop, servers, startServer, ledger: emptyLedger() };
  console.log(
    '\n| fault | seconds without writes | failed requests | acknowledged writes | lost | |\n| --- | --- | --- | --- | --- | --- |',
  );
  let faulty = 0;
  // `npm run trial:cluster -- frozen` runs one of them.
  const [part = ''] = process.argv.slice(2);
  for (const fault of FAULTS.filter(({ name }) => name.includes(part)))
    if (!(await isSound(fault, trial))) faulty += 1;
  console.log(`\nBehind a pooler that pools transactions: ${await startBehindPooler(trial)}`);
  return faulty;
}

function environmentOf(cluster: DatabaseCluster, shop: ShopServer, index: number): Record<string, string> {
  return {
    ...shop.environment,
    PORT: String(cluster.serverPorts[index]),
    LATCHKEY_PUBLIC_URL: cluster.publicUrl,
    LATCHKEY_DRAIN_SECONDS: String(DRAIN_SECONDS),
    LATCHKEY_TRUSTED_PROXIES: '127.0.0.1',
  };
}

/** Causes the fault under load, prints its row, and says whether nothing was lost or broken. */
async function isSound({ name, cause, isSmooth = false }: Fault, trial: Trial): Promise<boolean> {
  const { cluster, shop, ledger } = trial;
  const load = startLoad(cluster.publicUrl, ledger);
  await delay(SETTLE_MS);
  const note = await cause(trial);
  // Patroni looks every five seconds, and says before it looks that all is well.
  await delay(DETECTION_MS);
  await cluster.healthy();
  await delay(SETTLE_MS);
  const report: LoadReport = await load.stop();
  const { losses, broken } = await shop.look(async ({ reader }) => ({
    losses: await lostWrites(reader, ledger),
    broken: await brokenInvariants(reader),
  }));
  const { longestGap, failed, writes, reasons } = report;
  console.log(
    `| ${name} | ${longestGap.toFixed(1)} | ${failed} | ${writes} | ${losses.length} | ${note ?? ''} |`,
  );
  for (const [reason, count] of reasons) console.log(`  ${count} × ${reason}`);
  const ends = unexpectedEnds(trial.servers);
  for (const sentence of [...losses, ...broken, ...ends]) console.log(`  ${sentence}`);
  return [losses, broken, ends].every(({ length }) => length === 0) && !(isSmooth && failed > 0);
}

/** The servers that are gone although nobody stopped them, with the end of their logs. */
function unexpectedEnds(servers: readonly ServerProcess[]): string[] {
  return servers.flatMap((server) => {
    const end = server.outcome();
    return end === undefined ? [] : `a server has ended: ${(end.stdout + end.stderr).slice(-2_000)}`;
  });
}

async function freezeLeader({ cluster }: Trial): Promise<void> {
  const leader = await cluster.leader();
  await leader.freeze();
  await delay(FROZEN_MS);
  leader.thaw();
}

async function loseLeader({ cluster }: Trial): Promise<void> {
  const leader = await cluster.leader();
  await leader.lose();
  await delay(FROZEN_MS);
  leader.resume();
}

async function readOnly({ cluster }: Trial): Promise<string> {
  const reload = 'select pg_reload_conf()';
  await cluster.execute('alter system set default_transaction_read_only = on', reload);
  await delay(READ_ONLY_MS / 2);
  const readiness = await readinessAt(cluster.serverPorts[0] ?? 0);
  await delay(READ_ONLY_MS / 2);
  await cluster.execute(
    'set default_transaction_read_only = off',
    'alter system reset default_transaction_read_only',
    reload,
  );
  return `/readyz: ${readiness}`;
}

/** Kills a server with jobs of its own, and measures how long these wait for another one. */
async function killServer({ servers, shop, startServer }: Trial): Promise<string> {
  const [victim] = servers;
  assert.ok(victim);
  const note = await shop.look(async ({ reader }) => {
    const leases = await stopWithJobs(victim, reader);
    victim.signal('SIGKILL');
    const killedAt = performance.now();
    let behind = 0;
    let waiting = leases;
    while (waiting.length > 0) {
      await delay(100);
      waiting = await stillLeased(reader, waiting);
      behind = Math.max(behind, await secondsBehind(reader));
    }
    const seconds = (performance.now() - killedAt) / 1_000;
    return `${leases.length} of its jobs, the last one taken over after ${seconds.toFixed(1)} s (the queue was up to ${behind.toFixed(1)} s behind)`;
  });
  await victim.ended;
  servers[0] = await startServer(0);
  return note;
}

/** The number of seconds for which the oldest due job has been waiting. */
async function secondsBehind(reader: Reader): Promise<number> {
  const now = new Date();
  const oldest = await oldestDueAt(reader, now);
  return oldest === undefined ? 0 : (now.getTime() - oldest.getTime()) / 1_000;
}

/** Stops a server at a moment at which it runs jobs, and returns their leases. Jobs of the other servers are short. */
async function stopWithJobs(victim: ServerProcess, reader: Reader): Promise<readonly string[]> {
  for (;;) {
    while ((await leasesOf(reader)).length === 0) await delay(5);
    victim.signal('SIGSTOP');
    const leases = await leasesOf(reader);
    await delay(SHORT_JOB_MS);
    const own = await stillLeased(reader, leases);
    if (own.length > 0) return own;
    victim.signal('SIGCONT');
    await delay(SHORT_JOB_MS);
  }
}

async function stillLeased(reader: Reader, leases: readonly string[]): Promise<readonly string[]> {
  const now = new Set(await leasesOf(reader));
  return leases.filter((lease) => now.has(lease));
}

/** The lease tokens of jobs that run. */
async function leasesOf(reader: Reader): Promise<string[]> {
  const rows = await reader
    .tables<JobTables>()
    .selectFrom('jobs')
    .select('leaseToken')
    .where('leaseToken', 'is not', null)
    .execute();
  return rows.flatMap(({ leaseToken }) => leaseToken ?? []);
}

async function rollServers({ servers, startServer }: Trial): Promise<void> {
  for (const [index, server] of servers.entries()) {
    server.signal('SIGTERM');
    await server.ended;
    servers[index] = await startServer(index);
    await delay(2_000);
  }
}

/** A server must not start there: its caches would be stale. */
async function startBehindPooler({ cluster, shop }: Trial): Promise<string> {
  const { code, stderr, stdout } = await runLatchkey(
    { ...shop.environment, DATABASE_URL: cluster.poolerUrl, PORT: '0' },
    'serve',
    '--no-demo',
  );
  return `exit code ${code}: ${(stderr || stdout).trim().split('\n').at(-1)}`;
}

async function readinessAt(port: number): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}/readyz`);
  const [, detail = 'ok'] = /"detail":"([^"]+)"/.exec(await response.text()) ?? [];
  return `${response.status} ${detail}`;
}

async function stopAll(servers: readonly ServerProcess[]): Promise<void> {
  for (const server of servers) server.signal('SIGKILL');
  await Promise.all(servers.map(({ ended }) => ended));
}

process.exitCode = (await main()) > 0 ? 1 : 0;
