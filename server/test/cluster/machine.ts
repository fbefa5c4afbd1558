import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import process from 'node:process';

/** A program of the cluster that runs in a process group of its own. */
export interface Program {
  /** Sends a signal to the program and everything that it has started. */
  signal(name: NodeJS.Signals): void;
  /** Kills what is left of it. */
  end(): Promise<void>;
}

/** The user that PostgreSQL runs as: ourselves, or `postgres` where we are root. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

export function postgresAccount(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = (flag: string): number => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
}

const DEBIAN = 'apt-get install etcd-server haproxy pgbouncer postgresql python3-venv';

/** The path of a program; raises what to install if it is missing. */
export function programPath(...candidates: readonly string[]): string {
  const path = candidates.find((candidate) => existsSync(candidate));
  if (path === undefined) throw new Error(`${candidates[0]} is missing: ${DEBIAN}`);
  return path;
}

/** Starts a program; its output goes to `log`, a file descriptor. */
export function startProgram(
  [command = '', ...parameters]: readonly string[],
  options: { readonly log: number; readonly account?: Account | undefined; readonly cwd: string },
): Program {
  const { log, account, cwd } = options;
  const child = spawn(command, parameters, {
    ...account,
    cwd,
    detached: true,
    env: { PATH: process.env['PATH'] ?? '', HOME: cwd, LC_ALL: 'C.UTF-8' },
    stdio: ['ignore', log, log],
  });
  return { signal: (name) => signalGroup(child, name), end: () => endGroup(child) };
}

function signalGroup({ pid }: ChildProcess, name: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, name);
  } catch {
    // The whole group has ended.
  }
}

async function endGroup(child: ChildProcess): Promise<void> {
  // A group that is stopped (frozen) cannot end.
  signalGroup(child, 'SIGCONT');
  signalGroup(child, 'SIGKILL');
  if (child.exitCode === null && child.signalCode === null) await once(child, 'close');
}

/** Ports on loopback that were free a moment ago, all different. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => {
    const address = server.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  });
  await Promise.all(servers.map((server) => once(server.close(), 'close')));
  return ports;
}
