import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Static, Type } from '../../kernel/schema.ts';
import type { PassphraseKeys } from '../../platform/crypto/passphrase.ts';
import { readAs } from '../../platform/schema-check.ts';
import { MovedAccount } from '../accounts/index.ts';

export const MANIFEST = 'manifest.json';
const FORMAT = 'latchkey-account';
const FORMAT_VERSION = 1;

/** The folder of stored files in that of an export. */
export const FILES = 'files';

const FileEntry = Type.Object({
  table: Type.String(),
  file: Type.String({ pattern: '^[a-z_]+\\.ndjson$' }),
  rows: Type.Integer({ minimum: 0 }),
  bytes: Type.Integer({ minimum: 0 }),
  sha256: Type.String(),
});

const Manifest = Type.Object({
  format: Type.Literal(FORMAT),
  formatVersion: Type.Literal(FORMAT_VERSION),
  /** The newest schema step of the rows. */
  schema: Type.String(),
  exportedAt: Type.String(),
  account: MovedAccount,
  journal: Type.Object({
    headSequence: Type.Integer(),
    headHash: Type.String(),
    isIntact: Type.Boolean(),
  }),
  /** Whether the folder contains files of releases, too. */
  hasFiles: Type.Boolean(),
  contents: Type.Array(FileEntry),
  /** Jobs that move with the account; absent in an export without keys. */
  work: Type.Optional(
    Type.Array(Type.Object({ kind: Type.String(), payload: Type.Record(Type.String(), Type.Unknown()) })),
  ),
  /** The key to the secrets of the account, sealed under the passphrase; absent in an export without keys. */
  keys: Type.Optional(Type.Object({ salt: Type.String(), dataKeySealed: Type.String() })),
  /** Authenticates everything else in the manifest with the passphrase, and so every file. */
  seal: Type.Optional(Type.String()),
});

/** The description of an export. */
export type Manifest = Static<typeof Manifest>;
export type FileEntry = Static<typeof FileEntry>;

/** The beginning of the manifest. */
export function newManifest(content: Omit<Manifest, 'format' | 'formatVersion' | 'seal'>): Manifest {
  return { format: FORMAT, formatVersion: FORMAT_VERSION, ...content };
}

export function withSeal(manifest: Manifest, keys: PassphraseKeys): Manifest {
  return { ...manifest, seal: keys.sign(textOf(manifest)) };
}

export function isSealedBy(manifest: Manifest, keys: PassphraseKeys): boolean {
  return keys.verify(textOf(manifest), manifest.seal ?? '');
}

function textOf(manifest: Manifest): string {
  return JSON.stringify({ ...manifest, seal: undefined });
}

/** The description of the file of a table. */
export function entryOf(manifest: Manifest, table: string): FileEntry {
  const entry = manifest.contents.find((candidate) => candidate.table === table);
  if (entry === undefined) throw new Error(`the export has no ${table}`);
  return entry;
}

/** Reads the manifest of a folder. Throws, with a sentence, when it is not of this version and this schema. */
export async function readManifest(folder: string, schema: string): Promise<Manifest> {
  const path = join(folder, MANIFEST);
  const text = await readFile(path, 'utf8').catch(() => {
    throw new Error(`${path} cannot be read: this is not the folder of a complete export`);
  });
  const value = parsed(text);
  const version = readAs(Type.Object({ format: Type.String(), formatVersion: Type.Number() }), value);
  if (version?.format !== FORMAT) throw new Error(`${path} is not the manifest of an exported account`);
  if (version.formatVersion > FORMAT_VERSION) {
    throw new Error(
      `the export has format ${version.formatVersion}, and this version of Latchkey reads up to ${FORMAT_VERSION}: install a newer one`,
    );
  }
  const manifest = readAs(Manifest, value);
  if (manifest === undefined) throw new Error(`${path} is damaged`);
  if (manifest.schema !== schema) {
    throw new Error(
      `the export was made with the schema ${manifest.schema}, and this version of Latchkey has ${schema}: ` +
        'import it with the version that made it, and upgrade then',
    );
  }
  return manifest;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
