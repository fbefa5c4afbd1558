import { readdirSync, readFileSync, renameSync } from 'node:fs';
import path from 'node:path';

/** Takes the next entry of a queue, unless none is left: the files of one that no other process took or takes. */
export function takeNext(queue: string): string[] | undefined {
  for (const name of readdirSync(queue).toSorted()) {
    const [entry, target] = [path.join(queue, name), path.join(queue, '..', `taken-${name}`)];
    try {
      renameSync(entry, target);
    } catch {
      // Another process was faster.
      continue;
    }
    const files: unknown = JSON.parse(readFileSync(target, 'utf8'));
    return Array.isArray(files) ? files.map(String) : [];
  }
  return undefined;
}
