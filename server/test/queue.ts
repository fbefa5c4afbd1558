import { readdirSync, readFileSync, renameSync } from 'node:fs';
import path from 'node:path';

/** Test files that one process runs one after the other, on one engine. */
export interface QueueEntry {
  readonly engine: string;
  readonly files: readonly string[];
}

/** Takes the next entry of a queue that no other process has taken, unless none is left. */
export function takeNext(queue: string): QueueEntry | undefined {
  for (const name of readdirSync(queue).toSorted()) {
    const [entry, target] = [path.join(queue, name), path.join(queue, '..', `taken-${name}`)];
    try {
      renameSync(entry, target);
    } catch {
      // Another process was faster.
      continue;
    }
    const { engine, files }: { engine?: unknown; files?: unknown } = Object(
      JSON.parse(readFileSync(target, 'utf8')),
    );
    return { engine: String(engine), files: Array.isArray(files) ? files.map(String) : [] };
  }
  return undefined;
}
