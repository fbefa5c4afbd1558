import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

const CHANGELOG = new URL('../../../CHANGELOG.md', import.meta.url);
const MANIFEST = new URL('../../package.json', import.meta.url);

/** What a version changed for the people who use it. */
export interface VersionChanges {
  /** As its heading says, such as `1.2.0 – 3 May 2027`. */
  readonly title: string;
  /** Each change, as Markdown in one line. */
  readonly changes: readonly string[];
}

/** The version of this program; `unknown` if its manifest has none. */
export function programVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(MANIFEST, 'utf8'));
  const hasVersion = typeof manifest === 'object' && manifest !== null && 'version' in manifest;
  return hasVersion ? String(manifest.version) : 'unknown';
}

/**
 * What the last `count` versions changed, the newest first, as the change log that comes with the program says; nothing
 * if it is missing.
 */
export async function latestChanges(
  count: number,
  changelog = CHANGELOG,
): Promise<readonly VersionChanges[]> {
  const text = await readFile(changelog, 'utf8').catch(() => '');
  return changesOf(text).slice(0, count);
}

/** The versions of a change log (Markdown), the newest first, each change in one line. */
export function changesOf(text: string): readonly VersionChanges[] {
  return text
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [title = '', ...lines] = section.split('\n');
      const changes: string[] = [];
      for (const line of lines) {
        if (line.startsWith('- ')) changes.push(line.slice(2).trim());
        else if (line.startsWith('  ') && changes.length > 0) changes.push(`${changes.pop()} ${line.trim()}`);
      }
      return { title: title.trim(), changes };
    });
}
