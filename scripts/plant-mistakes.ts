import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import type { Mutant } from './mutant-sample.ts';

/** Tests run in stages, each up to this number: the first ones notice most mistakes. */
const STAGES = [5, 15, Number.POSITIVE_INFINITY];

/** How tests ended; `Late`: not in time. */
export type TestResult = 'Passed' | 'Failed' | 'Late';

/** What tests say of a mistake. `DISTURBED`: they fail without it, too, and so say nothing. */
export type Outcome = 'noticed' | 'SURVIVED' | 'NOT DONE' | 'DISTURBED';

/** A file with a mistake in it, and what it was before. */
interface PlantedFile {
  readonly file: string;
  readonly original: string;
  readonly text: string;
}

/** A folder in which nobody else plants mistakes. */
export interface Claim {
  /** Runs `work` while the mistake is in its file, which is as it was afterwards, whatever happens. */
  withMistake<Result>(mutant: Pick<Mutant, 'file' | 'text'>, work: () => Promise<Result>): Promise<Result>;
  release(): void;
}

/**
 * Claims a folder for this process, in a file that also says which mistake is planted: a process that was killed could
 * not restore its file, so this does. Throws when another process has the folder, because both would see each other's
 * mistakes, and when somebody has edited the file with the mistake.
 */
export function claimFolder(root: string, recordFile: string): Claim {
  mkdirSync(path.dirname(recordFile), { recursive: true });
  const { pid, planted } = readRecord(recordFile);
  if (pid !== undefined && isAlive(pid))
    throw new Error(`Process ${pid} plants mistakes in this folder: wait for its end.`);
  if (planted !== undefined) restore(root, planted, recordFile);
  const record = (file?: PlantedFile): void =>
    writeFileSync(recordFile, JSON.stringify({ pid: process.pid, ...(file && { planted: file }) }));
  record();
  return {
    async withMistake({ file, text }, work) {
      const location = path.join(root, file);
      const original = readFileSync(location, 'utf8');
      record({ file, original, text });
      try {
        writeFileSync(location, text);
        return await work();
      } finally {
        writeFileSync(location, original);
        record();
      }
    },
    release: () => rmSync(recordFile, { force: true }),
  };
}

/**
 * What `run` says of a mistake, with its nearest tests first. Tests that fail run once more without the mistake: only if
 * they pass then, they have noticed it.
 */
export async function outcomeOf(
  claim: Claim,
  { mutant, tests }: { readonly mutant: Mutant; readonly tests: readonly string[] },
  run: (tests: readonly string[]) => Promise<TestResult>,
): Promise<Outcome> {
  for (const [index, end] of STAGES.entries()) {
    const stage = tests.slice(STAGES[index - 1] ?? 0, end);
    if (stage.length === 0) break;
    const result = await claim.withMistake(mutant, () => run(stage));
    if (result === 'Late') return 'NOT DONE';
    if (result === 'Failed') return (await run(stage)) === 'Passed' ? 'noticed' : 'DISTURBED';
  }
  return 'SURVIVED';
}

interface RunRecord {
  readonly pid?: number | undefined;
  readonly planted?: PlantedFile | undefined;
}

function isRunRecord(value: unknown): value is RunRecord {
  return typeof value === 'object' && value !== null;
}

/** The record of the last run. One that cannot be read is of a run that was killed while no mistake was planted. */
function readRecord(recordFile: string): RunRecord {
  try {
    const record: unknown = JSON.parse(readFileSync(recordFile, 'utf8'));
    return isRunRecord(record) ? record : {};
  } catch {
    return {};
  }
}

function restore(root: string, { file, original, text }: PlantedFile, recordFile: string): void {
  const location = path.join(root, file);
  const content = readFileSync(location, 'utf8');
  // The process may have been killed while it wrote the file.
  if (![original, text].some((whole) => whole.startsWith(content)))
    throw new Error(
      `A run that was killed left a mistake in ${file}, and somebody has edited it since: look at its changes, and delete ${recordFile}.`,
    );
  if (content === original) return;
  writeFileSync(location, original);
  console.log(`${file} is restored: a run that was killed had left a mistake in it.`);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
