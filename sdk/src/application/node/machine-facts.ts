import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import process from 'node:process';
import { promisify } from 'node:util';
import type { DeviceFacts } from '../device.ts';

const run = promisify(execFile);
const LINUX_FILES = ['/etc/machine-id', '/var/lib/dbus/machine-id'];

/**
 * The id that the operating system gives the machine, which survives updates of the system and of the application:
 * `/etc/machine-id` on Linux, `IOPlatformUUID` on macOS, `MachineGuid` on Windows. Undefined when there is none, as in
 * some containers: use `installationFacts` then.
 */
export async function machineFacts(): Promise<DeviceFacts | undefined> {
  const id = (await readMachineId().catch(() => undefined))?.trim();
  return id === undefined || id === '' ? undefined : { machine: id };
}

async function readMachineId(): Promise<string | undefined> {
  switch (process.platform) {
    case 'darwin': {
      const { stdout } = await run('/usr/sbin/ioreg', ['-rd1', '-c', 'IOPlatformExpertDevice']);
      return /"IOPlatformUUID" = "([^"]+)"/.exec(stdout)?.[1];
    }
    case 'win32': {
      const key = String.raw`HKLM\SOFTWARE\Microsoft\Cryptography`;
      const { stdout } = await run('reg', ['query', key, '/v', 'MachineGuid', '/reg:64'], {
        windowsHide: true,
      });
      return /MachineGuid\s+REG_SZ\s+(\S+)/.exec(stdout)?.[1];
    }
    default: {
      for (const file of LINUX_FILES) {
        const text = await readFile(file, 'utf8').catch(() => '');
        if (/^[0-9a-f]{32}$/.test(text.trim())) return text;
      }
      return undefined;
    }
  }
}
