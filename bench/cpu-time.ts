import { readFile } from 'node:fs/promises';

/** Ticks per second in which Linux counts CPU time for programs, on every architecture that Node supports. */
const TICKS_PER_SECOND = 100;

/**
 * CPU seconds that a process has used with all its threads; `undefined` if the system does not report them (only Linux
 * does). Unlike a rate it hardly changes when others use the machine at the same time.
 */
export async function cpuSeconds(pid: number | undefined): Promise<number | undefined> {
  try {
    const text = await readFile(`/proc/${pid}/stat`, 'utf8');
    // The name of the program, in parentheses, may contain spaces: fields are counted from behind it.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
  } catch {
    return undefined;
  }
}

/** CPU time of the whole machine since its start, in ticks; `undefined` if the system does not report it. */
export interface MachineTime {
  /** Programs and the system ran. */
  readonly used: number;
  /** Ticks in which it could have run, but the host of this virtual machine gave the processor to others. */
  readonly stolen: number;
}

/** See `MachineTime`. */
export async function machineTime(): Promise<MachineTime | undefined> {
  try {
    const [line = ''] = (await readFile('/proc/stat', 'utf8')).split('\n');
    const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, stolen = 0] = line
      .split(/ +/)
      .slice(1)
      .map(Number);
    return { used: user + nice + system + irq + softirq, stolen };
  } catch {
    return undefined;
  }
}

/** The share of the CPU time between two moments that the host took, from 0 to 1. */
export function stolenShare(before: MachineTime | undefined, after: MachineTime | undefined): number {
  if (before === undefined || after === undefined) return 0;
  const stolen = after.stolen - before.stolen;
  return stolen / Math.max(1, after.used - before.used + stolen);
}
