import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** The file with the instance secret of an installation that does not configure one. */
export const SECRET_FILE = 'secret';

/**
 * The instance secret in the data folder; created there, readable by its owner only, if it is missing. Processes that
 * start at once agree on one secret. Throws when the file contains something other than a secret.
 */
export async function readOrMakeSecret(dataDir: string): Promise<string> {
  const current = await readSecret(dataDir);
  if (current !== undefined) return current;
  const path = join(dataDir, SECRET_FILE);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const draft = `${path}.${randomBytes(8).toString('hex')}`;
  try {
    await writeDurably(draft, `${randomBytes(32).toString('base64url')}\n`);
    await linkUnlessThere(draft, path);
  } finally {
    await rm(draft, { force: true });
  }
  const result = await readSecret(dataDir);
  if (result === undefined) throw new Error(`${path} disappeared while it was made`);
  return result;
}

/** The instance secret in the data folder, if there is one. Throws like `readOrMakeSecret`. */
export async function readSecret(dataDir: string): Promise<string | undefined> {
  const path = join(dataDir, SECRET_FILE);
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (isCode(error, 'ENOENT')) return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  const secret = text.trim();
  if (secret.length < 32)
    throw new Error(`${path} does not hold an instance secret: restore it from a backup`);
  return secret;
}

async function writeDurably(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Unlike a rename, a link never replaces an existing file: the first process decides. */
async function linkUnlessThere(draft: string, path: string): Promise<void> {
  try {
    await link(draft, path);
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error;
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
