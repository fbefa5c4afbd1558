import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Machine, machineFacts } from './node/machine-facts.ts';

const LINUX_ID = '0123456789abcdef0123456789abcdef';
const OTHER_ID = 'fedcba9876543210fedcba9876543210';
const WINDOWS_ID = '5f0e4b5c-8f43-4d9b-9a8e-0c0f5f9c7a11';
const MAC_ID = '6B29FC40-CA47-1067-B31D-00DD010662DA';

const failure = (code: string | number) => Object.assign(new Error(`It failed: ${code}.`), { code });

/** The content of a file, or the output of a program; or why it cannot be read. */
type Content = string | Error;
type Sources = Readonly<Record<string, Content | readonly Content[]>>;

/** A machine with these files and programs, whose reads may differ from attempt to attempt. */
function machineOf(platform: string, sources: Sources, systemRoot?: string) {
  const reads = new Array<string>();
  const read = async (name: string): Promise<string> => {
    const earlier = reads.filter((each) => each === name).length;
    reads.push(name);
    const source = sources[name] ?? failure('ENOENT');
    const content = Array.isArray(source) ? source[Math.min(earlier, source.length - 1)] : source;
    if (typeof content === 'string') return content;
    throw content;
  };
  const pauses = new Array<number>();
  const machine: Machine = {
    platform,
    systemRoot,
    readFile: read,
    run: read,
    pause: async (ms) => pauses.push(ms),
  };
  return { machine, reads, pauses };
}

const REG = String.raw`D:\Windows\System32\reg.exe`;
const REG_TEXT = `\r\nHKEY_LOCAL_MACHINE\\SOFTWARE\\Microsoft\\Cryptography\r\n    MachineGuid    REG_SZ    ${WINDOWS_ID}\r\n\r\n`;
const IOREG = '/usr/sbin/ioreg';
const IOREG_TEXT = `+-o Root\n    {\n      "IOPlatformSerialNumber" = "C02"\n      "IOPlatformUUID" = "${MAC_ID}"\n    }\n`;
const [ETC, DBUS] = ['/etc/machine-id', '/var/lib/dbus/machine-id'];

const SYSTEMS = [
  { platform: 'linux', source: ETC, text: `${LINUX_ID}\n`, id: LINUX_ID, transient: failure('EIO') },
  { platform: 'darwin', source: IOREG, text: IOREG_TEXT, id: MAC_ID, transient: failure('EAGAIN') },
  { platform: 'win32', source: REG, text: REG_TEXT, id: WINDOWS_ID, transient: failure(1) },
] as const;

describe('the facts of a machine', () => {
  for (const { platform, source, text, id, transient } of SYSTEMS) {
    const of = (content: Content | readonly Content[]) =>
      machineOf(platform, { [source]: content }, String.raw`D:\Windows`);

    it(`${platform}: are the id of the operating system`, async () => {
      const { machine, pauses } = of(text);
      assert.deepEqual(await machineFacts(machine), { machine: id });
      assert.deepEqual(pauses, []);
    });

    it(`${platform}: are read again after a failure that passes`, async () => {
      const { machine, pauses } = of([transient, transient, text]);
      assert.deepEqual(await machineFacts(machine), { machine: id });
      assert.deepEqual(pauses, [100, 200]);
    });

    it(`${platform}: are never others because the id cannot be read`, async () => {
      const { machine, reads } = of(transient);
      await assert.rejects(machineFacts(machine), { code: 'DeviceUnreadable', cause: transient });
      assert.deepEqual(reads, [source, source, source]);
    });

    it(`${platform}: are left out where the system has no id`, async () => {
      assert.equal(await machineFacts(machineOf(platform, {}).machine), undefined);
    });
  }

  it('linux: come from the second file only where the first one is absent or has no id', async () => {
    const second = { [DBUS]: OTHER_ID };
    for (const first of [failure('ENOENT'), '', 'uninitialized\n'])
      assert.deepEqual(await machineFacts(machineOf('linux', { ...second, [ETC]: first }).machine), {
        machine: OTHER_ID,
      });
    for (const first of [failure('EACCES'), failure('EMFILE')]) {
      const { machine, reads } = machineOf('linux', { ...second, [ETC]: first });
      await assert.rejects(machineFacts(machine), { code: 'DeviceUnreadable' });
      assert(!reads.includes(DBUS));
    }
  });

  it('are read again when a program prints nothing', async () => {
    for (const [platform, source] of [
      ['darwin', IOREG],
      ['win32', REG],
    ] as const) {
      const { machine } = machineOf(platform, { [source]: '\n' }, String.raw`D:\Windows`);
      await assert.rejects(machineFacts(machine), { code: 'DeviceUnreadable' });
    }
  });

  it('win32: come from the program of the system, and not from one in PATH', async () => {
    const { machine, reads } = machineOf('win32', { [String.raw`C:\Windows\System32\reg.exe`]: REG_TEXT });
    assert.deepEqual(await machineFacts(machine), { machine: WINDOWS_ID });
    assert.deepEqual(reads, [String.raw`C:\Windows\System32\reg.exe`]);
  });
});
