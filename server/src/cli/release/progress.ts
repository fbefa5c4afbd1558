import type { LocalFile } from './local-file.ts';
import type { ReportProgress } from './upload-file.ts';

/** The terminal or file to which progress is written. */
export interface ProgressOutput {
  readonly isTTY?: boolean | undefined;
  write(text: string): unknown;
}

const MEBIBYTE = 1_048_576;
const BAR_WIDTH = 24;
/** Without a terminal, a line for each tenth of a file: logs of build servers keep every line. */
const STEPS = 10;

/** Shows the progress of uploads: as a bar in a terminal, as lines elsewhere. */
export function progressOn(output: ProgressOutput): ReportProgress {
  const steps = new Map<LocalFile, number>();
  return (file, bytes) => {
    const share = bytes / file.size;
    if (output.isTTY === true) {
      output.write(`\r${barOf(share)} ${lineOf(file, bytes)}${bytes === file.size ? '\n' : ''}`);
      return;
    }
    const step = Math.floor(share * STEPS);
    if (steps.get(file) === step) return;
    steps.set(file, step);
    output.write(`${lineOf(file, bytes)}\n`);
  };
}

function barOf(share: number): string {
  const width = Math.round(share * BAR_WIDTH);
  return `[${'#'.repeat(width)}${'.'.repeat(BAR_WIDTH - width)}]`;
}

function lineOf({ name, size }: LocalFile, bytes: number): string {
  const percent = String(Math.floor((bytes / size) * 100)).padStart(3);
  return `${percent} %  ${megabytes(bytes)} of ${megabytes(size)} MB  ${name}`;
}

function megabytes(bytes: number): string {
  return (bytes / MEBIBYTE).toFixed(1);
}
