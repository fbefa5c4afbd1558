import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { API_REFERENCE } from './api/reference.ts';
import { buildApp } from './app.ts';
import { openSystem } from './open-system.ts';
import { readConfig } from './platform/config.ts';
import { openapiDocument } from './platform/http/openapi/document.ts';
import { createLog } from './platform/log.ts';

/**
 * The OpenAPI document of this version, as JSON. It describes the routes and depends on no
 * configuration, so it is generated from an empty instance in a temporary folder.
 */
export async function openapiText(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'latchkey-openapi-'));
  try {
    const { system, close } = await openSystem(
      readConfig({ LATCHKEY_DATA_DIR: dataDir }),
      createLog('silent'),
    );
    try {
      const app = await buildApp(system);
      await app.ready();
      const text = JSON.stringify(openapiDocument(app, API_REFERENCE));
      await app.close();
      return `${text}\n`;
    } finally {
      await close();
    }
  } finally {
    await rm(dataDir, { recursive: true });
  }
}
