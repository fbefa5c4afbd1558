import { randomBytes } from 'node:crypto';
import { open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Static, Type } from '../../kernel/schema.ts';
import { readAs } from '../../platform/schema-check.ts';

/** The name of the file, in the data folder, that scripts read to use the demo account. */
export const DEMO_FILE = 'demo.json';

const Credentials = Type.Object({ email: Type.String(), password: Type.String() });

const DemoFile = Type.Object({
  baseUrl: Type.String(),
  accountId: Type.String(),
  apiKey: Type.String(),
  publicKeyPem: Type.String(),
  customer: Credentials,
  /** Somebody who works for the vendor, with the address of the dashboard; absent in files of earlier versions. */
  dashboard: Type.Optional(
    Type.Object({ url: Type.String(), email: Type.String(), password: Type.String() }),
  ),
  voucherCodes: Type.Array(Type.String()),
  /** Opens every mail that the server writes, until it stops; absent before its first start. */
  mailsUrl: Type.Optional(Type.String()),
});

/** The access data of the demo account; it contains secrets that are stored nowhere else. */
export type DemoFile = Static<typeof DemoFile>;

/** The content of this data folder's demo file; `undefined` when it is missing or damaged. */
export async function readDemoFile(dataDir: string): Promise<DemoFile | undefined> {
  try {
    const demo: unknown = JSON.parse(await readFile(join(dataDir, DEMO_FILE), 'utf8'));
    return readAs(DemoFile, demo);
  } catch (error) {
    if (error instanceof SyntaxError || isAbsent(error)) return undefined;
    throw error;
  }
}

/** Writes the demo file atomically, readable only by its owner. */
export async function writeDemoFile(dataDir: string, demo: DemoFile): Promise<void> {
  const path = join(dataDir, DEMO_FILE);
  const draft = `${path}.${randomBytes(8).toString('hex')}`;
  try {
    const file = await open(draft, 'wx', 0o600);
    try {
      await file.writeFile(`${JSON.stringify(demo, undefined, 2)}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, path);
  } finally {
    await rm(draft, { force: true });
  }
}

function isAbsent(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
