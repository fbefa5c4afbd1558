import { readFile } from 'node:fs/promises';

/** Ticks per second in which Linux counts CPU time for programs, on every architecture that Node runs on. */
const TICKS_PER_SECOND = 100;

/**
 * CPU seconds that a process has used with all its threads; `undefined` where the system does not tell (only Linux
 * does). Unlike a rate it hardly changes when others use the machine at the same time.
 */
export async function cpuSeconds(pid: number | undefined): Promise<number | undefined> {
  try {
    const text = await readFile(`/proc/${pid}/stat`, 'utf8');
    // The name of the program, in parentheses, may hold spaces: fields are counted from behind it.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
  } catch {
    return undefined;
  }
}
