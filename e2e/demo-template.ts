import assert from 'node:assert/strict';
import { cp, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { startLatchkey } from '../server/test/server-process.ts';

/** Names a folder with the data of a server that has made the demo shop, and stopped. */
const TEMPLATE = 'LATCHKEY_E2E_DEMO';

/** Nothing answers there: a test never asks the register of the European Union. */
export const NO_REGISTER = { LATCHKEY_VIES_URL: 'http://127.0.0.1:9' };

/** Makes the data of a demo shop in a new folder, which the caller removes. */
export async function makeDemoTemplate(): Promise<string> {
  const dataDir = await newFolder();
  const server = await startLatchkey({ LATCHKEY_DATA_DIR: dataDir, ...NO_REGISTER });
  server.signal('SIGTERM');
  const { code, stdout, stderr } = await server.ended;
  assert.equal(code, 0, stdout + stderr);
  return dataDir;
}

/** A new data folder. All have the same demo shop if there is a template; in an empty one, the server makes it. */
export async function newDemoFolder(): Promise<string> {
  const [template, dataDir] = [process.env[TEMPLATE], await newFolder()];
  if (template !== undefined) await cp(template, dataDir, { recursive: true });
  return dataDir;
}

function newFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'latchkey-e2e-'));
}
