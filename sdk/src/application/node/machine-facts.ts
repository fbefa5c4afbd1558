import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { DeviceFacts } from '../device.ts';
import { LicenseError } from '../problems.ts';

/** Reads data of the machine; tests have their own. */
export interface Machine {
  readonly platform: string;
  /** `%SystemRoot%` on Windows. */
  readonly systemRoot: string | undefined;
  readonly readFile: (file: string) => Promise<string>;
  /** The output of a program. Raises an error unless it ends with 0. */
  readonly run: (program: string, parameters: readonly string[]) => Promise<string>;
  readonly pause: (ms: number) => Promise<unknown>;
}

const LINUX_FILES = ['/etc/machine-id', '/var/lib/dbus/machine-id'];
const ATTEMPTS = 3;
const PAUSE_MS = 100;
/** A program that hangs is ended, so that it is tried again. */
const RUN_TIMEOUT_MS = 10_000;

const runFile = promisify(execFile);

const THIS_MACHINE: Machine = {
  platform: process.platform,
  systemRoot: process.env['SystemRoot'],
  readFile: (file) => readFile(file, 'utf8'),
  run: async (program, parameters) => {
    const { stdout } = await runFile(program, parameters, { windowsHide: true, timeout: RUN_TIMEOUT_MS });
    return stdout;
  },
  pause: delay,
};

/**
 * The id that the operating system assigns to the machine, which survives updates of the system and of the application:
 * `/etc/machine-id` (else `/var/lib/dbus/machine-id`) on Linux, `IOPlatformUUID` on macOS, `MachineGuid` on Windows.
 * Undefined where there is none, as in some containers: use `installationFacts` then. For an unreadable id,
 * `LicenseError` `DeviceUnreadable` is raised after three attempts, because other facts would make it another device,
 * which takes another seat.
 */
export async function machineFacts(machine: Machine = THIS_MACHINE): Promise<DeviceFacts | undefined> {
  const id = (await readPatiently(machine))?.trim();
  return id === undefined || id === '' ? undefined : { machine: id };
}

async function readPatiently(machine: Machine): Promise<string | undefined> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await readMachineId(machine);
    } catch (cause) {
      if (attempt === ATTEMPTS) throw new LicenseError('DeviceUnreadable', { cause });
      await machine.pause(PAUSE_MS * attempt);
    }
  }
}

async function readMachineId(machine: Machine): Promise<string | undefined> {
  switch (machine.platform) {
    case 'darwin':
      return idPrintedBy(machine, '/usr/sbin/ioreg', ['-rd1', '-c', 'IOPlatformExpertDevice'], MAC_ID);
    case 'win32': {
      // By its full path: a program with this name earlier in `PATH` could return anything.
      const reg = path.win32.join(machine.systemRoot ?? String.raw`C:\Windows`, 'System32', 'reg.exe');
      const key = String.raw`HKLM\SOFTWARE\Microsoft\Cryptography`;
      return idPrintedBy(machine, reg, ['query', key, '/v', 'MachineGuid', '/reg:64'], WINDOWS_ID);
    }
    default: {
      for (const file of LINUX_FILES) {
        const text = (await unlessAbsent(machine.readFile(file)))?.trim() ?? '';
        if (/^[0-9a-f]{32}$/.test(text)) return text;
      }
      return undefined;
    }
  }
}

const MAC_ID = /"IOPlatformUUID" = "([^"]+)"/;
const WINDOWS_ID = /MachineGuid\s+REG_SZ\s+(\S+)/;

async function idPrintedBy(
  { run }: Machine,
  program: string,
  parameters: readonly string[],
  id: RegExp,
): Promise<string | undefined> {
  const text = await unlessAbsent(run(program, parameters));
  if (text?.trim() === '') throw new Error(`${program} printed nothing.`);
  return id.exec(text ?? '')?.[1];
}

/** Undefined when there is no such file or program; every other failure may be temporary. */
async function unlessAbsent(text: Promise<string>): Promise<string | undefined> {
  try {
    return await text;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
