import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { migrations } from '../migrations/index.ts';
import { type Manifest, newManifest } from '../src/modules/account-transfer/manifest.ts';
import { writeTable } from '../src/modules/account-transfer/table-files.ts';
import type { AnyRow } from '../src/platform/database/table-rows.ts';

/** An account of an export that has nothing but its name. */
export const MOVED = {
  id: 'moved',
  name: 'Moved',
  settings: {},
  isDemo: false,
  closure: null,
  revision: 1,
  createdAt: new Date(0).toISOString(),
};

/** An export in its own folder below `parent`, with only the tables that name files. */
export async function smallExport(
  parent: string,
  tables: Readonly<Record<string, readonly AnyRow[]>>,
): Promise<{ readonly folder: string; readonly manifest: Manifest }> {
  const folder = await mkdtemp(join(parent, 'export-'));
  const names = [
    'products',
    'bundles',
    'item_images',
    'item_media',
    'release_files',
    'release_downloads',
    'documents',
  ];
  const contents = await Promise.all(
    names.map((table) => writeTable(folder, table, Readable.from([tables[table] ?? []]), () => undefined)),
  );
  const journal = { headSequence: 0, headHash: '', isIntact: true };
  const schema = migrations.at(-1)?.name ?? '';
  const head = { schema, exportedAt: MOVED.createdAt, account: MOVED, journal, hasFiles: true };
  return { folder, manifest: newManifest({ ...head, contents }) };
}
